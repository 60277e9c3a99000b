import type { Decoded } from '../mapping/decoded.ts'
import type { Candidate } from './candidate.ts'
import type { Concept } from './names.ts'
import type { ValueKind } from './value-kind.ts'

/** A candidate with its value in each of the records. */
export interface CandidateValues {
  readonly candidate: Candidate
  readonly values: readonly (Decoded | undefined)[]
  readonly kind: ValueKind | null
  readonly concept: Concept | null
}
