import { ActionIcon, Alert, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Eye, EyeOff, KeyRound, RotateCw } from 'lucide-react'
import { useRotateWebhookUrl } from '../../../api/data-tables.ts'
import type { DataTable } from '../../../api/schema.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { showDone } from '../../../components/show-done.ts'
import { masked } from './masked.ts'

/** The URL, which is a secret: hidden until it is asked for, though it can be copied unseen. */
export function WebhookUrl({
  table: { id, name, webhookUrl },
  isRevealed,
  onReveal,
}: {
  table: DataTable
  isRevealed: boolean
  onReveal: (isRevealed: boolean) => void
}) {
  const rotate = useRotateWebhookUrl(id)
  const confirmRotate = () =>
    modals.openConfirmModal({
      title: 'Rotate the webhook URL?',
      children: `The present URL of “${name}” stops working at once. Every sender that uses it is refused until you give it the new one.`,
      labels: { confirm: 'Rotate', cancel: 'Keep the present URL' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        rotate.mutate(undefined, {
          onSuccess: () => showDone('The webhook URL is new; the old one no longer works.'),
        }),
    })
  const label = isRevealed ? 'Hide the webhook URL' : 'Show the webhook URL'
  return (
    <>
      {webhookUrl === null ? (
        <Alert color="yellow" icon={<KeyRound />} title="The webhook URL cannot be shown">
          The service’s SESSION_SECRET was changed since it was made. It still works for those who have it.
          Rotate it to get one that you can see.
        </Alert>
      ) : (
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            miw={0}
            label="Webhook URL"
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
          <CopyButton value={webhookUrl} label="Copy webhook URL" />
        </Group>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<RotateCw size={16} aria-hidden />}
          loading={rotate.isPending}
          onClick={confirmRotate}
        >
          Rotate
        </Button>
      </Group>
    </>
  )
}
