import { Wakeups } from '../../../ports/job/wakeups.ts'
import type { Database, Statement } from '../database.ts'

// Queues wake-ups without waiting for the disk, because a wake-up is only a hint and the sweep repeats it.
const askTurns: Statement = {
  name: 'ask_turns',
  text: "select set_config('synchronous_commit', 'off', true), request_turns(p_organizations => $1)",
}

export class PostgresWakeups extends Wakeups {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async ask(organizationIds: readonly string[]): Promise<void> {
    if (organizationIds.length > 0) await this.#database.write(askTurns, [organizationIds])
  }
}
