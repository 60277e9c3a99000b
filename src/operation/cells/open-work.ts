import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { MoveRefused } from '../../adapters/postgres/cell/move-refused.ts'
import { isShared } from '../../adapters/postgres/cell/moved-accounts.ts'
import type { MoveOrder } from './move-order.ts'

const numberedAtOnce = 1_000

/** Waits until runtimes have finished the work that they had begun for an organization. */
export async function awaitRuntimes(
  state: pg.Client,
  { organizationId, drainSeconds }: MoveOrder,
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    const { rows } = await state.query<{ count: number }>(
      `select (select count(*) from slices
                where organization_id = $1 and status = 'open' and lease_until > clock_timestamp())::int
            + (select count(*) from mailboxes m join senders s on s.id = m.sender_id
                where s.organization_id = $1 and m.lease_holder is not null and coalesce(m.lease_until, m.due_at) > clock_timestamp())::int
            + (select count(*) from destinations
                where organization_id = $1 and lease_until > clock_timestamp())::int as count`,
      [organizationId],
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    if (isOver())
      throw new MoveRefused(
        `Runtimes still work on ${count} slices, mailboxes or event destinations of the organization after ${drainSeconds} seconds. Nothing was moved. Check its senders, mail servers and destinations, or set more --drain-seconds.`,
      )
    await setTimeout(200)
  }
}

/**
 * Waits for transactions that began before a time at which a step of the move was committed, because they may not
 * have seen the step.
 */
export async function awaitOlderTransactions(
  state: pg.Client,
  committedAt: string,
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    const { rows } = await state.query<{ pid: number; name: string; since: Date }>(
      `select pid, application_name as name, xact_start as since from pg_stat_activity
        where datname = current_database() and usename = current_user and backend_type = 'client backend'
          and xact_start < $1::timestamptz and pid <> pg_backend_pid() and application_name !~ '^(pg_dump|spindle move)'
        order by xact_start`,
      [committedAt],
    )
    const [first] = rows
    if (first === undefined) return
    if (isOver())
      throw new MoveRefused(
        `A transaction has been open in this database since ${first.since.toISOString()} (${first.name || 'no name'}, process ${first.pid}), and may still write. Nothing was moved. End the transaction, or run this again later.`,
      )
    await setTimeout(50)
  }
}

/**
 * Gives numbers to the events of a closed organization that have none. The other cell then continues after them, and
 * has no rows of `new_events` whose ids its own rows may have.
 */
export async function numberLastEvents(state: pg.Client, organizationId: string): Promise<void> {
  for (;;) {
    const { rows } = await state.query<{ numbered: number }>(
      'select numbered from number_events(p_organization => $1, p_most => $2, p_now => $3)',
      [organizationId, numberedAtOnce, new Date()],
    )
    if ((rows[0]?.numbered ?? 0) < numberedAtOnce) return
  }
}

/**
 * Locks the rows on which all changes of an organization depend, until the transaction ends, so that nothing
 * of the organization changes.
 */
export async function lockOrganization(holder: pg.Client, organizationId: string): Promise<void> {
  for (const table of [
    'organizations where id',
    'stored_projects where organization_id',
    'stored_data_tables where organization_id',
  ])
    await holder.query(`select from ${table} = $1 for update`, [organizationId])
  // The row of event_streams keeps runtimes from giving numbers to events.
  for (const table of [
    'stored_spinners',
    'senders',
    'users',
    'api_keys',
    'mappings',
    'event_streams',
    'destinations',
  ])
    await holder.query(`select from ${table} where organization_id = $1 for update`, [organizationId])
  await holder.query(
    `select from accounts a where a.id in (select account_id from users where organization_id = $1)
      and not ${isShared('a.id')} for update`,
    [organizationId],
  )
  await holder.query(`select from jobs where organization_id = $1 and is_unfinished_job(status) for update`, [
    organizationId,
  ])
}
