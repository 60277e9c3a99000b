import type pg from 'pg'
import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'
import { sqlState } from '../faults.ts'

export interface OpenJob {
  readonly id: string
  readonly organizationId: string
}

/** A spinner whose records may have been taken by a job of which the database knows nothing. */
export interface Untaken {
  readonly organizationId: string
  readonly spinnerId: string
}

/**
 * Brings what a database knew at an earlier moment to where `PutInDoubt` meets all of it: nobody holds a slice, what
 * was to begin meanwhile is queued, what cancelled jobs had let go has gone back, who waits for something that may have
 * come meanwhile is due, and no id is given a second time.
 */
export async function openLostWindow(client: pg.ClientBase, ended: readonly ReasonCode[]): Promise<void> {
  await client.query('begin')
  try {
    await client.query('delete from runtime_connections')
    await client.query('delete from runtime_workers')
    await endLeases(client)
    await client.query(
      "update jobs set status = 'queued' where status = 'scheduled' and starts_at <= clock_timestamp()",
    )
    await client.query(
      `with hurried as (
         update recipients r set due_at = clock_timestamp()
           from slices s
          where s.state = 'open' and r.job_id = s.job_id and r.slice = s.no and r.state = 'waiting'
            and r.reason = any($1) and r.due_at > clock_timestamp()
         returning r.job_id, r.slice)
       update slices s set due_at = clock_timestamp()
         from (select distinct job_id, slice from hurried) h
        where s.job_id = h.job_id and s.no = h.slice and s.due_at > clock_timestamp()`,
      [ended],
    )
    await client.query(
      `select give_back_slices(p_job => j.id, p_most => 1000000)
         from (select id from jobs where gives_back order by id for no key update) j`,
    )
    // Ids that were given meanwhile, and that somebody has noted, are not given to other records: ten million blocks
    // on.
    await client.query("select setval('record_blocks', last_value + 5120000000) from record_blocks")
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Of runtimes that are no more. */
export async function endLeases(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update slices set lease_holder = null, lease_until = null, lease_connection = null, lost_leases = 0, preparing = null
      where state <> 'closed' and (lease_holder is not null or lease_until is not null)`,
  )
}

/** Those whose time has come meanwhile, as a runtime would have. */
export async function beginScheduledJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    "update jobs set status = 'queued' where status = 'scheduled' and starts_at <= clock_timestamp()",
  )
}

/** They stay so: somebody may have resumed them meanwhile, and only people know. */
export async function pausedJobs(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "select count(*) as count from jobs where status = 'paused'",
  )
  return Number(rows[0]?.count)
}

/** In the order of their ids, after one. */
export async function openJobs(client: pg.ClientBase, after: string): Promise<readonly OpenJob[]> {
  const { rows } = await client.query<OpenJob>(
    `select id, organization_id as "organizationId" from jobs
      where status in ('queued', 'running') and id > $1 order by id limit 500`,
    [after],
  )
  return rows
}

/** Of the published ones that write mail to what is new when somebody calls them. */
export async function untakenSpinners(client: pg.ClientBase): Promise<readonly Untaken[]> {
  const { rows } = await client.query<Untaken>(
    `select s.organization_id as "organizationId", s.id as "spinnerId"
       from spinners s
       join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
       cross join lateral end_of_ledger(p_table => s.data_table_id) t
      where s.paused_at is null and v.audience = 'new' and v.starts ->> 'on' = 'call'
        and jsonb_path_exists(v.steps, 'strict $.**.type ? (@ == "email")')
        and (t.last_seq > s.taken_seq or exists (
          select from returned_audiences r where r.spinner_id = s.id and r.taken_by is null))
      order by s.id`,
  )
  return rows
}

/** Starts a job over what nobody has taken, as a trigger does. False where the plan leaves no room for it. */
export async function takeUntaken(
  client: pg.ClientBase,
  { organizationId, spinnerId }: Untaken,
  jobId: string,
  period: string,
): Promise<boolean> {
  try {
    const { rowCount } = await client.query(
      `select from trigger_jobs(
         p_now => clock_timestamp(), p_period => $1, entry_digests => array[null]::text[],
         entry_organizations => array[$2::uuid], entry_spinners => array[$3::uuid], entry_jobs => array[$4::uuid],
         entry_keys => null, entry_fingerprints => null, entry_wishes => null,
         named_entries => null, named_ids => null, named_seqs => null)`,
      [period, organizationId, spinnerId, jobId],
    )
    return rowCount === 1
  } catch (error) {
    if (sqlState(error) === 'SP001') return false
    throw error
  }
}

/** Spinners that are published and not paused, paused with their jobs: all of them, or one. */
export async function holdSpinners(client: pg.ClientBase, only: string | null): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query<{ id: string }>(
    `update spinners set paused_at = clock_timestamp(), paused_user_id = null
      where published_version is not null and paused_at is null and ($1::uuid is null or id = $1) returning id`,
    [only],
  )
  for (const { id } of rows)
    await client.query(
      'select pause_jobs_of_spinner(p_spinner => $1, p_at => clock_timestamp(), p_user => null)',
      [id],
    )
  await client.query('commit')
  return rows.length
}

/** Spinners whose start was due and could not be made. */
export async function spinnersStillDue(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select spinner_id as id from spinner_starts where due_at <= clock_timestamp() and look_at is not null',
  )
  return rows.map(({ id }) => id)
}

export async function holdJob(client: pg.ClientBase, jobId: string): Promise<void> {
  await client.query('select pause_job(p_job => $1, p_at => clock_timestamp(), p_user => null)', [jobId])
}

/**
 * What senders may have sent meanwhile counts as sent today: of one that leaves a gap between its messages as many as
 * fit into the time, of any other all that its day allows.
 */
export async function spendBudgets(client: pg.ClientBase, moment: Date): Promise<number> {
  const { rowCount } = await client.query(
    `update sender_budgets b
        set day = d.today, used = least(d.allowed, d.used + d.most), next_at = greatest(b.next_at, d.at + make_interval(secs => s.gap_seconds))
       from senders s
       cross join lateral (select clock_timestamp() as at) c
       cross join lateral (select (c.at at time zone s.time_zone)::date as today) t
       join sender_budgets o on o.sender_id = s.id
       cross join lateral (
         select c.at, t.today, sender_allowance(p_sender => s, p_day => t.today) as allowed,
                case when o.day = t.today then o.used else 0 end as used,
                case when s.gap_seconds > 0
                     then ceil(least(extract(epoch from c.at - $1::timestamptz), 86400) / s.gap_seconds)::int + 1
                     else sender_allowance(p_sender => s, p_day => t.today) end as most) d
      where b.sender_id = s.id and d.allowed is not null and d.used < d.allowed`,
    [moment],
  )
  return rowCount ?? 0
}

/** Arrivals that were answered and not yet admitted. */
export async function receivedArrivals(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "select count(*) as count from arrivals where state = 'received'",
  )
  return Number(rows[0]?.count)
}

/** When each table last took something in, the latest first: from there on senders may have to repeat. */
export interface LastAppend {
  readonly organization: string
  readonly table: string
  readonly at: Date
  readonly requestId: string
}

export async function lastAppends(client: pg.ClientBase, most: number): Promise<readonly LastAppend[]> {
  const { rows } = await client.query<LastAppend>(
    `select o.name as organization, t.name as "table", a.created_at as at, a.request_id as "requestId"
       from data_tables t
       join organizations o on o.id = t.organization_id
       cross join lateral (
         select l.created_at, l.request_id from appends l where l.data_table_id = t.id order by l.seq desc limit 1) a
      order by a.created_at desc limit $1`,
    [most],
  )
  return rows
}
