import { notifications } from '@mantine/notifications'

/** Confirms an action in a notification, for results that the page does not show. */
export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'status',
  })
}
