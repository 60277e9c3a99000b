import pg from 'pg'
import type { ConnectionTarget } from '../../adapters/postgres/servers.ts'

/** The transaction that holds the lock for which a migration waits. */
export interface LockHolder {
  /**
   * The process id of the transaction that blocks a migration; 0 for a transaction prepared for a two-phase
   * commit, which has no process.
   */
  readonly pid: number
  /**
   * The table that the migration wants to lock; null while an index that is built concurrently waits for
   * older transactions.
   */
  readonly table: string | null
  readonly application: string | null
  readonly state: string | null
  readonly seconds: number | null
}

const findHolder = `
  select held.pid, case when wanted.locktype = 'relation' then wanted.relation::regclass::text end as "table",
         nullif(holder.application_name, '') as application, holder.state,
         extract(epoch from clock_timestamp() - holder.xact_start)::int as seconds
    from pg_stat_activity migration
    join pg_locks wanted on wanted.pid = migration.pid and not wanted.granted and wanted.locktype <> 'advisory'
   cross join unnest(pg_blocking_pids(migration.pid)) held (pid)
    left join pg_stat_activity holder on holder.pid = held.pid
   where migration.datname = current_database() and migration.application_name = $1
   order by holder.xact_start limit 1`

/**
 * `LockHolders` finds out for which transaction a migration waits. Uses a connection of its own, because the
 * waiting one cannot answer; opens it at the first call.
 */
export class LockHolders {
  readonly #target: ConnectionTarget
  readonly #application: string
  #connection: Promise<pg.Client> | null = null
  #isQuerying = false

  /** `application` is the application name of the migration's connections, by which their waits are found. */
  constructor(target: ConnectionTarget, application: string) {
    this.#target = target
    this.#application = application
  }

  /**
   * Returns the transaction for which the migration waits. Returns null if there is none, or if the query
   * fails, because the answer only informs the operator.
   */
  async find(): Promise<LockHolder | null> {
    if (this.#isQuerying) return null
    this.#isQuerying = true
    try {
      this.#connection ??= this.#open()
      const { rows } = await (await this.#connection).query<LockHolder>(findHolder, [this.#application])
      return rows[0] ?? null
    } catch {
      return null
    } finally {
      this.#isQuerying = false
    }
  }

  async close(): Promise<void> {
    await (await this.#connection?.catch(() => null))?.end()
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#target)
    client.on('error', () => {})
    await client.connect()
    return client
  }
}

export function lockHolderText({ pid, table, application, state, seconds }: LockHolder): string {
  const what =
    table === null ? 'an older transaction must end first; it belongs to' : `the table "${table}" is held by`
  if (pid === 0) return `${what} a prepared transaction (select * from pg_prepared_xacts)`
  const more = [
    application === null ? '' : `"${application}"`,
    state ?? '',
    seconds === null ? '' : `its transaction is ${seconds} s old`,
  ].filter((part) => part !== '')
  return `${what} the database process ${pid}${more.length === 0 ? '' : ` (${more.join(', ')})`}`
}
