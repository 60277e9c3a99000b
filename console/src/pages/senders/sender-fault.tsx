import { Alert, Text } from '@mantine/core'
import { CircleAlert, CirclePause } from 'lucide-react'
import type { Sender } from '../../api/schema.ts'
import { healthWords } from '../../components/sender/health-words.ts'
import { translated } from '../../languages/catalogue.ts'
import { t } from '../../languages/text.ts'

/**
 * Shows why a sender is paused or cannot send: the numbers of its bounces and complaints, or the error
 * message of its provider. If a connected sender has a warning, shows the
 * warning.
 */
export function SenderFault({ sender: { status, fault, warning } }: { sender: Sender }) {
  if (status === 'connected')
    return warning === null ? null : (
      <Alert color="yellow" icon={<CircleAlert aria-hidden />} title={t('This sender will stop sending')}>
        <Text size="sm">{translated(warning.message)}.</Text>
      </Alert>
    )
  const isPaused = status === 'paused'
  return (
    <Alert
      color={isPaused ? 'orange' : 'red'}
      icon={isPaused ? <CirclePause aria-hidden /> : <CircleAlert aria-hidden />}
      title={titleOf(status, fault)}
    >
      <Text size="sm">
        {isPaused
          ? t('The messages of this sender wait until you resume it.')
          : t('The messages of this sender wait until the problem is fixed.')}
      </Text>
      {fault?.numbers !== undefined && <Text size="sm">{healthWords(fault.numbers)}</Text>}
      {fault !== null && fault.serverResponse !== '' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('The sender’s provider says: {serverResponse}', { serverResponse: fault.serverResponse })}
        </Text>
      )}
    </Alert>
  )
}

function titleOf(status: Sender['status'], fault: Sender['fault']): string {
  if (status === 'needsAttention') return t('This sender cannot send')
  return fault === null
    ? t('This sender was paused by a member')
    : t('This sender is paused because its provider refuses its messages')
}
