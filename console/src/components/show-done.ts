import { notifications } from '@mantine/notifications'

/** Tells in a corner of the screen that something has happened which one might not see otherwise. */
export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'status',
  })
}
