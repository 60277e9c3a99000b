/** The kinds of entries of a test organization's timeline. */
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

/** An event in a test organization, at a time on its test clock. */
export interface TimelineEntry {
  /** The key of the timeline entry, which orders entries of one moment. */
  readonly id: string
  readonly at: Date
  readonly kind: TimelineKind
  /** The e-mail address of the person that the entry is about. */
  readonly email: string | null
  readonly recordId: string | null
  readonly spinnerId: string | null
  readonly jobId: string | null
  readonly step: number | null
  /** The id of the logged message, for an entry about a message or about a reaction to it. */
  readonly messageId: string | null
  readonly subject: string | null
  /** The address of the sender that sent the message. */
  readonly sender: string | null
  readonly url: string | null
  /** The outcome that the entry shows, such as the state of a message or of a job. */
  readonly status: string | null
  /** The words of a server, a receiver or a reply; or the reason for the outcome. */
  readonly text: string | null
}
