import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactPolicyQuery } from '../../../api/contact-policy.ts'
import { sendersQuery } from '../../../api/sender/senders.ts'
import { AnchorLink } from '../../../components/links.tsx'

/** Returns the limits of messages to one person in one line; undefined while they are loading. */
export function usePersonLimits(): string | undefined {
  const policy = useQuery(contactPolicyQuery).data?.data
  if (policy === undefined) return undefined
  const { messagesPerDay, messagesPerWeek, daysBetweenSpinners } = policy
  const caps = [
    messagesPerDay !== null && `${messagesPerDay} a day`,
    messagesPerWeek !== null && `${messagesPerWeek} a week`,
    daysBetweenSpinners !== null && `the first message ${daysBetweenSpinners} days after another spinner`,
  ].filter(Boolean)
  return caps.length === 0 ? 'none' : caps.join(', ')
}

/** Shows the limits per person and per sender. Messages above a limit wait. */
export function Limits() {
  const ofPerson = usePersonLimits()
  const senders = useQuery(sendersQuery).data?.items ?? []
  return (
    <>
      <Text size="sm" c="dimmed">
        Limit of messages to one person, from all spinners together: {ofPerson ?? '…'}.{' '}
        <AnchorLink inherit underline="always" to="/contact-policy">
          Contact policy
        </AnchorLink>
      </Text>
      {senders.length > 0 && (
        <Text size="sm" c="dimmed">
          By sender:{' '}
          {senders
            .map(({ name, limits: { dailyLimit } }) =>
              dailyLimit === null ? `${name} without a limit` : `${name} ${dailyLimit} a day`,
            )
            .join(', ')}
          .{' '}
          <AnchorLink inherit underline="always" to="/senders">
            Senders
          </AnchorLink>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Messages above these limits wait and are sent later.
      </Text>
    </>
  )
}
