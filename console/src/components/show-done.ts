import { type NotificationData, notifications } from '@mantine/notifications'
import { t } from '../languages/text.ts'

/** The ids of the latest notifications by subject. */
const latest = new Map<string, string>()

/**
 * Shows a notification that an action is done, for results that the page does not show. Notifications are at the bottom of
 * the window, where they cover no actions of the page. A notification with a subject replaces the earlier one about the
 * same subject.
 */
export function showDone(message: string, subject?: string): void {
  const notification = {
    color: 'teal',
    message,
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': t('Close') },
    role: 'status',
  }
  if (subject === undefined) notifications.show(notification)
  else showLatest(subject, notification)
}

/** Shows a notification in place of the earlier one about the same subject. */
export function showLatest(subject: string, notification: NotificationData): void {
  const before = latest.get(subject)
  if (before !== undefined) notifications.hide(before)
  latest.set(subject, notifications.show(notification))
}
