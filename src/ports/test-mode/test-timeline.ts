import type { Page, PageOf } from '../../domain/page.ts'
import type { TimelineEntry } from '../../domain/test-mode/timeline.ts'

/** A webhook or a guard of a test organization, with its answer. */
export interface TestCall {
  readonly id: string
  readonly organizationId: string
  readonly kind: 'webhook' | 'guard'
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /** The kind of its outcome, such as `sent` or `failed`. */
  readonly outcome: string
  readonly method: string
  readonly url: string
  readonly body: string
  /** The beginning of the answer, or the reason of a failure. */
  readonly words: string | null
}

/** Which entries of the timeline; a field that is null does not restrict them. */
export interface TimelineFilter {
  readonly spinnerId: string | null
  /** As `normalizedEmail` leaves it. */
  readonly email: string | null
}

/** What happened in a test organization, by its clock. */
export abstract class TestTimeline {
  /** Returns entries, the oldest first. */
  abstract list(organizationId: string, filter: TimelineFilter, page: Page): Promise<PageOf<TimelineEntry>>

  /** Keeps a call that was answered here or by the organization's own test URL. */
  abstract addCall(call: TestCall): Promise<void>
}
