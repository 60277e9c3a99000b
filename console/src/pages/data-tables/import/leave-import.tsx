import { Button, Group, Modal, Text } from '@mantine/core'

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
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button color="red" onClick={onLeave}>
          {isSent ? 'Leave' : 'Stop import and leave'}
        </Button>
      </Group>
    </Modal>
  )
}
