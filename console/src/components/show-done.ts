import { notifications } from '@mantine/notifications'

/** The ids of the latest notifications by subject. */
const latest = new Map<string, string>()

/**
 * Shows a notification that an action is done, for results that the page does not show. A notification with a
 * subject replaces the earlier one about the same subject.
 */
export function showDone(message: string, subject?: string): void {
  const before = subject === undefined ? undefined : latest.get(subject)
  if (before !== undefined) notifications.hide(before)
  const id = notifications.show({
    color: 'teal',
    message,
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'status',
  })
  if (subject !== undefined) latest.set(subject, id)
}
