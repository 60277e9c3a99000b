import type { ReasonView } from '../job/recipient/reason-view.ts'
import type { Page, PageOf } from '../page.ts'
import { invalidCursor, pageOf } from '../page.ts'
import type { LoggedMessage } from '../sender/message/logged-message.ts'
import type { MessageChannel } from '../spinner/steps/step-capabilities.ts'

/**
 * The kinds of items in a person's timeline. Items of the same moment are sorted in this order, because
 * earlier kinds lead to later kinds.
 */
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

/** The origin of an added or changed record: an API key, a webhook URL or an import. */
export type TimelineSource =
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

/**
 * The request by which a record was added or changed, and the origin of the request. `source` is null if the
 * origin was not recorded.
 */
interface Came extends OfRecord {
  readonly requestId: string
  readonly source: TimelineSource | null
}

interface OfStep extends OfJob {
  readonly step: number
}

/** The fields of a logged e-mail that the timeline of a person shows. */
type TimelineMessage = Pick<LoggedMessage, 'id' | 'to' | 'subject' | 'status' | 'serverResponse'>

/** One event in the timeline of a person. */
export type TimelineItem = { readonly at: Date } & (
  | ({ readonly kind: 'arrived' } & Came)
  | ({ readonly kind: 'updated'; readonly columns: readonly string[] } & Came)
  | { readonly kind: 'suppressed' | 'bounced' | 'unsubscribed' | 'complained' | 'lifted' }
  /** The timeline item of an arrival that added no record for the person, or has not yet. */
  | {
      readonly kind: 'held' | 'refused'
      readonly arrivalId: string
      readonly dataTableId: string | null
      readonly requestId: string
      /** The code of the first reason why the arrival was held or refused; null if there is none. */
      readonly code: string | null
    }
  | ({ readonly kind: 'taken' } & OfJob)
  /**
   * The timeline item of a message. `to` is the person's address. It is null for a webhook, for an e-mail to
   * another address, and for an e-mail from before contacts were recorded.
   */
  | ({
      readonly kind: 'sent' | 'sending'
      readonly channel: MessageChannel
      readonly to: string | null
      readonly mail?: TimelineMessage
    } & OfStep)
  | ({
      readonly kind: 'waits' | 'skipped' | 'failed' | 'unconfirmed' | 'stopped'
      /**
       * The reason for the recipient's state; null for an event that an earlier version of the service stored
       * with only `message`.
       */
      readonly reason: ReasonView | null
      readonly message: string | null
      readonly mail?: TimelineMessage
    } & OfStep)
)

/**
 * Returns a page of timeline items, newest first. Items of the same moment are ordered by kind in reverse.
 */
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

/**
 * Returns the key of a timeline item. The key does not change when other events happen, so that a page begins
 * where the page before it ended.
 */
function keyOf(item: TimelineItem, index: number): string {
  const moment = String(item.at.getTime()).padStart(15, '0')
  const kind = String(timelineKinds.indexOf(item.kind)).padStart(2, '0')
  const { recordId = '', jobId = '', step = '' } = item as Partial<OfStep>
  const { arrivalId = '' } = item as { readonly arrivalId?: string }
  const change = item.kind === 'updated' ? index : ''
  return [moment, kind, recordId, jobId, step, change, arrivalId].join('.')
}
