import type { StoppedStart } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'

export interface DueStart {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  /** The time at which the automatic start of a job is due; a past time if the start was missed. */
  readonly dueAt: Date
}

export interface StartOrder extends DueStart {
  /** The id that the new job gets. */
  readonly jobId: string
  readonly now: Date
  /** The month in which the plan counts the job, such as "2026-11". */
  readonly period: string
  /** The time of the next automatic start after this one; null if none follows. */
  readonly nextAt: Date | null
}

/**
 * The outcome of an automatic start. `empty`: no records, so no job. `taken`: another process made this
 * start, or the spinner was paused, published or unpublished meanwhile. `refused`: the plan allows no further
 * job, or the spinner is no longer published; nothing was written, and the start stays due.
 */
export type StartOutcome = 'started' | 'empty' | 'taken' | 'refused'

/**
 * Starts jobs of spinners automatically, on new records or by a schedule. Any runtime may make a start that
 * is due.
 */
export abstract class DueStarts {
  /**
   * Reserves up to `most` automatic starts that are due, longest due first. No other caller gets them before
   * the time `again`. A spinner that starts on records but has none is left out and checked again later. If
   * `organizationId` is null, reserves starts of all organizations that are not in test mode.
   */
  abstract lease(
    now: Date,
    most: number,
    again: Date,
    organizationId?: string | null,
  ): Promise<readonly DueStart[]>

  /**
   * Starts the job of an automatic start, as a trigger request does. The job, its audience, its announcement,
   * the plan's meter and the completed start are one commit. Each due time of a spinner starts one job,
   * however many processes try.
   */
  abstract begin(order: StartOrder): Promise<StartOutcome>

  /**
   * Stores why an automatic start cannot be made and when it is tried again. While the reason stays the same,
   * the time of its first occurrence is kept.
   */
  abstract stop(start: DueStart, stopped: StoppedStart, checkAt: Date): Promise<void>
}
