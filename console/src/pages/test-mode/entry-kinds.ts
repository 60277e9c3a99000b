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
import { t } from '../../languages/text.ts'

type Kind = TestTimelineEntry['kind']

/** The icon, the colour and the words of each kind of entry in the test timeline. */
export const entryKinds: Readonly<
  Record<Kind, { readonly icon: LucideIcon; readonly color: string; readonly words: string }>
> = {
  started: { icon: Play, color: 'spindle', words: t('Started') },
  message: { icon: Send, color: 'teal', words: t('Message') },
  webhook: { icon: Webhook, color: 'teal', words: t('Webhook') },
  guard: { icon: ShieldQuestionMark, color: 'spindle', words: t('Guard step asked its URL') },
  reply: { icon: Reply, color: 'spindle', words: t('Reply') },
  autoReply: { icon: Clock, color: 'yellow', words: t('Automatic reply') },
  bounce: { icon: Undo2, color: 'yellow', words: t('Bounce') },
  complaint: { icon: Flag, color: 'red', words: t('Spam complaint') },
  unsubscribed: { icon: MailX, color: 'yellow', words: t('Unsubscribed') },
  skipped: { icon: CircleSlash, color: 'gray', words: t('Skipped') },
  failed: { icon: CircleX, color: 'red', words: t('Failed') },
  unconfirmed: { icon: CircleQuestionMark, color: 'yellow', words: t('Unconfirmed') },
  stopped: { icon: Octagon, color: 'gray', words: t('Stopped') },
  finished: { icon: ListChecks, color: 'gray', words: t('Finished') },
}
