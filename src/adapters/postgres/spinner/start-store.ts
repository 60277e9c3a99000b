import type { PublishedStarts, StartStore } from '../../../ports/spinner/start-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

// Stores the starts of a published spinner. If it had the same start before, the due time stays, because a
// due start may have been missed.
const publish: Statement = {
  name: 'publish_starts',
  text: `
    insert into spinner_starts as b (spinner_id, organization_id, starts, due_at, look_at)
    values ($1, $2, $3, $4, case when $5 then null else $4::timestamptz end)
    on conflict (spinner_id) do update
       set starts = excluded.starts, due_at = excluded.due_at, look_at = excluded.look_at, stopped = null, stopped_at = null
     where b.starts <> excluded.starts`,
}

const remove: Statement = {
  name: 'remove_starts',
  text: 'delete from spinner_starts where spinner_id = $1',
}

const hold: Statement = {
  name: 'hold_starts',
  text: 'update spinner_starts set look_at = null where spinner_id = $1',
}

const resumeStarts: Statement = {
  name: 'go_on_with_starts',
  text: `update spinner_starts set look_at = due_at where spinner_id = $1 and due_at < 'infinity'`,
}

export class PostgresStartStore implements StartStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async publish({ spinnerId, organizationId, starts, dueAt, isPaused }: PublishedStarts): Promise<void> {
    const values = [spinnerId, organizationId, JSON.stringify(starts), dueAt, isPaused]
    await execute(this.#tx.connection, publish, values)
  }

  async remove(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, remove, [spinnerId])
  }

  async hold(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, hold, [spinnerId])
  }

  async resume(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, resumeStarts, [spinnerId])
  }
}
