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
  /** The beginning of the answer, or the reason for a failure. */
  readonly words: string | null
}

/** A filter of the timeline. A field that is null does not restrict the entries. */
export interface TimelineFilter {
  readonly spinnerId: string | null
  /** The address of a person, as `normalizedEmail` returns it. */
  readonly email: string | null
}

/** The timeline of a test organization, by its clock. */
export abstract class TestTimeline {
  /** Returns a page of entries, oldest first. */
  abstract list(organizationId: string, filter: TimelineFilter, page: Page): Promise<PageOf<TimelineEntry>>

  /** Stores a call that rules or the organization's own test URL answered; ignores calls of jobs that were deleted. */
  abstract addCall(call: TestCall): Promise<void>
}
