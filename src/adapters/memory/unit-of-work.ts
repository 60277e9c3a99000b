import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { RecordKeys } from '../../ports/table/record-keys.ts'
import { type Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { markWritten } from '../system/request-writes.ts'
import { accountStores } from './account/account-stores.ts'
import { auditStore } from './account/audit-store.ts'
import { arrivalStores } from './arrival/arrival-stores.ts'
import { binStore } from './bin/bin-store.ts'
import { destinationStore } from './event/destination-store.ts'
import { eventStore } from './event/event-store.ts'
import { jobStores } from './job/job-stores.ts'
import { personStores } from './person/person-stores.ts'
import { planStores } from './plan/plan-stores.ts'
import { senderStores } from './sender/sender-stores.ts'
import { spinnerStores } from './spinner/spinner-stores.ts'
import type { MemoryStore } from './store.ts'
import { tableStores } from './table/table-stores.ts'
import { testModeStores } from './test-mode/test-mode-stores.ts'
import { Writes } from './writes.ts'

/** `MemoryUnitOfWork` runs transactions one after the other and undoes one that fails. */
export class MemoryUnitOfWork extends UnitOfWork {
  readonly #store: MemoryStore
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #keys: RecordKeys
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: MemoryStore, clock: Clock, ids: Ids, keys: RecordKeys) {
    super()
    this.#store = store
    this.#clock = clock
    this.#ids = ids
    this.#keys = keys
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const next = this.#last.then(() => this.#run(work))
    this.#last = next.catch(() => {})
    return next
  }

  async #run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const writes = new Writes()
    try {
      const result = await work({
        ...accountStores(this.#store, writes),
        ...planStores(this.#store, writes, this.#clock),
        ...tableStores(this.#store, writes, this.#keys),
        ...arrivalStores(this.#store, writes),
        ...spinnerStores(this.#store, writes),
        ...personStores(this.#store, writes),
        ...jobStores(this.#store, writes, this.#clock),
        ...senderStores(this.#store, writes, this.#clock),
        ...testModeStores(this.#store, writes),
        audit: auditStore(this.#store, writes, this.#clock, this.#ids),
        bin: binStore(this.#store, writes, this.#clock),
        events: eventStore(this.#store, writes, this.#clock),
        destinations: destinationStore(this.#store, writes),
      })
      if (writes.undo.length > 0) markWritten()
      return result
    } catch (error) {
      writes.takeBack()
      throw error
    }
  }
}
