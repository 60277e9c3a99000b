import type { ReasonView } from '../job/recipient/reason-view.ts'
import type { Page, PageOf } from '../page.ts'
import { invalidCursor, pageOf } from '../page.ts'
import type { LoggedMessage } from '../sender/message/logged-message.ts'

/** What happens to a person, in the order in which one leads to the other. */
export const timelineKinds = [
  'held',
  'refused',
  'arrived',
  'updated',
  'suppressed',
  'bounced',
  'unsubscribed',
  'complained',
  'lifted',
  'taken',
  'sending',
  'sent',
  'waits',
  'skipped',
  'failed',
  'unconfirmed',
  'stopped',
] as const

/** By what a record came, or was changed. */
export type ArrivalSource =
  | { readonly kind: 'apiKey'; readonly apiKeyId: string; readonly name: string | null }
  | { readonly kind: 'webhookUrl' }
  | { readonly kind: 'import' }

interface OfRecord {
  readonly dataTableId: string
  readonly recordId: string
}

interface OfJob extends OfRecord {
  readonly spinnerId: string
  readonly jobId: string
}

/** How a record got in, or was changed. `source` is null where it was not noted. */
interface Came extends OfRecord {
  readonly requestId: string
  readonly source: ArrivalSource | null
}

interface OfStep extends OfJob {
  readonly step: number
}

/** What the log has of a message. */
type TimelineMessage = Pick<LoggedMessage, 'id' | 'to' | 'subject' | 'state' | 'words'>

/** One thing that happened to a person. */
export type TimelineItem = { readonly at: Date } & (
  | ({ readonly kind: 'arrived' } & Came)
  | ({ readonly kind: 'updated'; readonly columns: readonly string[] } & Came)
  | { readonly kind: 'suppressed' | 'bounced' | 'unsubscribed' | 'complained' | 'lifted' }
  /** A lead that did not become a record, or has not yet. */
  | {
      readonly kind: 'held' | 'refused'
      readonly arrivalId: string
      readonly dataTableId: string | null
      readonly requestId: string
      /** The code of the first reason. */
      readonly code: string | null
    }
  | ({ readonly kind: 'taken' } & OfJob)
  /** `to`: the address, or null for a webhook, and for an e-mail that went elsewhere or before contacts were noted. */
  | ({
      readonly kind: 'sent' | 'sending'
      readonly channel: string
      readonly to: string | null
      readonly mail?: TimelineMessage
    } & OfStep)
  | ({
      readonly kind: 'waits' | 'skipped' | 'failed' | 'unconfirmed' | 'stopped'
      /** Null for what an earlier version did; it left words alone. */
      readonly reason: ReasonView | null
      readonly message: string | null
      readonly mail?: TimelineMessage
    } & OfStep)
)

/** Newest first; of what happened in one moment, what followed comes before what it followed from. */
export function timelinePage(items: readonly TimelineItem[], page: Page): PageOf<TimelineItem> {
  const { after } = page
  if (after !== null && !/^\d{15}\.\d\d\./.test(after)) throw invalidCursor()
  const keyed = items
    .map((item, index) => ({ item, key: keyOf(item, index) }))
    .toSorted((a, b) => (a.key < b.key ? 1 : -1))
    .filter(({ key }) => after === null || key < after)
  const { items: some, next } = pageOf(keyed, page, ({ key }) => key)
  return { items: some.map(({ item }) => item), next }
}

/** The same whatever else has happened since, so that a page begins where the one before it ended. */
function keyOf(item: TimelineItem, index: number): string {
  const moment = String(item.at.getTime()).padStart(15, '0')
  const kind = String(timelineKinds.indexOf(item.kind)).padStart(2, '0')
  const { recordId = '', jobId = '', step = '' } = item as Partial<OfStep>
  const { arrivalId = '' } = item as { readonly arrivalId?: string }
  const change = item.kind === 'updated' ? index : ''
  return [moment, kind, recordId, jobId, step, change, arrivalId].join('.')
}
