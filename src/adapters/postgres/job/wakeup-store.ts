import type { WakeupStore } from '../../../ports/job/wakeups.ts'
import { execute } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'

const announceTurns = sqlFunction('announce_turns', 'p_organizations')

export class PostgresWakeupStore implements WakeupStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async announce(organizationIds: readonly string[]): Promise<void> {
    const call = announceTurns({ p_organizations: organizationIds })
    await execute(this.#tx.connection, ...call)
  }
}
