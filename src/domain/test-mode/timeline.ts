/** The kinds of events in the timeline of a test organization. */
export const testTimelineKinds = [
  'started',
  'message',
  'webhook',
  'guard',
  'reply',
  'autoReply',
  'bounce',
  'complaint',
  'unsubscribed',
  'skipped',
  'failed',
  'stopped',
  'unconfirmed',
  'finished',
] as const
type TimelineKind = (typeof testTimelineKinds)[number]

/** An event in the timeline of a test organization, with its time on the test clock. */
export interface TestTimelineEntry {
  /** The id of the event. Events of the same time are shown in the order of their ids. */
  readonly id: string
  readonly at: Date
  readonly kind: TimelineKind
  /** The e-mail address of the recipient whom the timeline event concerns; null if it is not known. */
  readonly email: string | null
  readonly recordId: string | null
  readonly spinnerId: string | null
  readonly jobId: string | null
  readonly step: number | null
  /** The id of the e-mail in the log of messages, for an event about this e-mail or about a reaction to it. */
  readonly messageId: string | null
  readonly subject: string | null
  /** The e-mail address of the sender (mail account) that sent the message of this event. */
  readonly sender: string | null
  readonly url: string | null
  /** The outcome of the timeline event, such as the state of a message or of a job. */
  readonly status: string | null
  /** The text of a reply, the answer of a mail server or webhook receiver, or the reason for the outcome. */
  readonly text: string | null
}
