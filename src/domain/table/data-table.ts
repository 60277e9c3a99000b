import type { TypedColumn } from './column/column-type.ts'
import { defaultDuplicateWindowSeconds } from './duplicate-window.ts'
import type { Match } from './match.ts'
import type { BadSignatureRule, TableSignature } from './signature.ts'

/**
 * The rules for an incoming record that lacks a column of the table: it is refused, or stored with null in the
 * column.
 */
export const missingColumnsRules = ['reject', 'fill'] as const
export type MissingColumns = (typeof missingColumnsRules)[number]

export interface Column extends TypedColumn {
  readonly name: string
  /** Whether the steps of spinners may read the column (a metadata column). */
  readonly isMetadata: boolean
}

/** The settings of a data table that decide which records it accepts, and which records are the same. */
export interface TableSettings {
  readonly missingColumns: MissingColumns
  /** Whether a proposed mapping may be applied without a person's review if it is unambiguous. */
  readonly mapsAutomatically: boolean
  /** The signature that deliveries to the table need; null if they need none. */
  readonly signature: TableSignature | null
  readonly onBadSignature: BadSignatureRule
  /** The columns that identify a record; null if every arriving record is a new one. */
  readonly match: Match | null
  /** The two-letter code of the country by which phone numbers without a country prefix are read. */
  readonly defaultCountry: string | null
  /**
   * The rule for deliveries that do not fit the table: `strict` refuses them, `open` holds them for a person.
   */
  readonly acceptsAnyFormat: boolean
  /**
   * The seconds within which a delivery with the same bytes counts as a repeat, if the source gives
   * deliveries no id.
   */
  readonly duplicateWindowSeconds: number
}

/** The settings of a new data table, which accepts records in its own format only. */
export const defaultTableSettings: TableSettings = {
  missingColumns: 'reject',
  mapsAutomatically: false,
  signature: null,
  onBadSignature: 'refuse',
  match: null,
  defaultCountry: null,
  acceptsAnyFormat: false,
  duplicateWindowSeconds: defaultDuplicateWindowSeconds,
}

/** The names of the settings of a data table. */
export const tableSettingNames = Object.keys(defaultTableSettings) as readonly (keyof TableSettings)[]

/** A data table: a list of records that all have the same columns. */
export interface DataTable extends TableSettings {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly name: string
  readonly columns: readonly Column[]
  /**
   * The version of the columns, `acceptsAnyFormat`, the signature and the match. Every change of them increases it,
   * so that a cached `TableSchema` can be recognized as outdated.
   */
  readonly schemaVersion: number
  readonly revision: number
  readonly ingestTokenDigest: string
  readonly ingestTokenCiphertext: string
  /** The digest of the previous ingest token, which remains valid until `previousTokenUntil`. */
  readonly previousTokenDigest: string | null
  readonly previousTokenUntil: Date | null
  readonly createdAt: Date
}

/** `DataTable` with its number of records, as the API returns it. */
export interface DataTableView extends DataTable {
  readonly recordCount: number
}

/** An ingest token as a table stores it: its digest, and the encrypted token. */
export interface IngestToken {
  readonly digest: string
  readonly ciphertext: string
}

/** Returns a table with the default settings and its first ingest token. */
export function newDataTable(
  own: Pick<DataTable, 'id' | 'organizationId' | 'projectId' | 'name' | 'columns' | 'createdAt'>,
  token: IngestToken,
): DataTable {
  return {
    ...own,
    ...defaultTableSettings,
    schemaVersion: 1,
    revision: 1,
    ingestTokenDigest: token.digest,
    ingestTokenCiphertext: token.ciphertext,
    previousTokenDigest: null,
    previousTokenUntil: null,
  }
}

export function metadataColumnsOf({ columns }: Pick<DataTable, 'columns'>): readonly string[] {
  return columns.filter(({ isMetadata }) => isMetadata).map(({ name }) => name)
}
