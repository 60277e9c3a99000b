import { reasonOf } from '../../../domain/job/recipient/reason-view.ts'
import type { RecipientOfJob, RecipientView } from '../../../domain/job/recipient/recipient.ts'
import { maxJobsCounted } from '../../../domain/job/step-figures.ts'
import { itemPositionAfter, numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { JobsOfVersion, RecipientFilter } from '../../../ports/job/jobs.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import { withSegmentNames } from '../table/segment/named-segments.ts'

/**
 * Returns an SQL condition that selects the recipients that are shown at a given step. A `StepFilter` holds its
 * three arguments.
 */
export function shownAtStepSql(step: string, withWaits: string, waitsFor: string): string {
  const waits = "(r.status = 'waiting' and r.reason is not distinct from 'WAIT_STEP')"
  return `and (${step}::int is null or r.step = ${step} and (${withWaits}::boolean or not ${waits})
                or r.step = ${waitsFor}::int and ${waits})`
}

/**
 * Returns an SQL condition that is false for slices whose stored counts show no recipient in the given state.
 * A query with this condition does not read the recipients of these slices.
 */
function mayBeIn(status: string): string {
  return `case ${status}::text
                  when 'waiting' then s.waiting > 0 or j.status = 'cancelled' when 'done' then s.done > 0 when 'skipped' then s.skipped > 0
                  when 'failed' then s.failed > 0 when 'unconfirmed' then s.unconfirmed > 0
                  when 'stopped' then s.stopped_count > 0
                  when 'pending' then s.status <> 'closed' or j.status = 'cancelled'
                  else true end`
}

/**
 * Returns an SQL condition that is false for slices that had no recipient at the given step when they were
 * last released. It is true for slices without these counts.
 */
function mayHold(status: string, step: string, waitsFor: string): string {
  // An item of `slices.step_states` counts recipients of a slice; its form is "<step> <state> <code>".
  const begins = `in (${step}::int || ' ' || coalesce(${status}::text || ' ', ''), ${waitsFor}::int || ' ' || coalesce(${status}::text || ' ', ''))`
  return `and (${step}::int is null or s.step_states is null or exists (
                  select from unnest(s.step_states) p
                   where split_part(p, ' ', 1) || ' ' || case when ${status}::text is null then '' else split_part(p, ' ', 2) || ' ' end ${begins}))`
}

/**
 * Returns an SQL condition that is false for slices whose stored counts show no recipient that a filter selects. It is true
 * for slices that a worker is processing or that are due, because their counts may be old. It reads the slice `s` and
 * the job `j`.
 */
export function mayMatchSql(
  [status, reason, step, waitsFor]: readonly [string, string, string, string],
  now: string,
): string {
  return `(s.lease_holder is not null or (is_unfinished_slice(s.status) and s.due_at <= ${now})
            or (${mayBeIn(status)}
                and (${reason}::text is null or ${reason} in ('JOB_CANCELLED', 'RECORD_RELEASED')
                     or s.reasons @> jsonb_build_array(jsonb_build_object('code', ${reason})))
                ${mayHold(status, step, waitsFor)}))`
}

const recipient = fieldsOf(
  'recipients',
  'slice',
  'recordId',
  'status',
  'step',
  'attempts',
  'error',
  'reason',
  'evidence',
  'dueAt',
  'updatedAt',
)

/**
 * Lists recipients of a job that match a filter. Slices whose stored counts show no match are skipped:
 * otherwise three failed recipients of 500,000 took 260 ms to find. Slices that a worker is processing, or
 * that are due, are always read, because their counts may be old.
 */
export const listRecipients: Statement = {
  name: 'list_recipients',
  text: `
    select ${recipient.selected('r')}, j.status = 'cancelled' as "isCancelled"
      from jobs j
      join slices s on s.job_id = j.id
      cross join lateral (
        select * from recipients r
         where r.job_id = $1 and r.slice = s.no and (s.no > $3::bigint or r.record_id > $4::bigint) and ($2::text is null or r.status = $2)
           ${shownAtStepSql('$7', '$8', '$9')}
           -- Unfinished recipients of a cancelled job were stopped, so they are listed with the reason
           -- JOB_CANCELLED.
           and ($6::text is null or $6 = case
             when j.status = 'cancelled' and is_unfinished_recipient(r.status) and r.reason is distinct from 'RECORD_RELEASED'
               then 'JOB_CANCELLED' else r.reason end)
         order by r.record_id limit $5) r
     where j.id = $1 and s.job_id = $1 and s.no >= $3::bigint
       and ${mayMatchSql(['$2', '$6', '$7', '$9'], '$10')}
     order by s.no, r.record_id limit $5`,
}

/**
 * Lists recipients of those jobs of one version that `count_steps` counts: the newest jobs of the spinner, newest
 * job first. A job is read only if the jobs before it did not fill the page. A recipient that was retried is listed with the retry.
 */
const listRecipientsOf: Statement = {
  name: 'list_recipients_of_version',
  text: `
    select j.id as "jobId", r.*, j.status = 'cancelled' as "isCancelled"
      from (select newest.id, newest.status
              from (select j.id, j.status, j.spinner_version from jobs j
                     where j.organization_id = $1 and j.spinner_id = $10 order by j.id desc limit $13) newest
             where newest.spinner_version = $11 and ($12::uuid is null or newest.id <= $12)
             order by newest.id desc) j
      cross join lateral (
        select ${recipient.selected('r')}
          from slices s
          cross join lateral (
            select * from recipients r
             where r.job_id = j.id and r.slice = s.no and ($2::text is null or r.status = $2)
               and ($12::uuid is null or j.id < $12 or s.no > $3::bigint or r.record_id > $4::bigint)
               ${shownAtStepSql('$7', '$8', '$9')}
               and ($6::text is null or $6 = case
                 when j.status = 'cancelled' and is_unfinished_recipient(r.status) and r.reason is distinct from 'RECORD_RELEASED'
                   then 'JOB_CANCELLED' else r.reason end)
               and (r.status not in ('failed', 'unconfirmed') or not exists (
                 select from jobs again
                   join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
                  where again.retry_of = j.id and q.reason is distinct from 'RECORD_RELEASED'))
               -- Leaves out unfinished recipients of a cancelled job if the list is about pending or waiting
               -- recipients, because they were stopped.
               and ($2::text is null or $2 not in ('pending', 'waiting') or j.status <> 'cancelled')
             order by r.record_id limit $5) r
         where s.job_id = j.id and ($12::uuid is null or j.id < $12 or s.no >= $3::bigint)
           and (s.lease_holder is not null or (is_unfinished_slice(s.status) and s.due_at <= $14) or (${mayBeIn('$2')}
                ${mayHold('$2', '$7', '$9')}))
         order by s.no, r.record_id limit $5) r
     order by j.id desc, r.slice, r."recordId" limit $5`,
}

const oneRecipientOfJob: Statement = {
  name: 'one_recipient',
  text: `
    select ${recipient.selected('r')}, j.status = 'cancelled' as "isCancelled"
      from recipients r join jobs j on j.id = r.job_id
     where r.job_id = $1 and r.slice = $2 and r.record_id = $3`,
}

interface RecipientRow extends Selected<typeof recipient> {
  readonly isCancelled: boolean
}

/** Returns the recipients of a job that the runtime has reached, in the order of its work. */
export async function recipientsOfJob(
  executor: Executor,
  jobId: string,
  filter: RecipientFilter,
  page: Page,
  now: Date,
): Promise<PageOf<RecipientView>> {
  const after = numbersAfter(page) ?? [0, 0]
  const values = [jobId, ...filterValues(filter, after, page), now]
  const rows = await withSegmentNames(executor, await executor.read<RecipientRow>(listRecipients, values))
  const { items, next } = pageOf(rows, page, (row) => `${row.slice}.${row.recordId}`)
  return { items: items.map(readRecipient), next }
}

/** Returns the recipient of a record in a slice of a job; null if there is none. */
export async function oneRecipient(
  executor: Executor,
  jobId: string,
  slice: number,
  recordId: string,
): Promise<RecipientView | null> {
  const [row] = await withSegmentNames(
    executor,
    await executor.read<RecipientRow>(oneRecipientOfJob, [jobId, slice, recordId]),
  )
  return row === undefined ? null : readRecipient(row)
}

/** Returns recipients of the latest jobs that run one version of a spinner, latest job first. */
export async function recipientsOfVersion(
  executor: Executor,
  { organizationId, spinnerId, version }: JobsOfVersion,
  filter: RecipientFilter,
  page: Page,
  now: Date,
): Promise<PageOf<RecipientOfJob>> {
  const [jobId, ...after] = itemPositionAfter(page) ?? [null, 0, 0]
  const of = [spinnerId, version, jobId, maxJobsCounted, now]
  const values = [organizationId, ...filterValues(filter, after, page), ...of]
  type Row = RecipientRow & { readonly jobId: TableFields<'jobs'>['id'] }
  const rows = await withSegmentNames(executor, await executor.read<Row>(listRecipientsOf, values))
  const { items, next } = pageOf(rows, page, (row) => `${row.jobId}.${row.slice}.${row.recordId}`)
  return { items: items.map((row) => ({ ...readRecipient(row), jobId: row.jobId })), next }
}

/**
 * Returns the SQL parameters $2 to $9 of both queries that list recipients of jobs: the state, the position,
 * the limit, the reason and the step.
 */
function filterValues(
  { status, reason, at }: RecipientFilter,
  [slice, recordId]: readonly [number, number],
  { limit }: Page,
): readonly unknown[] {
  return [status, slice, recordId, limit + 1, reason, at?.step, at?.withWaits, at?.waitsFor].map(
    (value) => value ?? null,
  )
}

function readRecipient(row: RecipientRow): RecipientView {
  const { recordId, status, step, attempts, error, updatedAt, isCancelled } = row
  return { recordId, status, step, attempts, error, updatedAt, reason: reasonOf(row, isCancelled) }
}
