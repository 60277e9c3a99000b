import type { Starts } from '../../domain/spinner/starts.ts'

export interface PublishedStarts {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  readonly dueAt: Date
  readonly isPaused: boolean
}

/** Stores the automatic starts of published spinners. The spinner must be locked for each call. */
export interface StartStore {
  /**
   * Stores the automatic starts of a published spinner. If they are unchanged, the time of the next start
   * stays the same.
   */
  publish(starts: PublishedStarts): Promise<void>
  /** Ends the automatic starts of a spinner. */
  remove(spinnerId: string): Promise<void>
  /** Suspends the automatic starts of a spinner while it is paused. */
  hold(spinnerId: string): Promise<void>
  /** Resumes the automatic starts of a spinner. All starts missed during the pause become one. */
  resume(spinnerId: string): Promise<void>
}
