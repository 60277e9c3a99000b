import type pg from 'pg'
import { sqlState } from '../faults.ts'

/** A database that was restored to an earlier moment, of which nobody has said yet what may have been sent since. */
export interface Restoration {
  readonly id: string
  /** What was committed after it is lost. */
  readonly moment: Date
}

const note = /^restored to (\S+)$/

/**
 * Said in the commit that brings the rows, when the table for it may be yet to be made: a backup may be older than
 * that. `pendingRestoration` enters it there.
 */
export function restoredNote(takenAt: string): string {
  return `comment on table schema_files is 'restored to ${new Date(takenAt).toISOString()}'`
}

/** Null where nothing is left to be looked after. The database has to be migrated. */
export async function pendingRestoration(client: pg.ClientBase): Promise<Restoration | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description('schema_files'::regclass) as comment",
  )
  const moment = note.exec(rows[0]?.comment ?? '')?.[1]
  if (moment !== undefined) {
    await client.query('begin')
    await client.query("insert into restorations (moment, source) values ($1, 'backup')", [moment])
    await client.query('comment on table schema_files is null')
    await client.query('commit')
  }
  try {
    const { rows: pending } = await client.query<Restoration>(
      'select id, moment from restorations where looked_after_at is null order by moment limit 1',
    )
    return pending[0] ?? null
  } catch (error) {
    // Of a version that knows of no restores.
    if (sqlState(error) === '42P01') return null
    throw error
  }
}

/** Says of a database that it was recovered to a moment, by PostgreSQL's own means. */
export async function noteRecovery(client: pg.ClientBase, moment: Date): Promise<void> {
  await client.query("insert into restorations (moment, source) values ($1, 'recovery')", [moment])
}

export async function noteLookedAfter(client: pg.ClientBase, figures: object): Promise<void> {
  await client.query(
    'update restorations set looked_after_at = now(), figures = $1 where looked_after_at is null',
    [figures],
  )
}

/** The last moment of which the database knows anything; null of an empty one. No later than it really is. */
export async function lastMoment(client: pg.ClientBase): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `select greatest(
       (select max(w.last_seen_at) from runtime_workers w),
       (select max(a.created_at) from data_tables t cross join lateral (
          select l.created_at from appends l where l.data_table_id = t.id order by l.seq desc limit 1) a),
       (select max(e.at) from audit_events e),
       (select j.created_at from jobs j order by j.id desc limit 1)) as at`,
  )
  return rows[0]?.at ?? null
}

/** Runtimes that are connected at this moment. */
export async function connectedRuntimes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(distinct client_addr::text || coalesce(client_port, 0)) as count from pg_stat_activity
      where datname = current_database() and application_name like 'spindle-runtime %'`,
  )
  return Number(rows[0]?.count)
}
