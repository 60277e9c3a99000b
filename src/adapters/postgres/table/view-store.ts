import type { View } from '../../../domain/table/search/view.ts'
import type { ViewStore } from '../../../ports/table/data-tables.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

const views = entity('views', 'id', 'organizationId', 'dataTableId', 'name', 'definition', 'createdAt')

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

  async remove(id: string): Promise<void> {
    await views.within(this.#tx).remove({ id })
  }
}

function viewIn({ definition, ...view }: Selected<typeof views>): View {
  return { ...view, layout: null, ...definition }
}
