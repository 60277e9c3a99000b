import { notifications } from '@mantine/notifications'

/** Shows a notification that an action is done, for results that the page does not show. */
export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'status',
  })
}
