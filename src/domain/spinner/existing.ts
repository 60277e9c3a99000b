import type { Starts } from './starts.ts'

/** Whether publishing a spinner that starts on records includes the records that no job has taken. */
export const existingChoices = ['include', 'exclude'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/**
 * The records that no job of a spinner has taken when it is published, and the choice what to do with them.
 */
export interface Existing {
  /** The number of the table's records that no job of the spinner has taken before it is published. */
  readonly count: number
  readonly choice: ExistingChoice
}

/**
 * Returns the choice for existing records if the publisher makes none. A spinner begins with records that
 * arrive after publishing. A spinner that already starts on records keeps due records, because they arrived
 * while it was live.
 */
export function defaultExistingChoice(published: Starts | null): ExistingChoice {
  return published?.on === 'records' ? 'include' : 'exclude'
}
