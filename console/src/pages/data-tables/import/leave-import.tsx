import { Button, Group, Modal, Text } from '@mantine/core'

/** Asked of whoever goes to another page while a file is on its way. */
export function LeaveImport({
  opened,
  onStay,
  onLeave,
}: {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title="Stop the import?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">The file is still on its way. If you leave, nothing of it is imported.</Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button color="red" onClick={onLeave}>
          Stop and leave
        </Button>
      </Group>
    </Modal>
  )
}
