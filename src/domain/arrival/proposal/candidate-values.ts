import type { Decoded } from '../mapping/decoded.ts'
import type { Candidate } from './candidate.ts'
import type { Concept } from './names.ts'
import type { ValueKind } from './value-kind.ts'

/** A place that may fill a column, with its value in each record that the guess is made from. */
export interface CandidateValues {
  readonly candidate: Candidate
  readonly values: readonly (Decoded | undefined)[]
  readonly kind: ValueKind | null
  readonly concept: Concept | null
}
