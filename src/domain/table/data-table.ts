import type { BadSignatureRule, TableSignature } from '../arrival/delivery/signature.ts'
import type { Intake } from '../arrival/intake.ts'
import type { TypedColumn } from './column-type.ts'
import type { Match } from './match.ts'

/** What happens to a record that lacks a column: refused, or stored with null. */
export const missingColumnsRules = ['reject', 'fill'] as const
export type MissingColumns = (typeof missingColumnsRules)[number]

export interface Column extends TypedColumn {
  readonly name: string
  /** A metadata column is one that pipelines may see. */
  readonly metadata: boolean
}

/** Rows of one shape. */
export interface DataTable {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly name: string
  readonly columns: readonly Column[]
  readonly missingColumns: MissingColumns
  /** Whether a mapping may be applied that nobody looked at, where there is no doubt about it. */
  readonly autoMap: boolean
  /** Null where deliveries need no signature. */
  readonly signature: TableSignature | null
  readonly onBadSignature: BadSignatureRule
  /** What identifies a record; null where every record that arrives is a new one. */
  readonly match: Match | null
  /** The country that phone numbers without a prefix belong to, by its two letters. */
  readonly defaultCountry: string | null
  /** What becomes of an arrival that the table cannot take as it is. */
  readonly intake: Intake
  /** For how long the same bytes count as a repeat, where their sender does not say which delivery they are. */
  readonly duplicateWindowSeconds: number
  /**
   * Goes up with every change of the columns, of the intake, of the signature and of what identifies a record, so that
   * a remembered shape can be told from the present one.
   */
  readonly schemaVersion: number
  readonly revision: number
  readonly ingestTokenDigest: string
  readonly ingestTokenCiphertext: string
  /** The token before, which still works until then. */
  readonly previousTokenDigest: string | null
  readonly previousTokenUntil: Date | null
  readonly createdAt: Date
}

/** A data table as it is looked at. */
export interface DataTableView extends DataTable {
  readonly recordCount: number
}

export function metadataColumnsOf({ columns }: Pick<DataTable, 'columns'>): readonly string[] {
  return columns.filter(({ metadata }) => metadata).map(({ name }) => name)
}
