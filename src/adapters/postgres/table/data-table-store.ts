import type { BadSignatureRule, TableSignature } from '../../../domain/arrival/delivery/signature.ts'
import type { IntakeMode } from '../../../domain/arrival/intake.ts'
import type { Column, DataTable, MissingColumns } from '../../../domain/table/data-table.ts'
import type { Match } from '../../../domain/table/match.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import { execute, type Statement } from '../database.ts'
import { countWithin, everyColumnOf, type OpenTransaction, pick, Row, within } from '../rows.ts'

export const dataTableColumns = everyColumnOf<DataTable>()(
  'id',
  'organizationId',
  'projectId',
  'name',
  'columns',
  'missingColumns',
  'autoMap',
  'signature',
  'onBadSignature',
  'match',
  'defaultCountry',
  'schemaVersion',
  'revision',
  'ingestTokenDigest',
  'ingestTokenCiphertext',
  'previousTokenDigest',
  'previousTokenUntil',
  'intake',
  'duplicateWindowSeconds',
  'createdAt',
)

const remove: Statement = {
  name: 'remove_data_table',
  text: `
    with removed as (delete from data_tables where id = $1 returning id),
         kept as (delete from arrivals where data_table_id = $1),
         indexes as (delete from record_indexes where data_table_id = $1),
         fills as (delete from index_fills where data_table_id = $1),
         views as (delete from views where data_table_id = $1)
    insert into removed_tables (id, removed_at) select id, $2::timestamptz from removed`,
}

class DataTableRow extends Row {
  static override tableName = 'data_tables'
  static override jsonAttributes = ['columns', 'match', 'signature']
  declare id: string
  declare organizationId: string
  declare projectId: string
  declare name: string
  declare columns: Column[]
  declare missingColumns: MissingColumns
  declare autoMap: boolean
  declare signature: TableSignature | null
  declare onBadSignature: BadSignatureRule
  declare match: Match | null
  declare defaultCountry: string | null
  declare schemaVersion: number
  declare revision: number
  declare ingestTokenDigest: string
  declare ingestTokenCiphertext: string
  declare previousTokenDigest: string | null
  declare previousTokenUntil: Date | null
  declare intake: IntakeMode
  declare duplicateWindowSeconds: number
  declare createdAt: Date
}

export class PostgresDataTableStore implements DataTableStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  async add(table: DataTable): Promise<void> {
    await within(this.#tx, DataTableRow).insert({ ...table, columns: [...table.columns] })
  }

  async find(organizationId: string, id: string): Promise<DataTable | null> {
    const row = await within(this.#tx, DataTableRow).findOne({ id, organization_id: organizationId })
    return row === undefined ? null : pick(row, dataTableColumns)
  }

  async lock(organizationId: string, id: string): Promise<DataTable | null> {
    const row = await within(this.#tx, DataTableRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, dataTableColumns)
  }

  async save({ id, columns, ...table }: DataTable): Promise<void> {
    await within(this.#tx, DataTableRow)
      .findById(id)
      .patch({ ...table, columns: [...columns] })
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id, this.#clock.now()])
  }

  countOf(organizationId: string): Promise<number> {
    return countWithin(within(this.#tx, DataTableRow).where({ organization_id: organizationId }))
  }

  async anyIn(projectId: string): Promise<boolean> {
    return (
      (await within(this.#tx, DataTableRow).findOne({ project_id: projectId }).select('id')) !== undefined
    )
  }
}
