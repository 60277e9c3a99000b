import { rowsLeftOut } from '../../../domain/arrival/arrival.ts'
import { HeldBodies, type HeldBody, type HeldBodySelection } from '../../../ports/arrival/held-bodies.ts'
import type { MemoryStore } from '../store.ts'
import { isAdmissible } from './kept-arrivals.ts'

export class MemoryHeldBodies extends HeldBodies {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async read(
    organizationId: string,
    { dataTableId, shape, arrivalIds, limit }: HeldBodySelection,
  ): Promise<readonly HeldBody[]> {
    return [...this.#store.arrivals.values()]
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .filter(
        (one) =>
          one.organizationId === organizationId &&
          one.dataTableId === dataTableId &&
          isAdmissible(one.state) &&
          one.code !== rowsLeftOut &&
          (shape === undefined || one.shape === shape) &&
          (arrivalIds === undefined || arrivalIds.includes(one.id)),
      )
      .flatMap(({ id, body }) => (body === null ? [] : [{ arrivalId: id, ...body }]))
      .slice(0, limit)
  }
}
