import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactPolicyQuery } from '../../../api/contact-policy.ts'
import { sendersQuery } from '../../../api/sender/senders.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'

/** Returns the limits of messages to one person in one line; undefined while they are loading. */
export function usePersonLimits(): string | undefined {
  const policy = useQuery(contactPolicyQuery).data?.data
  if (policy === undefined) return undefined
  const { messagesPerDay, messagesPerWeek, daysBetweenSpinners } = policy
  const caps = [
    messagesPerDay !== null && t('{messagesPerDay} a day', { messagesPerDay }),
    messagesPerWeek !== null && t('{messagesPerWeek} a week', { messagesPerWeek }),
    daysBetweenSpinners !== null &&
      t('the first message {daysBetweenSpinners} days after another spinner', { daysBetweenSpinners }),
  ].filter(Boolean)
  return caps.length === 0 ? t('none') : caps.join(', ')
}

/** Shows the limits per person and per sender. Messages above a limit wait. */
export function Limits() {
  const ofPerson = usePersonLimits()
  const senders = useQuery(sendersQuery).data?.items ?? []
  return (
    <>
      <Text size="sm" c="dimmed">
        {rich(
          'Limit of messages to one person, from all spinners together: {ofPerson}. <link>Contact policy</link>',
          {
            ofPerson: ofPerson ?? '…',
            link: <AnchorLink inherit underline="always" to="/contact-policy" />,
          },
        )}
      </Text>
      {senders.length > 0 && (
        <Text size="sm" c="dimmed">
          {rich('By sender: {list}. <link>Senders</link>', {
            list: senders
              .map(({ name, limits: { dailyLimit } }) =>
                dailyLimit === null
                  ? t('{name} without a limit', { name })
                  : t('{name} {dailyLimit} a day', { name, dailyLimit }),
              )
              .join(', '),
            link: <AnchorLink inherit underline="always" to="/senders" />,
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('Messages above these limits wait and are sent later.')}
      </Text>
    </>
  )
}
