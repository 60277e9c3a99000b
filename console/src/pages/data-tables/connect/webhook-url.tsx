import { ActionIcon, Alert, Button, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { Eye, EyeOff, KeyRound, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { masked } from '../../../components/masked.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { t } from '../../../languages/text.ts'
import { RotateDialog } from './rotate-dialog.tsx'

/**
 * Shows the webhook URL, which is a secret. It is hidden until the user reveals it, and can be copied while
 * hidden.
 */
export function WebhookUrl({
  table,
  isRevealed,
  onReveal,
}: {
  table: DataTable
  isRevealed: boolean
  onReveal: (isRevealed: boolean) => void
}) {
  const { webhookUrl, previousWebhookUrlUntil: until } = table
  const [isRotating, setRotating] = useState(false)
  const label = isRevealed ? t('Hide the webhook URL') : t('Show the webhook URL')
  return (
    <>
      {webhookUrl === null ? (
        <Alert color="yellow" icon={<KeyRound />} title={t('The webhook URL cannot be shown')}>
          {t(
            'The service has lost the key that encrypts the webhook URL. The URL still works; rotate it to get a URL that you can see.',
          )}
        </Alert>
      ) : (
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            miw={0}
            label={t('Webhook URL')}
            value={isRevealed ? webhookUrl : masked(webhookUrl, webhookUrl)}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
          />
          <Tooltip label={label}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={label}
              aria-pressed={isRevealed}
              onClick={() => onReveal(!isRevealed)}
            >
              {isRevealed ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
          <CopyButton value={webhookUrl} label={t('Copy webhook URL')} />
        </Group>
      )}
      <Group gap="sm">
        <ForEditors>
          <Button
            variant="default"
            leftSection={<RotateCw size={16} aria-hidden />}
            onClick={() => setRotating(true)}
          >
            {t('Rotate URL')}
          </Button>
        </ForEditors>
        {until !== null && (
          <Text size="sm" c="dimmed">
            {t('The previous webhook URL works until {time}.', { time: timeToTheMinute(until) })}
          </Text>
        )}
      </Group>
      {isRotating && <RotateDialog table={table} onClose={() => setRotating(false)} />}
    </>
  )
}
