import { DomainError } from '../../domain/errors.ts'
import { assertSearch } from '../../domain/table/search/record-search.ts'
import { mostViews, type View } from '../../domain/table/search/view.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export type ViewWords = Pick<View, 'name' | 'q' | 'where' | 'sort'>

/** Creates, changes, deletes and lists views: searches of a data table that are saved under a name. */
export class KeepViews {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  create(organizationId: string, dataTableId: string, words: ViewWords): Promise<View> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      assertSearch({ words: [], where: words.where, sort: words.sort }, table.columns)
      if ((await tx.views.of(table.id)).length >= mostViews)
        throw new DomainError('CONFLICT', {
          message: `A table may have at most ${mostViews} views; delete one first`,
        })
      const view = {
        id: this.#ids.next(),
        organizationId,
        dataTableId: table.id,
        createdAt: this.#clock.now(),
        ...words,
      }
      await tx.views.put(view)
      return view
    })
  }

  change(organizationId: string, id: string, words: Partial<ViewWords>): Promise<View> {
    return this.#unitOfWork.run(async (tx) => {
      const before = await tx.views.find(organizationId, id)
      const table = before && (await tx.dataTables.find(organizationId, before.dataTableId))
      if (before === null || table === null) throw new DomainError('NOT_FOUND', { message: 'View not found' })
      const view = { ...before, ...words }
      assertSearch({ words: [], where: view.where, sort: view.sort }, table.columns)
      await tx.views.put(view)
      return view
    })
  }

  remove(organizationId: string, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const view = await tx.views.find(organizationId, id)
      if (view === null) throw new DomainError('NOT_FOUND', { message: 'View not found' })
      await tx.views.remove(view.id)
    })
  }

  list(organizationId: string, dataTableId: string): Promise<readonly View[]> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      return tx.views.of(table.id)
    })
  }
}
