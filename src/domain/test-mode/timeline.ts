/** The kinds of entries of a test organization's timeline. */
export const timelineKinds = [
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
  'finished',
] as const
type TimelineKind = (typeof timelineKinds)[number]

/** One thing that happened in a test organization, by its clock. */
export interface TimelineEntry {
  /** The key of the entry, by which entries of one moment have an order. */
  readonly id: string
  readonly at: Date
  readonly kind: TimelineKind
  /** The address of the person it is about. */
  readonly email: string | null
  readonly recordId: string | null
  readonly spinnerId: string | null
  readonly jobId: string | null
  readonly step: number | null
  /** The message in the log, for a message and for what came back of it. */
  readonly messageId: string | null
  readonly subject: string | null
  /** The address of the sender. */
  readonly sender: string | null
  readonly url: string | null
  /** What became of it, such as the state of a message or of a job. */
  readonly status: string | null
  /** Words of a server, a receiver or a reply, and reasons. */
  readonly text: string | null
}
