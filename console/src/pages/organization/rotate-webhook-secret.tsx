import { Modal } from '@mantine/core'
import { useRotateWebhookSecret } from '../../api/account/organization.ts'
import { RotateSecretForm } from '../../components/dialog/rotate-secret-form.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { t } from '../../languages/text.ts'

/** A dialog that replaces the secret that signs webhook steps. The page below it then shows the new secret. */
export function RotateWebhookSecret({
  previousUntil,
  close,
}: {
  previousUntil: string | null
  close: () => void
}) {
  useReturnFocus()
  const rotate = useRotateWebhookSecret()
  return (
    <Modal
      opened
      onClose={close}
      title={t('Sign webhooks with a new secret?')}
      closeOnClickOutside={!rotate.isPending}
      withCloseButton={!rotate.isPending}
      closeOnEscape={!rotate.isPending}
    >
      <RotateSecretForm
        previousUntil={previousUntil}
        dayText={t(
          'For one day, webhooks are also signed with the old secret. Give your receivers the new secret before then.',
        )}
        endText={t(
          'Receivers refuse webhooks until you give them the new secret. Recipients whose webhooks are refused fail, and you can retry them.',
        )}
        running={rotate}
        onRotate={(graceSeconds) => rotate.mutate(graceSeconds, { onSuccess: close })}
        onCancel={close}
      />
    </Modal>
  )
}
