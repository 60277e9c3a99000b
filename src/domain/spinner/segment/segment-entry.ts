import type { Starts } from '../starts.ts'

/** The state of a record for a spinner that starts on entries into a segment. */
export interface SegmentEntry {
  readonly recordId: string
  /** Whether the record belonged to the segment when a runtime last looked at it. */
  readonly isMember: boolean
  /** The time when the record entered the segment, if it waits for the next job; otherwise null. */
  readonly enteredAt: Date | null
  /** The time when a job last started for an entry of the record; null if none did. */
  readonly startedAt: Date | null
}

/**
 * When an entry of a record starts the next time: it `waits` for the next job, `nextEntry` when it enters again, `later`
 * for an entry after a time only, or `never`.
 */
export const nextEntryStarts = ['waits', 'nextEntry', 'later', 'never'] as const
type NextEntryStart = (typeof nextEntryStarts)[number]

/** The entries of a record into a segment as they are explained. */
export interface ExplainedEntry extends SegmentEntry {
  readonly nextStart: NextEntryStart
  /** The time from which an entry starts again; null unless `nextStart` is `later`. */
  readonly againAt: Date | null
}

const dayMs = 86_400_000

/** Explains when an entry of a record starts a spinner the next time. `starts` are those of its published version. */
export function explainedEntry(
  entry: SegmentEntry,
  starts: Extract<Starts, { readonly on: 'segment' }>,
  now: Date,
): ExplainedEntry {
  const explained = (nextStart: NextEntryStart, againAt: Date | null = null) => ({
    ...entry,
    nextStart,
    againAt,
  })
  if (entry.enteredAt !== null) return explained('waits')
  if (entry.startedAt === null) return explained('nextEntry')
  if (starts.again === 'never') return explained('never')
  const againAt = new Date(entry.startedAt.getTime() + (starts.againAfterDays ?? 0) * dayMs)
  return againAt > now ? explained('later', againAt) : explained('nextEntry')
}
