import {
  Ban,
  CircleHelp,
  CircleSlash,
  CircleX,
  Flag,
  Hourglass,
  Inbox,
  ListChecks,
  type LucideIcon,
  MailCheck,
  MailX,
  Octagon,
  PauseCircle,
  PenLine,
  Send,
  Undo2,
} from 'lucide-react'
import type { Person } from '../../../api/schema.ts'

export type TimelineItem = Person['items'][number]

/** The icon and colour of each kind of event, in the colours of the recipients' states. */
export const timelineKinds: Readonly<
  Record<TimelineItem['kind'], { readonly icon: LucideIcon; readonly color: string }>
> = {
  held: { icon: PauseCircle, color: 'yellow' },
  refused: { icon: CircleX, color: 'red' },
  arrived: { icon: Inbox, color: 'spindle' },
  updated: { icon: PenLine, color: 'spindle' },
  suppressed: { icon: Ban, color: 'yellow' },
  bounced: { icon: Undo2, color: 'yellow' },
  unsubscribed: { icon: MailX, color: 'yellow' },
  complained: { icon: Flag, color: 'red' },
  lifted: { icon: MailCheck, color: 'teal' },
  taken: { icon: ListChecks, color: 'gray' },
  sending: { icon: Send, color: 'gray' },
  sent: { icon: Send, color: 'teal' },
  waits: { icon: Hourglass, color: 'spindle' },
  skipped: { icon: CircleSlash, color: 'gray' },
  failed: { icon: CircleX, color: 'red' },
  unconfirmed: { icon: CircleHelp, color: 'yellow' },
  stopped: { icon: Octagon, color: 'gray' },
}
