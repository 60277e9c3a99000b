import {
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  Flag,
  ListChecks,
  type LucideIcon,
  MailX,
  Octagon,
  Play,
  Reply,
  Send,
  ShieldQuestionMark,
  Undo2,
  Webhook,
} from 'lucide-react'
import type { TestTimelineEntry } from '../../api/test-mode/test-timeline.ts'

type Kind = TestTimelineEntry['kind']

/** The icon, the colour and the words of each kind of entry in the test timeline. */
export const entryKinds: Readonly<
  Record<Kind, { readonly icon: LucideIcon; readonly color: string; readonly words: string }>
> = {
  started: { icon: Play, color: 'spindle', words: 'Started' },
  message: { icon: Send, color: 'teal', words: 'Message' },
  webhook: { icon: Webhook, color: 'teal', words: 'Webhook' },
  guard: { icon: ShieldQuestionMark, color: 'spindle', words: 'Guard step asked its URL' },
  reply: { icon: Reply, color: 'spindle', words: 'Reply' },
  autoReply: { icon: Clock, color: 'yellow', words: 'Automatic reply' },
  bounce: { icon: Undo2, color: 'yellow', words: 'Bounce' },
  complaint: { icon: Flag, color: 'red', words: 'Spam complaint' },
  unsubscribed: { icon: MailX, color: 'yellow', words: 'Unsubscribed' },
  skipped: { icon: CircleSlash, color: 'gray', words: 'Skipped' },
  failed: { icon: CircleX, color: 'red', words: 'Failed' },
  unconfirmed: { icon: CircleQuestionMark, color: 'yellow', words: 'Unconfirmed' },
  stopped: { icon: Octagon, color: 'gray', words: 'Stopped' },
  finished: { icon: ListChecks, color: 'gray', words: 'Finished' },
}
