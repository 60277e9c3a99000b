import type { Decoded } from '../mapping/decoded.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { Path } from '../mapping/path.ts'

/** A column beside what would fill it. */
export interface ProposedColumn {
  readonly column: string
  /** Where its values are, from the root; null where nothing was found for it. */
  readonly path: Path | null
  /** From 0 to 1. */
  readonly confidence: number
  /** Whether nothing else comes near. */
  readonly clear: boolean
  /** As they would be stored, without repeats. */
  readonly samples: readonly Decoded[]
  /** Whether the table has yet to get it. */
  readonly isNew: boolean
}

/** A place that fills no column: for a person to make a column of, or to leave. */
export interface LeftOver {
  readonly path: Path
  /** What a column of it would be called. */
  readonly name: string
  readonly samples: readonly Decoded[]
}

/** What is worth knowing before a mapping is applied. */
export interface ProposalNotice {
  readonly code: 'IDS_ONLY' | 'NOTHING_FOUND' | 'UNREADABLE'
  readonly message: string
}

/** A mapping as it was guessed from bodies, beside what it would do to them. */
export interface Proposal {
  readonly mapping: Mapping
  readonly columns: readonly ProposedColumn[]
  readonly leftOver: readonly LeftOver[]
  readonly notice: ProposalNotice | null
  /** Of the records in these bodies. */
  readonly wouldAdmit: number
  readonly wouldHold: number
}
