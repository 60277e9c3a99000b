import type { Decoded } from '../mapping/decoded.ts'
import type { Candidate } from './candidate.ts'
import type { Concept } from './names.ts'
import type { ValueKind } from './value-kind.ts'

/**
 * A place in the records that may fill a column, with its value in each record from which a mapping is guessed.
 */
export interface CandidateValues {
  readonly candidate: Candidate
  readonly values: readonly (Decoded | undefined)[]
  readonly kind: ValueKind | null
  readonly concept: Concept | null
}
