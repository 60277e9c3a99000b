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
   * Up to so many starts that are due, the longest due first, and for others not before `again`. Where nothing has
   * arrived for a spinner that starts on records, its next look is set and it is not among them. Of one organization, or
   * of all that are not test organizations where it is null.
   */
  abstract claim(
    now: Date,
    most: number,
    again: Date,
    organizationId?: string | null,
  ): Promise<readonly DueStart[]>

  /**
   * Makes a start, as any other trigger: job, wake-up, audience, meter and that it was made are one commit. Each moment
   * of a spinner is started once, whoever tries.
   */
  abstract begin(order: StartOrder): Promise<StartOutcome>

  /**
   * Says that a start cannot be made, and when it is tried again. The first time that the reason was the same stands.
   */
  abstract stop(start: DueStart, stopped: StoppedStart, lookAt: Date): Promise<void>
}
