import { Wakeups } from '../../../ports/job/wakeups.ts'
import type { Database, Statement } from '../database.ts'

// Queues wake-ups without waiting for the disk, because a wake-up is only a hint and the sweep repeats it.
//
// Leaves out organizations whose entry any runtime may take now. The work was committed before, so the runtime that
// takes the entry finds it. So the sweeps and announcements of several runtimes do not all write one entry.
const askTurns: Statement = {
  name: 'ask_turns',
  text: `
    select set_config('synchronous_commit', 'off', true), request_turns(p_organizations => array(
             select o.id from unnest($1::uuid[]) as o(id)
              where not exists (
                select from graphile_worker.jobs j
                 where j.key = 'turn:' || o.id and j.locked_at is null and j.attempts = 0)))`,
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
