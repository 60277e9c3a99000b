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
    try {
      await client.query("insert into restorations (moment, source) values ($1, 'backup')", [moment])
      await client.query('comment on table schema_files is null')
      await client.query('commit')
    } catch (error) {
      // The connection may be one of a pool, for the next to use.
      await client.query('rollback').catch(() => {})
      throw error
    }
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
