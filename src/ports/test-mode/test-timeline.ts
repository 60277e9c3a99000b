import type { Page, PageOf } from '../../domain/page.ts'
import type { TimelineEntry } from '../../domain/test-mode/timeline.ts'

/** A call of a webhook or a guard of a test organization, with its answer. */
export interface TestCall {
  readonly id: string
  readonly organizationId: string
  readonly kind: 'webhook' | 'guard'
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /** The kind of the call's outcome, such as `sent` or `failed`. */
  readonly outcome: string
  readonly method: string
  readonly url: string
  readonly body: string
  /** The beginning of the answer to the call, or the reason for its failure. */
  readonly words: string | null
}

/** A filter of the timeline. A field that is null does not restrict the entries. */
export interface TimelineFilter {
  readonly spinnerId: string | null
  /** The person's e-mail address, as `normalizedEmail` returns it. */
  readonly email: string | null
}

/** The timeline of a test organization, by the time of its test clock. */
export abstract class TestTimeline {
  /** Returns a page of timeline entries of a test organization, oldest first. */
  abstract list(organizationId: string, filter: TimelineFilter, page: Page): Promise<PageOf<TimelineEntry>>

  /** Stores a call that rules or the organization's own test URL answered; ignores calls of jobs that were deleted. */
  abstract addCall(call: TestCall): Promise<void>
}
