import type { AuditEntry } from '../../../../domain/account/audit/audit-entry.ts'
import { type Exclusions, tooManyRecipients } from '../../../../domain/job/audience/named-audience.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type {
  JobAudience,
  JobDetails,
  JobOrder,
  StartedJob,
  StartOptions,
  TriggerReceipt,
} from '../../../../ports/job/job-starter.ts'
import { type EarlierAnswerRow, earlierAnswerFrom } from '../../earlier-answer.ts'
import { sqlState } from '../../faults.ts'
import type { SqlCall } from '../../sql-function.ts'

/**
 * A trigger with options that is about to be written, such as named records or data. `audience` says which
 * records its job takes.
 */
export interface OrderWithOptions<Kind extends JobAudience['kind']> {
  readonly order: JobOrder
  readonly options: StartOptions
  readonly audience: Extract<JobAudience, { readonly kind: Kind }>
}

/**
 * Returns the arguments that all SQL functions that start jobs have in common. `options` has the options of
 * each trigger, or null for a trigger without options.
 */
export function triggerValues(
  orders: readonly JobOrder[],
  options: readonly (object | null)[] | null,
  clock: Clock,
) {
  const keyed = orders.some(({ idempotency }) => idempotency !== null)
  return {
    p_now: clock.now(),
    p_period: periodOf(clock.realNow()),
    p_triggers: {
      digests: orders.map(({ caller }) => (caller.kind === 'session' ? null : caller.digest)),
      organizations: orders.map(({ caller }) => (caller.kind === 'session' ? caller.organizationId : null)),
      spinners: orders.map(({ spinnerId }) => spinnerId),
      jobs: orders.map(({ jobId }) => jobId),
      keys: keyed ? orders.map(({ idempotency }) => idempotency?.key ?? null) : null,
      fingerprints: keyed ? orders.map(({ idempotency }) => idempotency?.fingerprint ?? null) : null,
      options,
    },
  }
}

/** Returns the id of the user who starts a job in the console; null for API keys and other callers. */
export function startedByOf({ caller }: Pick<JobOrder, 'caller'>): { readonly by: string } | null {
  const userId = caller.kind === 'session' ? (caller.userId ?? null) : null
  return userId === null ? null : { by: userId }
}

/** Returns the options of a trigger as JSON in the form that the SQL function trigger_jobs takes. */
export function requestValue(
  { version, startsAt, data, exclude = null, rehearsal = null }: StartOptions,
  counts: Exclusions & Pick<JobDetails, 'isEstimate'>,
  now: Date,
): object {
  const details = { ...counts, startsAt: startsAt ?? now }
  return {
    version,
    startsAt,
    data,
    details,
    ...(exclude === null ? {} : { exclude }),
    ...(rehearsal === null ? {} : { rehearsal }),
  }
}

/**
 * Returns the call of an SQL function that starts jobs, extended by the audit entries of the started jobs, so
 * that both are one commit. Returns the call unchanged if no trigger leaves an entry, as on the public API.
 */
export function withAudit(call: SqlCall, orders: readonly JobOrder[]): SqlCall {
  if (orders.every(({ audit }) => audit === undefined)) return call
  const [{ name, text }, values] = call
  const note = `note_job_start(p_entry => a.entry, p_entries => $${values.length + 1})`
  const statement = {
    name: `${name}_with_audit`,
    // A row with a fingerprint repeats an earlier request, which left an entry already.
    text: `select a.*, case when a.fingerprint is null then ${note} end from (${text}) a`,
  }
  const entries = orders.map(({ audit }) => (audit === undefined ? null : entryValue(audit)))
  return [statement, [...values, JSON.stringify(entries)]]
}

function entryValue({ by, ...entry }: AuditEntry): object {
  const { requestId, ipAddress, ...actor } = by
  return { ...entry, actor, requestId, ipAddress }
}

/**
 * A row that the SQL function trigger_jobs returns for a trigger that started a job, or that repeats an
 * earlier request. The answer is null if the trigger has no options.
 */
export interface StartedRow extends EarlierAnswerRow<TriggerReceipt> {
  readonly entry: number
  readonly organization_id: string
}

/**
 * Returns the outcome of each trigger, in the order of the triggers; null for a trigger that started nothing.
 */
export function startedJobsOf(
  orders: readonly JobOrder[],
  rows: readonly StartedRow[],
): (StartedJob | null)[] {
  const answers = new Map(rows.map((row) => [row.entry, row]))
  return orders.map((_, index) => {
    const row = answers.get(index + 1)
    if (row === undefined) return null
    const { organization_id: organizationId, answer } = row
    const earlier = earlierAnswerFrom(row)
    const receipt = earlier === null ? (answer as TriggerReceipt | null)?.details : undefined
    return receipt === undefined ? { organizationId, earlier } : { organizationId, earlier, details: receipt }
  })
}

/**
 * SQLSTATE with which the SQL function trigger_jobs refuses a single trigger because its job would have too
 * many recipients. The error's detail has their number.
 */
const tooMany = 'SP006'

export function refusedAsTooMany(error: unknown, most: number | null): Error | null {
  if (sqlState(error) !== tooMany || most === null) return null
  return tooManyRecipients(Number((error as { readonly detail?: string }).detail), most)
}
