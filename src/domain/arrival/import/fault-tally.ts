import { cutText } from '../../text/storable-text.ts'
import type { RowFault } from './row-fault.ts'

const maxSamples = 5
const maxSampleLength = 200
/** The number of combinations of column and fault code that an import counts. A file usually has a few. */
const maxKinds = 200

/** The rows of an imported file that have the same fault in the same column. */
export interface FaultGroup {
  readonly column: string | null
  readonly code: string
  readonly count: number
  /**
   * Whether a row with this fault makes the import fail, unless the import leaves out faulty rows
   * (`skipBadRows`).
   */
  readonly isRefused: boolean
  /** The first 5 values of the file with this fault, with their line numbers. */
  readonly samples: readonly { readonly line: number; readonly value: string }[]
}

/**
 * Counts the faulty rows of an imported file and their faults. A row with several faults is counted once for
 * each fault.
 */
export class FaultTally {
  readonly #groups = new Map<
    string,
    { fault: RowFault; count: number; samples: { line: number; value: string }[] }
  >()
  #rows = 0
  #refusing = 0

  note(faults: readonly RowFault[], line: number, value: (fault: RowFault) => string): void {
    this.#rows++
    if (faults.some(({ isRefused }) => isRefused)) this.#refusing++
    for (const fault of faults) this.#count(fault, line, value)
  }

  #count(fault: RowFault, line: number, value: (fault: RowFault) => string): void {
    const kind = `${fault.code} ${fault.column ?? ''}`
    const group = this.#groups.get(kind)
    if (group !== undefined) {
      group.count++
      if (group.samples.length < maxSamples) group.samples.push({ line, value: short(value(fault)) })
    } else if (this.#groups.size < maxKinds)
      this.#groups.set(kind, { fault, count: 1, samples: [{ line, value: short(value(fault)) }] })
  }

  get rows(): number {
    return this.#rows
  }

  /**
   * The number of rows with a fault that makes the import fail, unless the import leaves out faulty rows
   * (`skipBadRows`).
   */
  get refusing(): number {
    return this.#refusing
  }

  get groups(): readonly FaultGroup[] {
    return [...this.#groups.values()].map(({ fault: { column, code, isRefused }, count, samples }) => ({
      column,
      code,
      count,
      isRefused,
      samples,
    }))
  }
}

function short(text: string): string {
  return text.length > maxSampleLength ? `${cutText(text, maxSampleLength)}…` : text
}
