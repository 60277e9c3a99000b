import type { Starts } from '../../domain/spinner/starts.ts'

export interface PublishedStarts {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  readonly dueAt: Date
  readonly isPaused: boolean
}

/** The starts of published spinners. The spinner must be locked for each call. */
export interface StartStore {
  /** Stores how a spinner starts from now on. If that is unchanged, the next start stays the same. */
  publish(starts: PublishedStarts): Promise<void>
  /** Ends the spinner's own starts. */
  remove(spinnerId: string): Promise<void>
  /** Suspends the spinner's own starts while it is paused. */
  hold(spinnerId: string): Promise<void>
  /** Resumes the spinner's own starts. All missed starts become one. */
  resume(spinnerId: string): Promise<void>
}
