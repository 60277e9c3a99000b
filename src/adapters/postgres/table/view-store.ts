import type { View } from '../../../domain/table/search/view.ts'
import type { ViewStore } from '../../../ports/table/view-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const columns = `
  id, organization_id as "organizationId", data_table_id as "dataTableId", name, definition, created_at as "createdAt"`

const list: Statement = {
  name: 'list_views',
  text: `select ${columns} from views where data_table_id = $1 order by created_at, id`,
}

const find: Statement = {
  name: 'find_view',
  text: `select ${columns} from views where organization_id = $1 and id = $2`,
}

const put: Statement = {
  name: 'put_view',
  text: `
    insert into views (id, organization_id, data_table_id, name, definition, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (id) do update set name = excluded.name, definition = excluded.definition`,
}

const remove: Statement = { name: 'remove_view', text: 'delete from views where id = $1' }

type ViewRow = Omit<View, 'q' | 'where' | 'sort'> & {
  readonly [name: string]: unknown
  readonly definition: Pick<View, 'q' | 'where' | 'sort'>
}

export class PostgresViewStore implements ViewStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(dataTableId: string): Promise<readonly View[]> {
    return (await execute<ViewRow>(this.#tx.connection, list, [dataTableId])).map(viewIn)
  }

  async find(organizationId: string, id: string): Promise<View | null> {
    const [row] = await execute<ViewRow>(this.#tx.connection, find, [organizationId, id])
    return row === undefined ? null : viewIn(row)
  }

  async put({ id, organizationId, dataTableId, name, q, where, sort, createdAt }: View): Promise<void> {
    const definition = JSON.stringify({ q, where, sort })
    const values = [id, organizationId, dataTableId, name, definition, createdAt]
    await execute(this.#tx.connection, put, values)
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id])
  }
}

function viewIn({ id, organizationId, dataTableId, name, definition, createdAt }: ViewRow): View {
  return { id, organizationId, dataTableId, name, ...definition, createdAt }
}
