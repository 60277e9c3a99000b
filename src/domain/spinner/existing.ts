import type { Starts } from './starts.ts'

/** Whether publishing a spinner that starts on records includes the records that no job has taken. */
export const existingChoices = ['include', 'exclude'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/** The records that no job of a spinner has taken when it is published, and what becomes of them. */
export interface Existing {
  /** The number of these records. */
  readonly count: number
  readonly choice: ExistingChoice
}

/**
 * Returns what becomes of existing records where the publisher does not say it. A spinner begins with what arrives after
 * publishing. One that starts on records already keeps what is due, because those records arrived while it was live.
 */
export function usualChoice(published: Starts | null): ExistingChoice {
  return published?.on === 'records' ? 'include' : 'exclude'
}
