import { type Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { MemoryStore } from './store.ts'
import { memoryTransaction, type Undo } from './transaction.ts'

/** One transaction after the other; a failed one is undone. */
export class MemoryUnitOfWork extends UnitOfWork {
  readonly #store: MemoryStore
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#run(work))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const undo: Undo = []
    try {
      return await work(memoryTransaction(this.#store, undo))
    } catch (error) {
      for (const step of undo.toReversed()) step()
      throw error
    }
  }
}
