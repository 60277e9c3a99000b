import type { Reading } from '../../adapters/metrics/summed-metrics.ts'
import type { Spent } from '../../domain/plan/spent.ts'

/** What there is once, for each child of a service that prepared it; null where the configuration says it all. */
export interface Given {
  readonly databaseUrl: string
  /** Whom one click signs in; null where it signs nobody in. */
  readonly demoUserId: string | null
}

export type ToChild =
  | { readonly kind: 'given'; readonly given: Given | null }
  | { readonly kind: 'stop' }
  /** Asks for what it has counted. */
  | { readonly kind: 'read'; readonly id: number }
  /** Answers a `scrape`. */
  | { readonly kind: 'scraped'; readonly id: number; readonly text: string }
  | { readonly kind: 'spent'; readonly spent: readonly Spent[] }

export type FromChild =
  | { readonly kind: 'ready' }
  /** It ends without having been ready; what it would say to the operator if it were alone. */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'reading'; readonly id: number; readonly reading: Reading }
  /** Asks for what all of them have counted. */
  | { readonly kind: 'scrape'; readonly id: number }
  | { readonly kind: 'spent'; readonly spent: readonly Spent[] }
