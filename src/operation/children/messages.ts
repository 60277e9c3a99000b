import type { Reading } from '../../adapters/metrics/summed-metrics.ts'
import type { AdmittedRequests } from '../../domain/plan/admitted-requests.ts'

/**
 * The data that the parent process sends to all its children at their start; null if the children need only the
 * configuration.
 */
export interface PreparedByParent {
  readonly databaseUrl: string
  /**
   * The user id of the demo's owner, as whom one click on the sign-in page signs a visitor in; null if a click
   * must not sign in.
   */
  readonly demoUserId: string | null
}

export type ToChild =
  | { readonly kind: 'given'; readonly given: PreparedByParent | null }
  | { readonly kind: 'stop' }
  /**
   * A message with which the parent requests the metrics of a child process. The child answers with `reading`.
   */
  | { readonly kind: 'read'; readonly id: number }
  /** The parent's answer to a child's `scrape` message: the metrics of all processes as text. */
  | { readonly kind: 'scraped'; readonly id: number; readonly text: string }
  | { readonly kind: 'spent'; readonly spent: readonly AdmittedRequests[] }

export type FromChild =
  | { readonly kind: 'ready' }
  /**
   * A message with which a child process reports that it could not start. `words` is the text that the parent
   * prints for the operator.
   */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'reading'; readonly id: number; readonly reading: Reading }
  /**
   * A message with which a child requests the metrics of all processes from the parent, because Prometheus has
   * asked this child.
   */
  | { readonly kind: 'scrape'; readonly id: number }
  | { readonly kind: 'spent'; readonly spent: readonly AdmittedRequests[] }
