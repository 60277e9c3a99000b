import type { Reading } from '../../adapters/metrics/summed-metrics.ts'
import type { Spent } from '../../domain/plan/spent.ts'

/** The things that the parent prepared once for all children; null if the configuration is sufficient. */
export interface Given {
  readonly databaseUrl: string
  /** The user whom one click signs in; null if that is not allowed. */
  readonly demoUserId: string | null
}

export type ToChild =
  | { readonly kind: 'given'; readonly given: Given | null }
  | { readonly kind: 'stop' }
  /** Asks for the metrics of the child. */
  | { readonly kind: 'read'; readonly id: number }
  /** Answers a `scrape` with the metrics of all processes. */
  | { readonly kind: 'scraped'; readonly id: number; readonly text: string }
  | { readonly kind: 'spent'; readonly spent: readonly Spent[] }

export type FromChild =
  | { readonly kind: 'ready' }
  /**
   * Reports that the child could not start, with the words that it would otherwise print for the operator.
   */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'reading'; readonly id: number; readonly reading: Reading }
  /** Asks for the metrics of all processes together. */
  | { readonly kind: 'scrape'; readonly id: number }
  | { readonly kind: 'spent'; readonly spent: readonly Spent[] }
