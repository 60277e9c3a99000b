import { apiKeyIdOf, userIdOf } from '../../../domain/account/audit/actor.ts'
import type { RecipientOfJob } from '../../../domain/job/recipient/recipient.ts'
import {
  type ActionObstacle,
  type RecipientAction,
  stepsAfter,
  wayTo,
} from '../../../domain/job/recipient/recipient-action.ts'
import type { SegmentExclusion } from '../../../domain/spinner/segment/exclusion.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { RecipientFilter } from '../../../ports/job/jobs.ts'
import {
  type ActedJob,
  type PendingAction,
  type RecipientActionOrder,
  type RecipientActionResult,
  RecipientActionStore,
  type RecipientSelection,
  type RepeatOrder,
  type SelectedSlice,
} from '../../../ports/job/recipient-actions.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'
import { shownStatus } from './job-views.ts'
import { mayMatchSql, oneRecipient, shownAtStepSql } from './recipients-of-jobs.ts'

const lockJob: Statement = {
  name: 'lock_job_of_recipients',
  text: `
    select j.spinner_id as "spinnerId", j.spinner_version as "spinnerVersion", ${shownStatus('j')} as status,
           j.cleared or j.cleared_slices > 0 as "isCleared"
      from jobs j where j.organization_id = $1 and j.id = $2 for key share`,
}

// Looks for the record in each slice by the primary key of recipients, which begins with job and slice.
const sliceOfRecord: Statement = {
  name: 'slice_of_record',
  text: `
    select s.no from slices s
     where s.job_id = $1
       and (select true from recipients r where r.job_id = $1 and r.slice = s.no and r.record_id = $2)
     limit 1`,
}

// Looks for chosen records in each slice by the primary key of recipients. `stored_at` has the counts that the slice stores
// by step, state and reason, in the form of recipients.
const slicesWith: Statement = {
  name: 'slices_with_selected_recipients',
  text: `
    select s.no,
           case when $9::bigint[] is not null then c.count
                when s.lease_holder is null and s.step_states is not null then (
                  select coalesce(sum(r.count), 0)
                    from (select split_part(u.place, ' ', 1)::int as step, split_part(u.place, ' ', 2) as status,
                                 nullif(split_part(u.place, ' ', 3), '') as reason, u.count
                            from unnest(s.step_states, s.step_state_counts) as u(place, count)) r
                   where ($4::text is null or r.status = $4) and ($5::text is null or r.reason = $5)
                     ${shownAtStepSql('$6', '$7', '$8')})
           end::int as stored
      from jobs j
      join slices s on s.job_id = j.id
      cross join lateral (
        select count(*) as count from recipients r
         where $9::bigint[] is not null and r.job_id = $1 and r.slice = s.no and r.record_id = any($9)) c
     where j.id = $1 and s.job_id = $1 and s.no > $2 and ($9::bigint[] is null or c.count > 0)
       and ${mayMatchSql(['$4', '$5', '$6', '$8'], '$10')}
     order by s.no limit $3`,
}

const selected: Statement = {
  name: 'selected_recipients',
  text: `
    select r.record_id::text as id from recipients r
     where r.job_id = $1 and r.slice = $2 and ($3::bigint[] is null or r.record_id = any($3))
       and ($4::text is null or r.status = $4) and ($5::text is null or r.reason = $5)
       ${shownAtStepSql('$6', '$7', '$8')}
     order by r.record_id`,
}

const actOnRecipients = sqlFunction(
  'act_on_recipients',
  'p_job',
  'p_slice',
  'p_records',
  'p_action',
  'p_next_steps',
  'p_step',
  'p_way',
  'p_until',
  'p_evidence',
  'p_now',
  'p_excluded',
)

const repeatRecipient = sqlFunction(
  'repeat_recipient',
  'p_job',
  'p_slice',
  'p_record',
  'p_step',
  'p_new_job',
  'p_source',
  'p_user',
  'p_key',
  'p_evidence',
  'p_now',
)

const obstaclesToAction = sqlFunction(
  'obstacles_to_action',
  'p_job',
  'p_slice',
  'p_records',
  'p_action',
  'p_step',
  'p_excluded',
)

const actions = entity(
  'recipient_actions',
  'id',
  'organizationId',
  'jobId',
  'request',
  'actor',
  'createdAt',
  'lastSlice',
)

const exclusions = entity('jobs', 'id', 'exclude')

const idleActions: Statement = {
  name: 'idle_recipient_actions',
  text: `
    select a.id from recipient_actions a
     where (a.lease_until is null or a.lease_until <= clock_timestamp()) and not is_leaving(p_organization => a.organization_id)
     order by a.id limit $1`,
}

const takeAction: Statement = {
  name: 'take_recipient_action',
  text: `
    update recipient_actions a set lease_until = clock_timestamp() + interval '10 minutes'
     where a.id = $1 and (a.lease_until is null or a.lease_until <= clock_timestamp())
    returning a.id, a.organization_id as "organizationId", a.job_id as "jobId", a.request, a.actor as by,
              a.created_at as "createdAt", a.last_slice as "lastSlice"`,
}

const extendAction: Statement = {
  name: 'extend_recipient_action',
  text: `
    update recipient_actions
       set last_slice = $3, lease_until = clock_timestamp() + interval '10 minutes',
           request = jsonb_set(request, '{changed}', to_jsonb(coalesce((request ->> 'changed')::int, 0) + $4::int))
     where id = $1 and last_slice = $2 returning 1`,
}

/** The values of a stored act that JSON has as texts. */
interface StoredRequest {
  readonly action: {
    readonly kind: PendingAction['action']['kind']
    readonly step?: number
    readonly until?: string
  }
  readonly selection: RecipientSelection
  /** The number of recipients that were changed so far; absent before the first slice. */
  readonly changed?: number
}

interface ActedRow {
  readonly changed_ids: string[]
  readonly obstructed_ids: string[] | null
  readonly obstacles: ActionObstacle[] | null
}

export class PostgresRecipientActionStore extends RecipientActionStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async lockJob(organizationId: string, jobId: string): Promise<ActedJob | null> {
    const [job] = await this.#executor.write<ActedJob & Record<string, unknown>>(lockJob, [
      organizationId,
      jobId,
    ])
    return job ?? null
  }

  override async exclusionOf(jobId: string): Promise<SegmentExclusion | null> {
    return (await exclusions.within(this.#executor).find({ id: jobId }))?.exclude ?? null
  }

  override async sliceOf(jobId: string, recordId: string): Promise<number | null> {
    const [row] = await this.#executor.read<{ no: number }>(sliceOfRecord, [jobId, recordId])
    return row?.no ?? null
  }

  override async recipient(jobId: string, slice: number, recordId: string): Promise<RecipientOfJob | null> {
    const recipient = await oneRecipient(this.#executor, jobId, slice, recordId)
    return recipient === null ? null : { ...recipient, jobId }
  }

  override slicesWith(
    jobId: string,
    selection: RecipientSelection,
    after: number,
    most: number | null,
  ): Promise<readonly SelectedSlice[]> {
    const { ids, status, reason, at } = selectedBy(selection)
    const ofStep = [at?.step ?? null, at?.withWaits ?? null, at?.waitsFor ?? null]
    const values = [jobId, after, most, status, reason, ...ofStep, ids, this.#clock.now()]
    return this.#executor.read<{ no: number; stored: number | null }>(slicesWith, values)
  }

  override async selected(
    jobId: string,
    slice: number,
    selection: RecipientSelection,
  ): Promise<readonly string[]> {
    const { ids, status, reason, at } = selectedBy(selection)
    const values = [
      jobId,
      slice,
      ids,
      status,
      reason,
      at?.step ?? null,
      at?.withWaits ?? null,
      at?.waitsFor ?? null,
    ]
    const rows = await this.#executor.read<{ id: string }>(selected, values)
    return rows.map(({ id }) => id)
  }

  override async act({
    jobId,
    slice,
    recordIds,
    action,
    program,
    evidence,
    excludedIds,
  }: RecipientActionOrder): Promise<RecipientActionResult> {
    const step = action.kind === 'move' ? action.step : null
    const call = actOnRecipients({
      p_job: jobId,
      p_slice: slice,
      p_records: recordIds,
      p_action: action.kind,
      p_next_steps: stepsAfter(program),
      p_step: step,
      p_way: step === null ? '[]' : JSON.stringify(wayTo(program, step)),
      p_until: action.kind === 'wait' ? action.until : null,
      p_evidence: JSON.stringify(evidence),
      p_now: this.#clock.now(),
      p_excluded: excludedIds,
    })
    const [row] = await this.#executor.write<ActedRow & Record<string, unknown>>(...call)
    const obstacles = row?.obstacles ?? []
    return {
      changed: row?.changed_ids ?? [],
      obstacles: new Map(
        (row?.obstructed_ids ?? []).flatMap((id, index) => {
          const obstacle = obstacles[index]
          return obstacle === undefined ? [] : [[id, obstacle] as const]
        }),
      ),
    }
  }

  override async repeat({ jobId, slice, recordId, step, newId, by, evidence }: RepeatOrder): Promise<void> {
    const key = apiKeyIdOf(by)
    const call = repeatRecipient({
      p_job: jobId,
      p_slice: slice,
      p_record: recordId,
      p_step: step,
      p_new_job: newId,
      p_source: key === null ? 'app' : 'api',
      p_user: userIdOf(by),
      p_key: key,
      p_evidence: JSON.stringify(evidence),
      p_now: this.#clock.now(),
    })
    await this.#executor.write(...call)
  }

  override async obstacles(
    jobId: string,
    slice: number,
    recordIds: readonly string[],
    action: RecipientAction,
    excludedIds: readonly string[],
  ): Promise<readonly (ActionObstacle | null)[]> {
    const call = obstaclesToAction({
      p_job: jobId,
      p_slice: slice,
      p_records: recordIds,
      p_action: action.kind,
      p_step: action.kind === 'move' ? action.step : null,
      p_excluded: excludedIds,
    })
    const rows = await this.#executor.read<{ obstacle: ActionObstacle | null }>(...call)
    return rows.map(({ obstacle }) => obstacle)
  }

  override async addPending(pending: PendingAction): Promise<void> {
    const { id, organizationId, jobId, action, selection, by, createdAt, lastSlice, changed } = pending
    const request = { action, selection, changed }
    const row = { id, organizationId, jobId, request, actor: by, createdAt, lastSlice }
    await actions.within(this.#executor).add(row)
  }

  override async idle(most: number): Promise<readonly string[]> {
    const rows = await this.#executor.read<{ id: string }>(idleActions, [most])
    return rows.map(({ id }) => id)
  }

  override async takePending(id: string): Promise<PendingAction | null> {
    type Row = Omit<PendingAction, 'action' | 'selection' | 'changed'> & { readonly request: StoredRequest }
    const [row] = await this.#executor.write<Row & Record<string, unknown>>(takeAction, [id])
    if (row === undefined) return null
    const { request, ...pending } = row
    const { kind, step = 0, until = '' } = request.action
    const action =
      kind === 'move' ? { kind, step } : kind === 'wait' ? { kind, until: new Date(until) } : { kind }
    return { ...pending, action, selection: request.selection, changed: request.changed ?? 0 }
  }

  override async extendPending(
    id: string,
    before: number,
    lastSlice: number,
    changed: number,
  ): Promise<boolean> {
    return (await this.#executor.write(extendAction, [id, before, lastSlice, changed])).length > 0
  }

  override async changedBy(id: string): Promise<number> {
    const row = await actions.within(this.#executor).lock({ id })
    return (row?.request as StoredRequest | undefined)?.changed ?? 0
  }

  override async releasePending(id: string): Promise<void> {
    await actions.within(this.#executor).patch({ id }, { leaseUntil: null })
  }

  override async endPending(id: string): Promise<boolean> {
    return (await actions.within(this.#executor).remove({ id })) > 0
  }
}

/** Returns the arguments by which statements select recipients. A condition selects all of them. */
function selectedBy(selection: RecipientSelection): RecipientFilter & { ids: readonly string[] | null } {
  const ids = selection.kind === 'recordIds' ? selection.ids : null
  const { status = null, reason = null, at = null } = selection.kind === 'filter' ? selection.filter : {}
  return { ids, status, reason, at }
}
