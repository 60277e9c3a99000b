import { Modal, Text } from '@mantine/core'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { t } from '../../../languages/text.ts'

/** Asks for confirmation before the user leaves the page during the upload of an import. */
export function LeaveImport({
  isSent,
  opened,
  onStay,
  onLeave,
}: {
  isSent: boolean
  opened: boolean
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={isSent ? t('Leave before the import is finished?') : t('Stop the import?')}
    >
      <Text size="sm">
        {isSent
          ? t(
              'The file has been sent and its records are being written. If you leave, you will not see the result.',
            )
          : t('The file is still being sent. If you leave, nothing is imported.')}
      </Text>
      <FormFooter cancel={t('Stay')} onCancel={onStay} color="red" onAction={onLeave} mt="md">
        {isSent ? t('Leave') : t('Stop import and leave')}
      </FormFooter>
    </Modal>
  )
}
