import { Ban, CircleCheck, CircleHelp, CircleX, Inbox, type LucideIcon, Reply, Undo2 } from 'lucide-react'
import type { MessageStatus } from '../../api/sender/messages.ts'
import { t } from '../../languages/text.ts'

/** The label, icon and colour of each state of a sent or captured message. */
export const messageStatuses: Readonly<
  Record<MessageStatus, { readonly word: string; readonly icon: LucideIcon; readonly color: string }>
> = {
  captured: { word: t('Captured'), icon: Inbox, color: 'gray' },
  sent: { word: t('Sent'), icon: CircleCheck, color: 'teal' },
  failed: { word: t('Failed'), icon: CircleX, color: 'red' },
  unconfirmed: { word: t('Unconfirmed'), icon: CircleHelp, color: 'yellow' },
  bounced: { word: t('Bounced'), icon: Undo2, color: 'red' },
  complained: { word: t('Complaint'), icon: Ban, color: 'red' },
  replied: { word: t('Replied'), icon: Reply, color: 'spindle' },
}
