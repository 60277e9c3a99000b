import { enteredSegmentOf, type Starts } from './starts.ts'

/**
 * Whether publishing a spinner that starts on records includes the records that no job has taken, and one that starts on
 * entries into a segment the members of the segment.
 */
export const existingChoices = ['include', 'exclude'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/**
 * The records that no job of a spinner has taken when it is published, or the members of its segment, and the choice
 * what to do with them.
 */
export interface Existing {
  /**
   * The number of the table's records that no job of the spinner has taken before it is published. If the spinner starts
   * on entries into a segment, the number of its members, or of those that wait for a job if it does so already.
   */
  readonly count: number
  readonly choice: ExistingChoice
}

/**
 * Returns the choice for existing records if the publisher makes none. A spinner begins with records that arrive, or
 * enter its segment, after publishing. A spinner that starts so already keeps due records, because they came while it was
 * live.
 */
export function defaultExistingChoice(published: Starts | null, starts: Starts): ExistingChoice {
  return continuesStarts(published, starts) ? 'include' : 'exclude'
}

/** Returns whether a published spinner starts on records, or on entries into the same segment, already. */
export function continuesStarts(published: Starts | null, starts: Starts): boolean {
  return published?.on === starts.on && enteredSegmentOf(published) === enteredSegmentOf(starts)
}

/** Returns whether publishing asks what happens with existing records. */
export function hasExisting({ on }: Starts): boolean {
  return on === 'records' || on === 'segment'
}
