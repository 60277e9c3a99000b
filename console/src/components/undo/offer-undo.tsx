import { Button, Group, Text } from '@mantine/core'
import { hideNotification, type NotificationData } from '@mantine/notifications'
import { t } from '../../languages/text.ts'
import { showLatest } from '../show-done.ts'

/**
 * Shows what was done, and offers to undo it. Replaces an earlier offer, so that one offer is on the screen at a time.
 */
export function offerUndo({
  text,
  onUndo,
  ...shown
}: Pick<NotificationData, 'autoClose' | 'role'> & { id: string; text: string; onUndo: () => void }): void {
  showLatest('undo', {
    ...shown,
    closeButtonProps: { 'aria-label': t('Close') },
    message: (
      <Group justify="space-between">
        <Text size="sm">{text}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            hideNotification(shown.id)
            onUndo()
          }}
        >
          {t('Undo')}
        </Button>
      </Group>
    ),
  })
}
