import type { RehearsalResult } from '../../../domain/job/rehearsal/rehearsal.ts'

/** The result of a rehearsal as its JSON column holds it, with times as text. */
export type StoredRehearsalResult = Omit<RehearsalResult, 'firstAt' | 'lastAt' | 'samples'> & {
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly samples: readonly {
    readonly recordId: string
    readonly steps: readonly (Omit<RehearsalResult['samples'][number]['steps'][number], 'at'> & {
      readonly at: string
    })[]
  }[]
}

export function readStoredResult(stored: StoredRehearsalResult): RehearsalResult {
  const { firstAt, lastAt, samples } = stored
  return {
    ...stored,
    firstAt: firstAt === null ? null : new Date(firstAt),
    lastAt: lastAt === null ? null : new Date(lastAt),
    samples: samples.map(({ recordId, steps }) => ({
      recordId,
      steps: steps.map((step) => ({ ...step, at: new Date(step.at) })),
    })),
  }
}
