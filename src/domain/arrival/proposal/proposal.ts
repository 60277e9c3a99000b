import type { ColumnType } from '../../table/column/column-type.ts'
import type { Decoded } from '../mapping/decoded.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { Path } from '../mapping/path.ts'
import type { Refusal } from './lead/refusal.ts'

/** A column of a table and the place in a record that a proposed mapping would fill it from. */
export interface ProposedColumn {
  readonly column: string
  /**
   * The path, from the root of the proposed mapping, to the values for the column; null if no value in the
   * bodies suits the column.
   */
  readonly path: Path | null
  /**
   * The question or key under which the source wrote the values, such as "What is your first name?"; null without a
   * path.
   */
  readonly label: string | null
  /** The confidence, from 0 to 1, that the values of the proposed place belong to the column. */
  readonly confidence: number
  /**
   * Whether the chosen place of a value is clearly the best for the column, so that no person must confirm it.
   */
  readonly isClear: boolean
  /** Up to 3 different values from the proposed place in the bodies, shortened to 200 characters. */
  readonly samples: readonly Decoded[]
  /** The number of examined records that have a value for the column. */
  readonly filled: number
  /** Whether the proposal creates this column, because the table does not have it yet. */
  readonly isNew: boolean
  /** The type of a new column by its values; null for a column of the table. */
  readonly type: ColumnType | null
  /** The reason why a column about a person gets no value although the bodies have such values; null if there is none. */
  readonly refusal: Refusal | null
}

/**
 * A place in the records that fills no column of the proposed mapping. A person may create a column for it or
 * ignore it.
 */
export interface UnmappedField {
  readonly path: Path
  /**
   * The proposed name of a new column that would be filled from this place of the records: the question or key under
   * which the source wrote the values.
   */
  readonly name: string
  readonly samples: readonly Decoded[]
  /** The reason why the value is not proposed for a column about the lead; null if there is none. */
  readonly refusal: Refusal | null
}

/** A notice that a person should read before applying a proposed mapping. */
export interface ProposalWarning {
  readonly code: 'IDS_ONLY' | 'NOTHING_FOUND' | 'UNREADABLE'
  readonly message: string
}

/** A reason why records of the examined bodies would be held, with the number of those records. */
export interface HoldingReason {
  readonly code: string
  readonly message: string
  /** The column to which the reason belongs; null if it is about the whole record. */
  readonly column: string | null
  readonly count: number
}

/**
 * A mapping that the service guessed from received bodies, with the numbers of their records that it would
 * admit and hold.
 */
export interface MappingProposal {
  readonly mapping: Mapping
  readonly columns: readonly ProposedColumn[]
  readonly unmapped: readonly UnmappedField[]
  readonly warning: ProposalWarning | null
  /** The number of records from whose values the columns are proposed. */
  readonly examined: number
  /** The number of records in the examined bodies that the proposed mapping would admit to the table. */
  readonly wouldAdmit: number
  readonly wouldHold: number
  /** The reasons of the records that would be held, the most frequent first; at most 20. */
  readonly reasons: readonly HoldingReason[]
}
