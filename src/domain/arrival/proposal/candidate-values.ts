import { type Decoded, isList, isScalar } from '../mapping/decoded.ts'
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

/** Returns a value as text that is equal for equal values. A list with one item counts as the item. */
export function comparedText(value: Decoded | undefined): string {
  const [first] = isList(value) ? value : []
  const single = isList(value) && value.length === 1 ? first : value
  return isScalar(single) ? String(single) : JSON.stringify(single)
}
