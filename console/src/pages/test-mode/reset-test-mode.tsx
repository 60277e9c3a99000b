import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/account/session.ts'
import { useResetTestMode } from '../../api/test-mode/test-mode.ts'
import { ConfirmByTyping } from '../../components/dialog/confirm-by-typing.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

/** Asks for the organization's name before the test organization is emptied, because that cannot be undone. */
export function ResetTestMode({ onClose }: { onClose: () => void }) {
  const name = useQuery(sessionQuery).data?.organization.name ?? ''
  const reset = useResetTestMode()
  useReturnFocus()
  const onSuccess = () => {
    onClose()
    showDone(t('The test organization is empty, and its clock shows the real time.'))
  }
  return (
    <Modal opened onClose={onClose} title={t('Reset test mode?')}>
      <ConfirmByTyping
        text={name}
        keep={t('Cancel')}
        action={t('Reset test mode')}
        running={reset}
        onConfirm={() => reset.mutate(name, { onSuccess })}
        onClose={onClose}
      >
        <Text size="sm">
          {t(
            'This deletes every project, record, spinner, job and message of the test organization and sets its clock to the real time. The rules stay, and so does the real organization. This cannot be undone.',
          )}
        </Text>
      </ConfirmByTyping>
    </Modal>
  )
}
