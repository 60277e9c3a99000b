import { Modal } from '@mantine/core'
import { useRotateDestinationSecret } from '../../api/event/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import { RotateSecretForm } from '../../components/dialog/rotate-secret-form.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { t } from '../../languages/text.ts'
import { NewDestinationSecret } from './create-destination.tsx'

/** A dialog that replaces the signing secret of a destination, and shows the new secret. */
export function RotateSecretDialog({
  destination: { id, previousSecretUntil },
  close,
}: {
  destination: Destination
  close: () => void
}) {
  useReturnFocus()
  const rotate = useRotateDestinationSecret(id)
  // Whether Escape or a click outside closes the dialog. False while the secret is replaced or shown, because it is
  // shown only once.
  const mayBeClosed = rotate.isIdle || rotate.isError
  return (
    <Modal
      opened
      onClose={close}
      title={rotate.isSuccess ? t('The new secret') : t('Sign requests with a new secret?')}
      closeOnClickOutside={mayBeClosed}
      withCloseButton={!rotate.isPending}
      closeOnEscape={mayBeClosed}
    >
      {rotate.isSuccess ? (
        <NewDestinationSecret secret={rotate.data.secret} close={close} />
      ) : (
        <RotateSecretForm
          previousUntil={previousSecretUntil}
          dayText={t(
            'For one day, requests are also signed with the old secret. Give the receiver the new secret before then.',
          )}
          endText={t(
            'The receiver refuses requests until you give it the new secret. Refused requests are repeated later.',
          )}
          running={rotate}
          onRotate={rotate.mutate}
          onCancel={close}
        />
      )}
    </Modal>
  )
}
