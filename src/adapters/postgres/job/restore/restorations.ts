import type pg from 'pg'
import type { Clock } from '../../../../ports/clock.ts'
import { type LastAppend, Restorations } from '../../../../ports/job/restore/restorations.ts'
import { pendingRestoration } from '../../backup/restored.ts'
import type { Database } from '../../database.ts'
import { isReal } from './real-organizations.ts'

const note = {
  name: 'note_recovery',
  text: "insert into restorations (moment, source, restored_at) values ($1, 'recovery', $2)",
}

const noteLookedAfter = {
  name: 'note_looked_after',
  text: 'update restorations set looked_after_at = $2, figures = $1 where looked_after_at is null',
}

const findLastMoment = {
  name: 'find_last_moment',
  text: `
    select greatest(
      (select max(w.last_seen_at) from runtime_workers w),
      (select max(a.created_at) from data_tables t cross join lateral (
         select l.created_at from appends l where l.data_table_id = t.id order by l.seq desc limit 1) a
        where ${isReal('t.organization_id')}),
      (select max(e.at) from audit_events e where ${isReal('e.organization_id')}),
      (select j.created_at from jobs j where ${isReal('j.organization_id')} order by j.id desc limit 1)) as at`,
}

const countRuntimes = {
  name: 'count_connected_runtimes',
  text: `
    select count(distinct client_addr::text || coalesce(client_port, 0)) as count from pg_stat_activity
     where datname = current_database() and application_name like 'spindle-runtime %'`,
}

const findLastAppends = {
  name: 'find_last_appends',
  text: `
    select o.name as organization, t.name as "table", a.created_at as at, a.request_id as "requestId"
      from data_tables t
      join organizations o on o.id = t.organization_id
      cross join lateral (
        select l.created_at, l.request_id from appends l where l.data_table_id = t.id order by l.seq desc limit 1) a
     where ${isReal('t.organization_id')}
     order by a.created_at desc limit $1`,
}

export class PostgresRestorations extends Restorations {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override pending(): Promise<Date | null> {
    return this.#database.withConnection(
      async (connection) => (await pendingRestoration(connection))?.moment ?? null,
    )
  }

  override async note(moment: Date): Promise<void> {
    await this.#database.write(note, [moment, this.#clock.now()])
  }

  override async noteFinished(figures: object): Promise<void> {
    await this.#database.write(noteLookedAfter, [figures, this.#clock.now()])
  }

  override async lastMoment(): Promise<Date | null> {
    const [row] = await this.#database.read<{ at: Date | null }>(findLastMoment, [])
    return row?.at ?? null
  }

  override async connectedRuntimes(): Promise<number> {
    const [row] = await this.#database.read<{ count: string }>(countRuntimes, [])
    return Number(row?.count)
  }

  override lastAppends(most: number): Promise<readonly LastAppend[]> {
    return this.#database.read<LastAppend & pg.QueryResultRow>(findLastAppends, [most])
  }
}
