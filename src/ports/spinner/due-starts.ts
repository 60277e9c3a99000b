import type { StoppedStart } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'

export interface DueStart {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  /** The time at which the automatic start is due; in the past if the start was missed. */
  readonly dueAt: Date
}

export interface StartOrder extends DueStart {
  /** The id that the new job gets. */
  readonly jobId: string
  readonly now: Date
  /** The time of the next automatic start after this one; null if none follows. */
  readonly nextAt: Date | null
}

/**
 * The outcome of an automatic start. `empty`: there were no records, and no job was made. `taken`: another
 * process has made this start, or the spinner was paused, published or unpublished meanwhile. `refused`: the
 * plan has no room for a job, or the spinner is no longer published; nothing was written, and the start stays
 * due.
 */
export type StartOutcome = 'started' | 'empty' | 'taken' | 'refused'

/**
 * Makes the automatic starts of spinners, by new records or a schedule. Any runtime may make a start that is
 * due.
 */
export abstract class DueStarts {
  /**
   * Claims at most `most` automatic starts that are due, longest due first. No other caller gets a claimed
   * start before `again`. A spinner that starts on records and has none is left out; the time of its next
   * check is set. If `organizationId` is null, claims starts of all organizations that are not in test mode.
   */
  abstract lease(
    now: Date,
    most: number,
    again: Date,
    organizationId?: string | null,
  ): Promise<readonly DueStart[]>

  /**
   * Makes an automatic start in the same manner as a trigger request. The job, its wake-up, its audience, the
   * meter and the mark of the start are one commit. Each moment of a spinner is started once, however many
   * processes try.
   */
  abstract begin(order: StartOrder): Promise<StartOutcome>

  /**
   * Stores why an automatic start cannot be made and when it is tried again. While the reason stays the same,
   * the time of its first occurrence is kept.
   */
  abstract stop(start: DueStart, stopped: StoppedStart, checkAt: Date): Promise<void>
}
