import type { SliceOfJob } from '../../../domain/job/slices-to-renew.ts'
import { waitsForNoSender } from '../../../domain/reason.ts'
import type {
  OrganizationChange,
  OutdatedWaitStore,
  SenderChange,
  TakenWaitChange,
} from '../../../ports/job/outdated-waits.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'

const changes = entity('outdated_waits', 'subjectId')

// Takes a later time if a subject changes twice in a millisecond, so that the end of the first change's work does not
// end that of the second.
const outdate: Statement = {
  name: 'outdate_waits',
  text: `
    insert into outdated_waits as w (subject_id, organization_id, reasons, since, ends_rest)
    values ($1, $2, $3, $4, $5)
    on conflict (subject_id) do update
       set since = greatest(excluded.since, w.since + interval '1 millisecond'),
           reasons = case when excluded.reasons is not null then array(
             select distinct unnest(w.reasons || excluded.reasons)) end,
           ends_rest = w.ends_rest or excluded.ends_rest, lease_until = null`,
}

const findUntaken: Statement = {
  name: 'untaken_outdated_waits',
  text: `
    select subject_id as id from outdated_waits
     where (lease_until is null or lease_until <= clock_timestamp())
       and not is_leaving(p_organization => organization_id)
     order by subject_id limit $1`,
}

const keep: Statement = {
  name: 'keep_outdated_waits',
  text: `
    update outdated_waits
       set lease_until = clock_timestamp() + interval '10 minutes', done_job = $3, done_slice = $4
     where subject_id = $1 and since = $2 returning 1`,
}

// Keeps the change of an organization that moves to another cell, because its recipients may have been copied before
// they became due.
const end: Statement = {
  name: 'end_outdated_waits',
  text: 'delete from outdated_waits where subject_id = $1 and since = $2 and not is_leaving(p_organization => organization_id)',
}

const take = sqlFunction('continue_outdated_waits', 'p_subject', 'p_now')

const recheckWaits = sqlFunction('recheck_waits', 'p_causes', 'p_jobs', 'p_slices', 'p_at')

// Finds every leased slice too, because the counts in its column `reasons` are written only when it is released. Its
// recipients, and those of slices that are due for others, may wait much longer. Leaves out the slices of a cancelled
// job that are not closed yet. Looks for the reasons in $2, or, for a sender ($2 is null), for all reasons except those
// in $3.
const findWaiting: Statement = {
  name: 'slices_with_outdated_waits',
  text: `
    select s.job_id as "jobId", s.no as slice
      from (select o.job_id, o.no, o.reasons, o.lease_holder
              from slices o join jobs c on c.id = o.job_id and c.status <> 'cancelled'
             where o.organization_id = $1 and o.state = 'open'
            union all
            select p.job_id, p.no, p.reasons, p.lease_holder
              from jobs j join slices p on p.job_id = j.id and p.state = 'paused'
             where j.organization_id = $1 and j.status = 'paused') s
     where s.lease_holder is not null or exists (
       select from jsonb_array_elements(s.reasons) r
        where r ->> 'state' = 'waiting'
          and case when $2::text[] is null then r ->> 'code' <> all($3::text[]) else r ->> 'code' = any($2) end)
     order by s.job_id, s.no`,
}

type TakenRow = Omit<TakenWaitChange, 'done' | 'from'> & {
  readonly doneJob: string | null
  readonly doneSlice: number | null
  readonly fromJob: string | null
  readonly fromSlice: number | null
}

function placeOf(jobId: string | null, slice: number | null): SliceOfJob | null {
  return jobId === null || slice === null ? null : { jobId, slice }
}

export class PostgresOutdatedWaitStore implements OutdatedWaitStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async outdateSender({ organizationId, senderId, since, endsRest }: SenderChange): Promise<void> {
    await execute(this.#tx.connection, outdate, [senderId, organizationId, null, since, endsRest])
  }

  async outdateOrganization({ organizationId, reasons, since }: OrganizationChange): Promise<void> {
    await execute(this.#tx.connection, outdate, [organizationId, organizationId, reasons, since, false])
  }

  async untaken(most: number): Promise<readonly string[]> {
    const rows = await execute<{ id: string }>(this.#tx.connection, findUntaken, [most])
    return rows.map(({ id }) => id)
  }

  async take(subjectId: string, now: Date): Promise<TakenWaitChange | null> {
    const call = take({ p_subject: subjectId, p_now: now })
    const [row] = await execute<TakenRow>(this.#tx.connection, ...call)
    if (row === undefined) return null
    const { doneJob, doneSlice, fromJob, fromSlice, ...change } = row
    return { ...change, done: placeOf(doneJob, doneSlice), from: placeOf(fromJob, fromSlice) }
  }

  async keep({ subjectId, since }: TakenWaitChange, done: SliceOfJob | null): Promise<boolean> {
    const values = [subjectId, since, done?.jobId ?? null, done?.slice ?? null]
    return (await execute(this.#tx.connection, keep, values)).length > 0
  }

  async release({ subjectId, since }: TakenWaitChange, done: SliceOfJob | null): Promise<void> {
    const place = { doneJob: done?.jobId ?? null, doneSlice: done?.slice ?? null }
    await changes.within(this.#tx).patch({ subjectId, since }, { leaseUntil: null, ...place })
  }

  async end({ subjectId, since }: TakenWaitChange): Promise<void> {
    await execute(this.#tx.connection, end, [subjectId, since])
  }

  slicesWaiting({ organizationId, reasons }: TakenWaitChange): Promise<readonly SliceOfJob[]> {
    return execute<SliceOfJob>(this.#tx.connection, findWaiting, [organizationId, reasons, waitsForNoSender])
  }

  async makeDue({ subjectId, reasons, at }: TakenWaitChange, slices: readonly SliceOfJob[]): Promise<void> {
    const call = recheckWaits({
      p_causes: reasons ?? [subjectId],
      p_jobs: slices.map(({ jobId }) => jobId),
      p_slices: slices.map(({ slice }) => slice),
      p_at: at,
    })
    await execute(this.#tx.connection, ...call)
  }
}
