import { Ban, CircleCheck, CircleHelp, CircleX, Inbox, type LucideIcon, Reply, Undo2 } from 'lucide-react'
import type { MessageStatus } from '../../api/sender/messages.ts'

/** The label, icon and colour of each state of a sent or captured message. */
export const messageStatuses: Readonly<
  Record<MessageStatus, { readonly word: string; readonly icon: LucideIcon; readonly color: string }>
> = {
  captured: { word: 'Captured', icon: Inbox, color: 'gray' },
  sent: { word: 'Sent', icon: CircleCheck, color: 'teal' },
  failed: { word: 'Failed', icon: CircleX, color: 'red' },
  unconfirmed: { word: 'Unconfirmed', icon: CircleHelp, color: 'yellow' },
  bounced: { word: 'Bounced', icon: Undo2, color: 'red' },
  complained: { word: 'Complaint', icon: Ban, color: 'red' },
  replied: { word: 'Replied', icon: Reply, color: 'spindle' },
}
