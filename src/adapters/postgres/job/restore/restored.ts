import type pg from 'pg'
import { sqlState } from '../../faults.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'

/**
 * A restore of the database to an earlier moment, after which the operator has not yet run `after-restore`.
 * Messages may have been sent since that moment.
 */
export interface Restoration {
  readonly id: string
  /** The time of the backup; what was committed after it is lost. */
  readonly restoredMoment: Date
}

const restoration = fieldsOf('restorations', 'id', 'restoredMoment')

const note = /^restored to (\S+)$/

/**
 * Returns the statement that notes a restore, in the commit that writes the rows. The note is a comment on a
 * table, because the backup may be older than the table for restores. `pendingRestoration` moves the note
 * there.
 */
export function restoredNote(takenAt: string): string {
  return `comment on table schema_files is 'restored to ${new Date(takenAt).toISOString()}'`
}

/**
 * Returns the restore after which the operator still has to run `after-restore`; null if there is none. Waits for a
 * restore that is in progress. The database must be migrated.
 */
export async function pendingRestoration(client: pg.ClientBase): Promise<Restoration | null> {
  // Reads the table before the note, because that read waits for the commit of a restore, which locks its tables first
  // and writes the note last. Reads the table after the note too, because another process may have moved the note.
  await movedRestoration(client)
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description('schema_files'::regclass) as comment",
  )
  const moment = note.exec(rows[0]?.comment ?? '')?.[1]
  if (moment !== undefined) await moveNote(client, moment)
  return movedRestoration(client)
}

/** Moves the note of a restore from the comment to the table `restorations`. */
async function moveNote(client: pg.ClientBase, moment: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query("insert into restorations (restored_moment, source) values ($1, 'backup')", [moment])
    await client.query('comment on table schema_files is null')
    await client.query('commit')
  } catch (error) {
    // Rolls the failed transaction back, because the connection may belong to a pool that lends it to other
    // callers.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Returns the pending restore that is noted in the table `restorations`; null if there is none. */
async function movedRestoration(client: pg.ClientBase): Promise<Restoration | null> {
  try {
    const { rows: pending } = await client.query<Selected<typeof restoration>>(
      `select ${restoration.selected()} from restorations where handled_at is null order by restored_moment limit 1`,
    )
    return pending[0] ?? null
  } catch (error) {
    // Returns null if the table about restores is missing, because the database is of a version that has
    // none.
    if (sqlState(error) === '42P01') return null
    throw error
  }
}
