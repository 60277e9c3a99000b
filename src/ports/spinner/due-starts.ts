import type { StoppedStart } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'

export interface DueStart {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  /** The moment that it is for; the past where it was missed. */
  readonly dueAt: Date
}

export interface StartOrder extends DueStart {
  /** The id that the job gets. */
  readonly jobId: string
  readonly now: Date
  /** What the start after this one is for; null for never. */
  readonly nextAt: Date | null
}

/**
 * `empty`: there was nobody, and no job. `taken`: another has made this start, or the spinner was paused, published or
 * unpublished meanwhile. `refused`: the plan has no room for a job, or the spinner is not published any more; nothing
 * was written, and the start stays due.
 */
export type StartOutcome = 'started' | 'empty' | 'taken' | 'refused'

/** What starts by itself, looked for by whichever runtime comes first. */
export abstract class DueStarts {
  /**
   * Claims at most `most` starts that are due, the longest due first. No other caller gets a claimed start before
   * `again`. A spinner that starts on records and has none is left out; the time of its next check is set. Claims starts
   * of one organization, or of all organizations that are not in test mode if `organizationId` is null.
   */
  abstract claim(
    now: Date,
    most: number,
    again: Date,
    organizationId?: string | null,
  ): Promise<readonly DueStart[]>

  /**
   * Makes a start as any other trigger does: the job, its wake-up, its audience, the meter and the mark that the start
   * was made are one commit. Each moment of a spinner is started once, however many processes try.
   */
  abstract begin(order: StartOrder): Promise<StartOutcome>

  /**
   * Stores why a start cannot be made and when it is tried again. While the reason stays the same, the time of its first
   * occurrence is kept.
   */
  abstract stop(start: DueStart, stopped: StoppedStart, lookAt: Date): Promise<void>
}
