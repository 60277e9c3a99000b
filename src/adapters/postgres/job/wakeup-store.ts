import type { WakeupStore } from '../../../ports/job/wakeup-store.ts'
import { execute } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { addWakeups } from './wakeups.ts'

export class PostgresWakeupStore implements WakeupStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(jobIds: readonly string[]): Promise<void> {
    await execute(this.#tx.connection, addWakeups, [jobIds, 0, false])
  }
}
