import type { Starts } from '../../domain/spinner/starts.ts'

export interface PublishedStarts {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  readonly dueAt: Date
  readonly isPaused: boolean
}

/** Published spinners that start by themselves. The spinner must be locked for each of these. */
export interface StartStore {
  /** From now on it starts so. Where it did already, the next start stays what it is. */
  publish(starts: PublishedStarts): Promise<void>
  /** It starts by itself no more. */
  remove(spinnerId: string): Promise<void>
  /** It does not start as long as it is paused. */
  hold(spinnerId: string): Promise<void>
  /** What it missed happens once. */
  goOn(spinnerId: string): Promise<void>
}
