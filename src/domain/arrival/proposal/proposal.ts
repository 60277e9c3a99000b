import type { Decoded } from '../mapping/decoded.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { Path } from '../mapping/path.ts'

/** A column and the place that would fill it. */
export interface ProposedColumn {
  readonly column: string
  /** The path to the values from the root; null if nothing was found for the column. */
  readonly path: Path | null
  /** The confidence from 0 to 1. */
  readonly confidence: number
  /** Whether no other place is nearly as good. */
  readonly clear: boolean
  /** Up to 3 different values, shortened to 200 characters. */
  readonly samples: readonly Decoded[]
  /** Whether the table does not have the column yet. */
  readonly isNew: boolean
}

/** A place that fills no column. A person may create a column for it or ignore it. */
export interface LeftOver {
  readonly path: Path
  /** The proposed name of a column for the place. */
  readonly name: string
  readonly samples: readonly Decoded[]
}

/** A notice that a person should read before applying the mapping. */
export interface ProposalNotice {
  readonly code: 'IDS_ONLY' | 'NOTHING_FOUND' | 'UNREADABLE'
  readonly message: string
}

/** A guessed mapping, and its effect on the bodies that it was guessed from. */
export interface Proposal {
  readonly mapping: Mapping
  readonly columns: readonly ProposedColumn[]
  readonly leftOver: readonly LeftOver[]
  readonly notice: ProposalNotice | null
  /** The number of records in these bodies that would be admitted. */
  readonly wouldAdmit: number
  readonly wouldHold: number
}
