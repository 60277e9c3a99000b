import { Button, Group, Text } from '@mantine/core'
import type { SenderPause } from '../../api/schema.ts'
import { useResumeSenderFor } from '../../api/sender/senders.ts'
import { translated } from '../../languages/catalogue.ts'
import { t } from '../../languages/text.ts'
import { Moment } from '../time/moment.tsx'
import { healthWords } from './health-words.ts'

/** A sender that is paused for one spinner: since when, why, and a button to resume it. */
export function PauseEntry({
  senderId,
  spinnerId,
  name,
  resumes,
  pause: { at, message, numbers, serverResponse },
  onResumed,
}: {
  senderId: string
  spinnerId: string
  name: string
  /**
   * The words after "Resume" in the accessible name of the button, for users who do not see the text beside
   * it.
   */
  resumes: string
  pause: Omit<SenderPause, 'senderId' | 'senderName'>
  onResumed?: () => void
}) {
  const resume = useResumeSenderFor(senderId, spinnerId)
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Text size="sm" component="div">
          <strong>{name}</strong>
          {at !== null && (
            <>
              , <Moment at={at} />
            </>
          )}
          : {translated(message)}.
        </Text>
        <Text size="sm">{healthWords(numbers)}</Text>
        {serverResponse !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('The sender’s provider says: {serverResponse}', { serverResponse })}
          </Text>
        )}
      </div>
      <Button
        size="xs"
        variant="default"
        loading={resume.isPending}
        aria-label={t('Resume {resumes}', { resumes })}
        onClick={() => resume.mutate(undefined, onResumed && { onSuccess: onResumed })}
      >
        {t('Resume')}
      </Button>
    </Group>
  )
}
