import type { OwnLayout, View } from '../../../domain/table/search/view.ts'
import type { ViewStore } from '../../../ports/table/data-tables.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

const views = entity(
  'views',
  'id',
  'organizationId',
  'dataTableId',
  'name',
  'definition',
  'createdAt',
  'userId',
)

const putOwn: Statement = {
  name: 'put_own_layout',
  text: `
    insert into views (id, organization_id, data_table_id, name, definition, created_at, user_id)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (user_id, data_table_id) where user_id is not null do update set definition = excluded.definition`,
}

export class PostgresViewStore implements ViewStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(dataTableId: string): Promise<readonly View[]> {
    return (await views.within(this.#tx).list({ dataTableId }, 'createdAt', 'id')).map(viewIn)
  }

  async find(organizationId: string, id: string): Promise<View | null> {
    const row = await views.within(this.#tx).find({ organizationId, id })
    return row && viewIn(row)
  }

  put({ q, where, sort, layout, ...view }: View): Promise<void> {
    return views.within(this.#tx).put({ ...view, definition: { q, where, sort, layout } })
  }

  async putOwn({ q, where, sort, layout, ...view }: OwnLayout): Promise<void> {
    const { id, organizationId, dataTableId, name, createdAt, userId } = view
    const definition = { q, where, sort, layout }
    const values = [id, organizationId, dataTableId, name, definition, createdAt, userId]
    await execute(this.#tx.connection, putOwn, values)
  }

  async remove(id: string): Promise<void> {
    await views.within(this.#tx).remove({ id })
  }
}

function viewIn({ definition, ...view }: Selected<typeof views>): View {
  return { ...view, layout: null, ...definition }
}
