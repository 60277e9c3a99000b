import type { Inbound } from '../../api/test-mode/test-timeline.ts'
import { t } from '../../languages/text.ts'

interface InboundKind {
  readonly label: string
  /** A text that says what is simulated, such as a reply, and what it changes for the recipient. */
  readonly result: string
  /** The text of the reaction if the user types none; null if this kind of reaction has no text. */
  readonly sample: string | null
}

/** The label, consequence and sample text of each kind of reaction to a message. */
export const inboundKinds: Readonly<Record<Inbound['kind'], InboundKind>> = {
  reply: {
    label: t('Reply'),
    result: t(
      'Simulates that the person replies. If the spinner stops at replies, the person gets no further message of the job.',
    ),
    sample: t('Thanks, please call me tomorrow.'),
  },
  autoReply: {
    label: t('Automatic reply'),
    result: t(
      'Simulates an out-of-office reply. If the spinner waits during absences, the person gets no message until they are back.',
    ),
    sample: t('I am out of the office until next week.'),
  },
  bounce: {
    label: t('Bounce'),
    result: t(
      'Simulates that the e-mail could not be delivered. The address is suppressed: no spinner writes to it again.',
    ),
    sample: '550 5.1.1 No such mailbox',
  },
  complaint: {
    label: t('Spam complaint'),
    result: t(
      'Simulates that the person reports the e-mail as spam. The address is suppressed: no spinner writes to it again.',
    ),
    sample: null,
  },
  unsubscribe: {
    label: t('Unsubscribe'),
    result: t(
      'Simulates that the person clicks the unsubscribe link of this e-mail. The address is suppressed: no spinner writes to it again.',
    ),
    sample: null,
  },
}

export const inboundKindNames = Object.keys(inboundKinds) as Inbound['kind'][]
