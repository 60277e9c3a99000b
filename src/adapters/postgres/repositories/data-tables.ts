import type { DataTable } from '../../../domain/table/data-table.ts'
import type { DataTableStore } from '../../../ports/unit-of-work.ts'
import { execute, type Statement } from '../database.ts'
import { countWithin, DataTableRow, pick, type Session, within } from '../rows.ts'

const kept = [
  'id',
  'organizationId',
  'projectId',
  'name',
  'columns',
  'missingColumns',
  'schemaVersion',
  'revision',
  'ingestTokenDigest',
  'ingestTokenCiphertext',
  'createdAt',
] as const

const remove: Statement = {
  name: 'remove_data_table',
  text: `
    with removed as (delete from data_tables where id = $1 returning id)
    insert into removed_tables (id, removed_at) select id, now() from removed`,
}

export class DataTableRepository implements DataTableStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(table: DataTable): Promise<void> {
    await within(this.#session, DataTableRow).insert({ ...table, columns: [...table.columns] })
  }

  async find(organizationId: string, id: string): Promise<DataTable | null> {
    const row = await within(this.#session, DataTableRow).findOne({ id, organization_id: organizationId })
    return row === undefined ? null : pick(row, kept)
  }

  async lock(organizationId: string, id: string): Promise<DataTable | null> {
    const row = await within(this.#session, DataTableRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, columns, ...table }: DataTable): Promise<void> {
    await within(this.#session, DataTableRow)
      .findById(id)
      .patch({ ...table, columns: [...columns] })
  }

  async remove(id: string): Promise<void> {
    await execute(this.#session.connection, remove, [id])
  }

  countOf(organizationId: string): Promise<number> {
    return countWithin(within(this.#session, DataTableRow).where({ organization_id: organizationId }))
  }

  async anyIn(projectId: string): Promise<boolean> {
    return (
      (await within(this.#session, DataTableRow).findOne({ project_id: projectId }).select('id')) !==
      undefined
    )
  }
}
