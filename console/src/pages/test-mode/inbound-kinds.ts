import type { Inbound } from '../../api/test-mode/test-timeline.ts'

interface InboundKind {
  readonly label: string
  /** A sentence that says what the reaction, such as a reply, changes for the recipient. */
  readonly result: string
  /** The text of the reaction if the user types none; null if this kind of reaction has no text. */
  readonly sample: string | null
}

/** The label, consequence and sample text of each kind of reaction to a message. */
export const inboundKinds: Readonly<Record<Inbound['kind'], InboundKind>> = {
  reply: {
    label: 'Reply',
    result: 'If the spinner stops at replies, this person gets no further message of the job.',
    sample: 'Thanks, please call me tomorrow.',
  },
  autoReply: {
    label: 'Automatic reply',
    result: 'If the spinner waits during absences, this person gets no message until they are back.',
    sample: 'I am out of the office until next week.',
  },
  bounce: {
    label: 'Bounce',
    result: 'The address is suppressed, and no spinner writes to it again.',
    sample: '550 5.1.1 No such mailbox',
  },
  complaint: {
    label: 'Spam complaint',
    result: 'The address is suppressed, and no spinner writes to it again.',
    sample: null,
  },
  unsubscribe: {
    label: 'Unsubscribe',
    result: 'The person uses the unsubscribe link of this message and is suppressed.',
    sample: null,
  },
}

export const inboundKindNames = Object.keys(inboundKinds) as Inbound['kind'][]
