import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactPolicyQuery } from '../../../api/contact-policy.ts'
import { sendersQuery } from '../../../api/sender/senders.ts'
import { AnchorLink } from '../../../components/links.tsx'

/** Shows the limits per person and per sender. Messages above a limit wait. */
export function Limits() {
  const policy = useQuery(contactPolicyQuery).data
  const senders = useQuery(sendersQuery).data?.items ?? []
  const { messagesPerDay = null, messagesPerWeek = null, daysBetweenSpinners = null } = policy ?? {}
  const caps = [
    messagesPerDay !== null && `${messagesPerDay} a day`,
    messagesPerWeek !== null && `${messagesPerWeek} a week`,
    daysBetweenSpinners !== null && `the first message ${daysBetweenSpinners} days after another spinner`,
  ].filter(Boolean)
  return (
    <>
      <Text size="sm" fw={500}>
        Limits
      </Text>
      <Text size="sm" c="dimmed">
        Limit of messages to one person, from all spinners together:{' '}
        {policy === undefined ? '…' : caps.length === 0 ? 'none' : caps.join(', ')}.{' '}
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
