import { Modal, Text } from '@mantine/core'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'

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
      title={isSent ? 'Leave before the import is finished?' : 'Stop the import?'}
    >
      <Text size="sm">
        {isSent
          ? 'The file has been sent and its records are being written. If you leave, you will not see the result.'
          : 'The file is still being sent. If you leave, nothing is imported.'}
      </Text>
      <FormFooter cancel="Stay" onCancel={onStay} color="red" onAction={onLeave} mt="md">
        {isSent ? 'Leave' : 'Stop import and leave'}
      </FormFooter>
    </Modal>
  )
}
