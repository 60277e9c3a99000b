import type pg from 'pg'
import { deletionTime } from '../../../../domain/account/deletion/organization-deletion.ts'
import type { ReasonCode } from '../../../../domain/reason.ts'
import { mailTypes } from '../../../../domain/spinner/steps/step-capabilities.ts'
import type { Clock } from '../../../../ports/clock.ts'
import {
  type LastAppend,
  type OpenJob,
  RestoredDatabase,
  type UntakenRecords,
} from '../../../../ports/job/restore/restored-database.ts'
import { isWorkedFor } from '../../cell/is-here.ts'
import type { Database } from '../../database.ts'
import { sqlState } from '../../faults.ts'
import { firstId } from '../../first-id.ts'
import type { TableFields } from '../../schema/columns.ts'
import { isReal, timeOf } from '../../schema/organization-clock.ts'
import { inTransaction } from '../../transaction.ts'
import { countRuntimes } from './connected-runtimes.ts'
import { pendingRestoration } from './restored.ts'

/**
 * Time-out in milliseconds of the statements after a restore, which is one day. Some of them read every row,
 * and only the operator waits for them.
 */
const maxMs = 86_400_000
const noSpace = 'SP001'
const beginScheduled = `
  update jobs j set status = 'queued'
   where j.status = 'scheduled' and j.starts_at <= $1 and ${isReal('j.organization_id')}`

/**
 * Ends the leases that the restored rows still contain. The runtimes that held them ran at the time of the
 * backup.
 */
const endLeases = `
  update slices set lease_holder = null, lease_until = null, lease_connection = null, lost_leases = 0, preparing_record_id = null
   where is_unfinished_slice(status) and (lease_holder is not null or lease_until is not null)
  returning job_id as job, no`

/** Counts the outcomes that the former holders of these leases had stored. Paused jobs would not show them otherwise. */
const countSlices =
  'select count_slice(p_job => s.job, p_slice => s.no) from unnest($1::uuid[], $2::int[]) s(job, no)'

/**
 * Ends all sessions. A session that was signed out or replaced after the backup, perhaps on a lost device, would
 * otherwise be valid again.
 */
const endSessions = `
  update sessions set ended_at = $1, how_ended = 'signed_out' where ended_at is null and expires_at > $1`

/**
 * Deletes links that sign a user in or protect an account, because they may have been used after the backup.
 * Invitations and confirmations stay: an account that was created by one is lost, so the link is needed again.
 */
const deleteLinks =
  "delete from account_links where used_at is null and purpose not in ('invitation', 'confirmation')"

/**
 * Resumes jobs that are paused because their organization is to be deleted. An owner may have undone the deletion
 * after the backup, so the jobs may have sent messages since. Jobs of organizations that are still to be deleted
 * are paused again by the runtime.
 */
const resumeJobsOfDeletions = `
  select resume_jobs_of_organization(p_organization => g.organization_id, p_most => null, p_now => $1)
    from organization_departures g where g.status in ('grace', 'reopening') and ${isReal('g.organization_id')}
   order by g.organization_id`

/**
 * Resumes all jobs of spinners whose resumption was unfinished. The resumption was completed after the restored
 * moment, so these jobs may have sent messages since.
 */
const finishResumptions = 'select finish_spinner_resumptions(p_most => null, p_now => $1)'

/**
 * Pauses the jobs of spinners whose pause was unfinished. Otherwise they would count as jobs that run, although none
 * of their slices can be leased.
 */
const finishPauses = `
  select pause_next_jobs_of_spinner(p_spinner => s.id, p_after => null, p_most => null)
    from spinners s
   where s.paused_at is not null and ${isWorkedFor('s.organization_id')}
   order by s.id`

const pauseJobsOfSpinners = `
  select pause_next_jobs_of_spinner(p_spinner => s.id, p_after => null, p_most => null)
    from unnest($1::uuid[]) as s(id) order by s.id`

const noteRestored = {
  name: 'note_recovery',
  text: "insert into restorations (restored_moment, source, restored_at) values ($1, 'recovery', $2)",
}

const noteLookedAfter = {
  name: 'note_looked_after',
  text: 'update restorations set handled_at = $2, figures = $1 where handled_at is null',
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

interface LastAppendRow extends Pick<TableFields<'appends'>, 'requestId'> {
  readonly organization: TableFields<'organizations'>['name']
  readonly table: TableFields<'data_tables'>['name']
  readonly at: TableFields<'appends'>['createdAt']
}

export class PostgresRestoredDatabase extends RestoredDatabase {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async open(ended: readonly ReasonCode[]): Promise<void> {
    await inTransaction(this.#database, async (connection) => {
      const now = this.#clock.now()
      const run = (text: string, values: readonly unknown[] = []) => patient(connection, text, values)
      await run('set local lock_timeout = 0')
      await run('delete from runtime_connections')
      await run('delete from runtime_workers')
      await endLeasesIn(connection)
      await run(endSessions, [now])
      await run('delete from password_resets where used_at is null and expires_at > $1', [now])
      await run(deleteLinks)
      await run('select reopen_abandoned_organizations()')
      await run(resumeJobsOfDeletions, [now])
      await run(finishResumptions, [now])
      await run(finishPauses)
      await run(beginScheduled, [now])
      // Begins the seven days before deletions again, because an owner may have undone a deletion after the backup.
      await run("update organization_departures set until = greatest(until, $1) where status = 'grace'", [
        deletionTime(now),
      ])
      await run(
        `with hurried as (
           update recipients r set due_at = $2
             from slices s
            where is_unfinished_slice(s.status) and ${isReal('s.organization_id')} and r.job_id = s.job_id and r.slice = s.no and r.status = 'waiting'
              and r.reason = any($1) and r.due_at > $2
           returning r.job_id, r.slice)
         update slices s set due_at = $2
           from (select distinct job_id, slice from hurried) h
          where s.job_id = h.job_id and s.no = h.slice and s.due_at > $2`,
        [ended, now],
      )
      await run(
        `select give_back_slices(p_job => j.id, p_most => 1000000, p_now => ${timeOf('j.organization_id', '$1')})
           from (select id, organization_id from jobs where releases_records order by id for no key update) j`,
        [now],
      )
      // Leaves a gap of ten million blocks of record ids after a restore. Ids that were given out after the
      // backup may be known elsewhere, and must not be given to other records.
      await run("select setval('record_blocks', last_value + 5120000000) from record_blocks")
    })
  }

  override async spinnersStillDue(): Promise<readonly string[]> {
    const rows = await this.#ask<{ id: string }>(
      `select b.spinner_id as id from spinner_starts b
        where b.due_at <= $1 and b.check_at is not null and ${isWorkedFor('b.organization_id')}`,
      [this.#clock.now()],
    )
    return rows.map(({ id }) => id)
  }

  override untaken(): Promise<readonly UntakenRecords[]> {
    return this.#ask<UntakenRecords & pg.QueryResultRow>(
      `select s.organization_id as "organizationId", s.id as "spinnerId"
         from spinners s
         join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
         cross join lateral end_of_ledger(p_table => s.data_table_id) t
        where s.paused_at is null and takes_new_records(p_audience => v.audience) and ${isWorkedFor('s.organization_id')}
          and jsonb_path_exists(v.steps, 'strict $.**.type ? (@ == $types[*])', jsonb_build_object('types', $1::text[]))
          and (t.last_seq > s.taken_seq or exists (
            select from audience_parts r where r.spinner_id = s.id and r.taken_by_job_id is null))
        order by s.id`,
      [mailTypes],
    )
  }

  override async take(
    { organizationId, spinnerId }: UntakenRecords,
    jobId: string,
    period: string,
  ): Promise<boolean> {
    try {
      const started = await this.#ask(
        `select from trigger_jobs(
           p_now => $5, p_period => $1,
           p_triggers => jsonb_build_object(
             'digests', array[null], 'organizations', array[$2::uuid], 'spinners', array[$3::uuid], 'jobs', array[$4::uuid],
             -- The data of the trigger that the restore has lost is unknown, so the job starts without data.
             -- A version that requires trigger data starts no job.
             'options', array['{"data": {}}'::jsonb]),
           p_appends => null, explicit_entries => null, explicit_ids => null, explicit_seqs => null)`,
        [period, organizationId, spinnerId, jobId, this.#clock.now()],
      )
      return started.length === 1
    } catch (error) {
      if (sqlState(error) === noSpace) return false
      throw error
    }
  }

  override async beginScheduled(): Promise<void> {
    await this.#ask(beginScheduled, [this.#clock.now()])
  }

  override async pausedJobs(): Promise<number> {
    const [row] = await this.#ask<{ count: string }>(
      `select count(*) as count from jobs j where j.status = 'paused' and ${isReal('j.organization_id')}`,
    )
    return Number(row?.count)
  }

  override openJobs(after: string | null, restoredTo: Date): Promise<readonly OpenJob[]> {
    return this.#ask<OpenJob & pg.QueryResultRow>(
      `select j.id, j.created_at > $2 and j.source not in ('records', 'schedule', 'segment') as "isBegunSince" from jobs j
        where j.status in ('queued', 'running') and j.id > $1 and ${isWorkedFor('j.organization_id')}
        order by j.id limit 500`,
      [after ?? firstId, restoredTo],
    )
  }

  override async holdJob(jobId: string): Promise<void> {
    await inTransaction(this.#database, endLeasesIn)
    await this.#ask('select pause_job(p_job => $1, p_at => $2, p_actor => null)', [jobId, this.#clock.now()])
  }

  override holdSpinner(spinnerId: string): Promise<number> {
    return this.#hold(spinnerId)
  }

  override holdSpinners(): Promise<number> {
    return this.#hold(null)
  }

  override async spendBudgets(since: Date): Promise<void> {
    await this.#ask(
      // Inserts a sender's budget if the restored database has none, because the sender had sent nothing by
      // the time of the backup.
      `insert into sender_budgets as b (sender_id, day, used, next_at, scheduled_until, zone)
       select s.id, t.today, least(a.allowed, u.used + m.most),
              c.at + make_interval(secs => s.gap_seconds), c.at, s.time_zone
         from senders s
         cross join lateral (select $2::timestamptz as at) c
         cross join lateral (select (c.at at time zone s.time_zone)::date as today) t
         left join sender_budgets o on o.sender_id = s.id
         cross join lateral (select sender_allowance(p_sender => s, p_day => t.today) as allowed) a
         cross join lateral (
           select coalesce((budget_today(p_at => c.at, p_sender => s, p_budget => o)).used, 0) as used) u
         cross join lateral (
           select case when s.gap_seconds > 0
                       then ceil(least(extract(epoch from c.at - $1::timestamptz), 86400) / s.gap_seconds)::int + 1
                       else a.allowed end as most) m
        where ${isReal('s.organization_id')}
          and case when a.allowed is null then s.gap_seconds > 0 else u.used < a.allowed end
       on conflict (sender_id) do update
          set day = excluded.day, used = excluded.used, zone = excluded.zone, next_at = greatest(b.next_at, excluded.next_at)`,
      [since, this.#clock.now()],
    )
    await this.#ask(
      // Counts for the pool of each sender the messages that the sender may have sent in the last 24 hours and since
      // the backup, at most as many as the pool has room for. Each sender of a pool carries its messages with it, so
      // the pool may count more than its number. A repeated call adds nothing, because the pool has no room then.
      `insert into sender_health as h (sender_id, spinner_id, period_start, other_sent)
       select s.id, '00000000-0000-0000-0000-000000000000', ten_minutes_of(p_at => c.at), m.most
         from senders s
         join sender_pools p on p.id = s.pool_id
         cross join lateral (select $2::timestamptz as at) c
         cross join lateral (
           select sender_allowance(p_sender => s, p_day => (c.at at time zone s.time_zone)::date) as allowed) a
         cross join lateral (
           select least(
             p.max_per_day - (pool_use(p_pool => p.id, p_at => c.at)).used,
             -- The last 24 hours touch two days of the sender.
             2 * a.allowed,
             case when s.gap_seconds > 0
                  then ceil(least(extract(epoch from c.at - $1::timestamptz), 86400) / s.gap_seconds)::int + 1 end) as most) m
        where ${isReal('s.organization_id')} and m.most > 0
       on conflict (sender_id, spinner_id, period_start) do update set other_sent = h.other_sent + excluded.other_sent`,
      [since, this.#clock.now()],
    )
    await this.#ask(
      // Spends the paces of spinners for the present day, because it is unknown what was sent since the backup.
      `update spinner_paces p
          set (zone, day) = (select t.zone, t.day from pace_today(p_pace => p, p_zone => o.time_zone, p_at => $1) t),
              used = coalesce(p.max_per_day, p.max_new_per_day), used_new = coalesce(p.max_new_per_day, 0), counted_at = null
         from organizations o
        where o.id = p.organization_id and ${isReal('p.organization_id')}
          and (p.max_new_per_day is not null or p.max_per_day is not null)`,
      [this.#clock.now()],
    )
  }

  #hold(only: string | null): Promise<number> {
    return inTransaction(this.#database, async (connection) => {
      const now = this.#clock.now()
      const rows = await patient<{ id: string }>(
        connection,
        `update spinners set paused_at = $2, paused_actor_id = null
          where published_version is not null and paused_at is null
            and case when $1::uuid is null then ${isReal('spinners.organization_id')} else id = $1 end returning id`,
        [only, now],
      )
      const held = rows.map(({ id }) => id)
      await patient(connection, 'update spinner_starts set check_at = null where spinner_id = any($1)', [
        held,
      ])
      await patient(connection, pauseJobsOfSpinners, [held])
      return rows.length
    })
  }

  #ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#database.withConnection((connection) => patient<Row>(connection, text, values))
  }

  override pending(): Promise<Date | null> {
    return this.#database.withConnection(
      async (connection) => (await pendingRestoration(connection))?.restoredMoment ?? null,
    )
  }

  override async noteRestored(moment: Date): Promise<void> {
    await this.#database.write(noteRestored, [moment, this.#clock.now()])
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
    return this.#database.read<LastAppendRow>(findLastAppends, [most])
  }
}

/** Ends the leases of the restored rows, and counts their slices. */
async function endLeasesIn(connection: pg.Client): Promise<void> {
  const ended = await patient<{ job: string; no: number }>(connection, endLeases, [])
  await patient(connection, countSlices, [ended.map(({ job }) => job), ended.map(({ no }) => no)])
}

async function patient<Row extends pg.QueryResultRow>(
  connection: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const query = { text, values: values as unknown[], query_timeout: maxMs }
  const { rows } = await connection.query<Row>(query)
  return rows
}
