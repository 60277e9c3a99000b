import { cutText } from '../../storable-text.ts'
import type { RowFault } from './row-fault.ts'

const mostSamples = 5
const longestSample = 200
/** Of columns and codes; a file has a few. */
const mostKinds = 200

/** Rows with the same fault in the same column. */
export interface FaultGroup {
  readonly column: string | null
  readonly code: string
  readonly count: number
  /** Whether an import is refused for them that leaves out no rows. */
  readonly refuses: boolean
  /** The first few. */
  readonly samples: readonly { readonly line: number; readonly value: string }[]
}

/** Counts rows, and the faults that they have; a row with several faults is counted with each of them. */
export class FaultTally {
  readonly #groups = new Map<
    string,
    { fault: RowFault; count: number; samples: { line: number; value: string }[] }
  >()
  #rows = 0
  #refusing = 0

  note(faults: readonly RowFault[], line: number, value: (fault: RowFault) => string): void {
    this.#rows++
    if (faults.some(({ refuses }) => refuses)) this.#refusing++
    for (const fault of faults) this.#count(fault, line, value)
  }

  #count(fault: RowFault, line: number, value: (fault: RowFault) => string): void {
    const kind = `${fault.code} ${fault.column ?? ''}`
    const group = this.#groups.get(kind)
    if (group !== undefined) {
      group.count++
      if (group.samples.length < mostSamples) group.samples.push({ line, value: short(value(fault)) })
    } else if (this.#groups.size < mostKinds)
      this.#groups.set(kind, { fault, count: 1, samples: [{ line, value: short(value(fault)) }] })
  }

  get rows(): number {
    return this.#rows
  }

  /** Those for which an import is refused that leaves out no rows. */
  get refusing(): number {
    return this.#refusing
  }

  get groups(): readonly FaultGroup[] {
    return [...this.#groups.values()].map(({ fault: { column, code, refuses }, count, samples }) => ({
      column,
      code,
      count,
      refuses,
      samples,
    }))
  }
}

function short(text: string): string {
  return text.length > longestSample ? `${cutText(text, longestSample)}…` : text
}
