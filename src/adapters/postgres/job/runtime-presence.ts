import { type LiveWorker, longestSilenceSeconds } from '../../../domain/job/live-worker.ts'
import { RuntimePresence } from '../../../ports/job/runtime-presence.ts'
import type { Database, Statement } from '../database.ts'

/** An SQL condition on runtime_workers: the worker process was seen recently. */
export const isLive = `last_seen_at > now() - interval '${longestSilenceSeconds} seconds'`

// Keeps the rows of worker processes that died without a message for one day, so that the cause can be
// investigated.
const beat: Statement = {
  name: 'beat_of_worker',
  text: `
    with forgotten as (
      delete from runtime_workers where id in (
        select id from runtime_workers
         where last_seen_at < now() - interval '1 day' and id <> $1 for update skip locked)
    )
    insert into runtime_workers (id) values ($1)
    on conflict (id) do update set last_seen_at = now()`,
}

const leave: Statement = { name: 'leave_of_worker', text: 'delete from runtime_workers where id = $1' }

const live: Statement = {
  name: 'live_workers',
  text: `
    select id, started_at as "startedAt", last_seen_at as "lastSeenAt"
      from runtime_workers where ${isLive} order by started_at, id`,
}

export class PostgresRuntimePresence extends RuntimePresence {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async beat(workerId: string): Promise<void> {
    await this.#database.write(beat, [workerId])
  }

  override async leave(workerId: string): Promise<void> {
    await this.#database.write(leave, [workerId])
  }

  override live(): Promise<readonly LiveWorker[]> {
    return this.#database.read<LiveWorker>(live, [])
  }
}
