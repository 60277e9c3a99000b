import type { Decoded } from '../mapping/decoded.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { Path } from '../mapping/path.ts'

/** A column of a table and the place in a record that a proposed mapping would fill it from. */
export interface ProposedColumn {
  readonly column: string
  /** The path to the column's values from the root; null if no place was found for the column. */
  readonly path: Path | null
  /** The confidence, from 0 to 1, that the place belongs to the column. */
  readonly confidence: number
  /** Whether no other place is nearly as good for the column. */
  readonly clear: boolean
  /** Up to 3 different values of the place, shortened to 200 characters. */
  readonly samples: readonly Decoded[]
  /** Whether the table does not have the column yet. */
  readonly isNew: boolean
}

/** A place in a record that fills no column. A person may create a column for it or ignore it. */
export interface LeftOver {
  readonly path: Path
  /** The proposed name of a new column for the place. */
  readonly name: string
  readonly samples: readonly Decoded[]
}

/** A notice that a person should read before applying a proposed mapping. */
export interface ProposalNotice {
  readonly code: 'IDS_ONLY' | 'NOTHING_FOUND' | 'UNREADABLE'
  readonly message: string
}

/** A guessed mapping, and its effect on the bodies that it was guessed from. */
export interface MappingProposal {
  readonly mapping: Mapping
  readonly columns: readonly ProposedColumn[]
  readonly leftOver: readonly LeftOver[]
  readonly notice: ProposalNotice | null
  /** The number of records in these bodies that the proposed mapping would admit. */
  readonly wouldAdmit: number
  readonly wouldHold: number
}
