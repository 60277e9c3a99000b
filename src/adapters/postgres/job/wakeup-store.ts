import type { WakeupStore } from '../../../ports/job/wakeups.ts'
import { execute } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'

const askTurns = sqlFunction('request_turns', 'p_organizations', 'p_length')

export class PostgresWakeupStore implements WakeupStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(organizationIds: readonly string[]): Promise<void> {
    const call = askTurns({ p_organizations: organizationIds, p_length: 'short' })
    await execute(this.#tx.connection, ...call)
  }
}
