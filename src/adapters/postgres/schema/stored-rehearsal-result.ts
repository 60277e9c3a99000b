import type { RehearsalResult } from '../../../domain/job/rehearsal/rehearsal.ts'

/** Figures that rehearsals of the version before 1.0 lack. */
type PeopleFigures = 'people' | 'messagesToday' | 'maxPeoplePerDay'

/** The result of a rehearsal as its JSON column holds it, with times as text. */
export type StoredRehearsalResult = Omit<
  RehearsalResult,
  'firstMessageAt' | 'lastMessageAt' | 'samples' | PeopleFigures
> &
  Partial<Pick<RehearsalResult, PeopleFigures>> & {
    readonly firstMessageAt: string | null
    readonly lastMessageAt: string | null
    readonly samples: readonly {
      readonly recordId: string
      readonly steps: readonly (Omit<RehearsalResult['samples'][number]['steps'][number], 'at'> & {
        readonly at: string
      })[]
    }[]
  }

export function readStoredResult(stored: StoredRehearsalResult): RehearsalResult {
  const {
    firstMessageAt,
    lastMessageAt,
    samples,
    people = 0,
    messagesToday = 0,
    maxPeoplePerDay = 0,
  } = stored
  return {
    ...stored,
    people,
    messagesToday,
    maxPeoplePerDay,
    firstMessageAt: firstMessageAt === null ? null : new Date(firstMessageAt),
    lastMessageAt: lastMessageAt === null ? null : new Date(lastMessageAt),
    samples: samples.map(({ recordId, steps }) => ({
      recordId,
      steps: steps.map((step) => ({ ...step, at: new Date(step.at) })),
    })),
  }
}
