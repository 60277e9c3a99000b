import type { PeopleView } from '../../../../domain/person/list/people-view.ts'
import { PeopleViewStore } from '../../../../ports/person/people-views.ts'
import { type Executor, entity } from '../../rows.ts'
import type { Selected } from '../../schema/columns.ts'

const views = entity('views', 'id', 'organizationId', 'dataTableId', 'name', 'definition', 'createdAt')

/** The rows of `views` that are of the list of people, which are those without a data table. */
const ofPeople = { dataTableId: null } as const

export class PostgresPeopleViewStore extends PeopleViewStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async viewsOf(organizationId: string): Promise<readonly PeopleView[]> {
    const rows = await views.within(this.#executor).list({ organizationId, ...ofPeople }, 'createdAt', 'id')
    return rows.flatMap(viewsIn)
  }

  override async find(organizationId: string, id: string): Promise<PeopleView | null> {
    const row = await views.within(this.#executor).find({ organizationId, id, ...ofPeople })
    return row === null ? null : (viewsIn(row)[0] ?? null)
  }

  override async lock(organizationId: string, id: string): Promise<PeopleView | null> {
    const row = await views.within(this.#executor).lock({ organizationId, id, ...ofPeople })
    return row === null ? null : (viewsIn(row)[0] ?? null)
  }

  override async put({ filter, columns, ...view }: PeopleView): Promise<void> {
    await views.within(this.#executor).put({ ...view, ...ofPeople, definition: { filter, columns } })
  }

  override async remove(id: string): Promise<void> {
    await views.within(this.#executor).remove({ id, ...ofPeople })
  }
}

/** Returns the view of a row in a list; an empty list for a view of a data table. */
function viewsIn({ definition, dataTableId, ...view }: Selected<typeof views>): readonly PeopleView[] {
  return dataTableId === null && 'filter' in definition ? [{ ...view, ...definition }] : []
}
