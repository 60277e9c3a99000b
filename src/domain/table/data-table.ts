/** What happens to a record that lacks a column: refused, or stored with null. */
export const missingColumnsRules = ['reject', 'fill'] as const
export type MissingColumns = (typeof missingColumnsRules)[number]

export interface Column {
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
  /** Goes up with every change of the columns, so that a remembered shape can be told from the present one. */
  readonly schemaVersion: number
  readonly revision: number
  readonly ingestTokenDigest: string
  readonly ingestTokenCiphertext: string
  readonly createdAt: Date
}

/** A data table as it is looked at. */
export interface DataTableView extends DataTable {
  readonly recordCount: number
}

export function metadataColumnsOf({ columns }: Pick<DataTable, 'columns'>): readonly string[] {
  return columns.filter(({ metadata }) => metadata).map(({ name }) => name)
}
