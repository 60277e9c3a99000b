import type { Reading } from '../../adapters/metrics/summed-metrics.ts'
import type { AdmittedRequests } from '../../domain/plan/admitted-requests.ts'

/**
 * The facts that the parent has prepared for all children; null if the children need only the configuration.
 */
export interface PreparedByParent {
  readonly databaseUrl: string
  /** The id of the demo's owner, whom one click signs in; null if a click must not sign in. */
  readonly demoUserId: string | null
}

export type ToChild =
  | { readonly kind: 'given'; readonly given: PreparedByParent | null }
  | { readonly kind: 'stop' }
  /** Requests the metrics of the child, which answers with `reading`. */
  | { readonly kind: 'read'; readonly id: number }
  /** Answers a child's `scrape` with the metrics of all processes. */
  | { readonly kind: 'scraped'; readonly id: number; readonly text: string }
  | { readonly kind: 'spent'; readonly spent: readonly AdmittedRequests[] }

export type FromChild =
  | { readonly kind: 'ready' }
  /**
   * Reports that the child could not start, with the text that a single process would print for the operator.
   */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'reading'; readonly id: number; readonly reading: Reading }
  /** Requests the metrics of all processes, because Prometheus has asked this child. */
  | { readonly kind: 'scrape'; readonly id: number }
  | { readonly kind: 'spent'; readonly spent: readonly AdmittedRequests[] }
