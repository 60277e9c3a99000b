import type pg from 'pg'
import type { Reach } from '../../../domain/account/reach.ts'
import type { ActorView } from '../../../domain/actor-view.ts'
import { idAfter, type Page, type PageOf, pageOf, versionAfter } from '../../../domain/page.ts'
import { type AudienceRange, audienceSize } from '../../../domain/spinner/audience.ts'
import { contentParts } from '../../../domain/spinner/draft-parts.ts'
import type { SegmentEntry } from '../../../domain/spinner/segment/segment-entry.ts'
import {
  type AutomaticStarts,
  type Spinner,
  type SpinnerVersion,
  type SpinnerView,
  type StoppedStart,
  type VersionEntry,
  viewOf,
} from '../../../domain/spinner/spinner.ts'
import { openingOf } from '../../../domain/spinner/spinner-pace.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import {
  type AudienceExceptions,
  type DueStart,
  type PublishedStarts,
  SpinnerStore,
  type StartOrder,
  type StartOutcome,
  type WatchedGoal,
} from '../../../ports/spinner/spinners.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { actorInColumn } from '../schema/actor-in-column.ts'
import { columnOf, fieldsOf, type Selected } from '../schema/columns.ts'
import { openedSteps, type StepsOwner, storedSteps } from '../schema/sealed-steps.ts'
import { spinnerWithin } from '../schema/within-projects.ts'
import { sqlFunction } from '../sql-function.ts'
import { findNewRecords, type NewRecordsRow, rangeOf } from './new-records.ts'
import { unknownSpinners } from './unknown-spinners.ts'
import { outlineOf } from './version-outline.ts'

const columns = [
  'id',
  'organizationId',
  'projectId',
  'dataTableId',
  'name',
  ...contentParts,
  'publishedVersion',
  'latestVersion',
  'pausedAt',
  'pausedActorId',
  'revision',
  'createdAt',
] as const

export const spinners = entity('spinners', ...columns)

/** Spinners with those in the bin. */
const storedSpinners = entity('stored_spinners', ...columns, 'binEntryId')

const excludeExisting = sqlFunction('exclude_existing_records', 'p_spinner')

const forgetColumn: Statement = {
  name: 'forget_column_of_versions',
  text: `
    update spinner_versions v set metadata_columns = array_remove(v.metadata_columns, $2)
      from stored_spinners s
     where s.data_table_id = $1 and v.spinner_id = s.id and $2 = any(v.metadata_columns)`,
}

const spinnerVersions = entity('spinner_versions', 'spinnerId', 'version', ...contentParts, 'metadataColumns')

const findVersionsInUse: Statement = {
  name: 'spinner_versions_in_use',
  text: `
    select ${spinnerVersions.selected('v')} from spinner_versions v
     where v.spinner_id = $1 and v.version in (
       select published_version from spinners where id = $1
       union
       select spinner_version from jobs where spinner_id = $1 and is_unfinished_job(status)
       union
       select version from goal_watches where spinner_id = $1)
     order by v.version`,
}

const spinnerNames = entity('spinners', 'name')

const spinnerStarts = entity('spinner_starts', 'spinnerId')
const watches = entity('segment_watches', 'spinnerId')

// Stores when a published spinner starts automatically. If its start is the same as before, the time at which
// it is next due stays, because a due start may not have run yet.
const publishStarts: Statement = {
  name: 'publish_starts',
  text: `
    insert into spinner_starts as b (spinner_id, organization_id, starts, due_at, check_at)
    values ($1, $2, $3, $4, case when $5 then null else $4::timestamptz end)
    on conflict (spinner_id) do update
       set starts = excluded.starts, due_at = excluded.due_at, check_at = excluded.check_at, stopped = null, stopped_at = null
     where b.starts <> excluded.starts`,
}

const publishPace = sqlFunction(
  'publish_pace',
  'p_spinner',
  'p_organization',
  'p_max_new_per_day',
  'p_max_per_day',
  'p_days',
  'p_opens_at',
  'p_now',
)

const findPace: Statement = {
  name: 'has_pace',
  text: 'select from spinner_paces where spinner_id = $1 and (max_new_per_day is not null or max_per_day is not null)',
}

const publishWatch = sqlFunction(
  'publish_watch',
  'p_spinner',
  'p_organization',
  'p_table',
  'p_segment',
  'p_columns',
  'p_is_repeated',
  'p_again_after_days',
  'p_choice',
)

const restartWatches = sqlFunction('restart_watches', 'p_table', 'p_segments', 'p_columns')

const saveGoalWatch = sqlFunction(
  'save_goal_watch',
  'p_spinner',
  'p_version',
  'p_organization',
  'p_table',
  'p_columns',
)

const goalWatch = fieldsOf('goal_watches', 'organizationId', 'dataTableId', 'spinnerId', 'version')

const watchedGoals: Statement = {
  name: 'watched_goals',
  text: `
    select ${goalWatch.selected('g')}, v.goal
      from goal_watches g
      join spinner_versions v on v.spinner_id = g.spinner_id and v.version = g.version
     where g.data_table_id = $1
     order by g.spinner_id, g.version`,
}

const enteredSegments: Statement = {
  name: 'entered_segments',
  text: `
    select distinct segment_id as id from segment_watches where data_table_id = $1 and segment_id is not null`,
}

const countWaitingEntries: Statement = {
  name: 'count_waiting_entries',
  text: `
    select count(*)::int as waiting from segment_members where spinner_id = $1 and entered_at is not null`,
}

const findEntries: Statement = {
  name: 'entries_among',
  text: `
    select record_id::text as "recordId", is_member as "isMember", entered_at as "enteredAt", started_at as "startedAt"
      from segment_members where spinner_id = $1 and record_id = any($2::bigint[])
     order by record_id`,
}

const findStarting: Statement = {
  name: 'spinners_that_start',
  text: `
    select s.id from spinners s join spinner_starts b on b.spinner_id = s.id
     where s.organization_id = $1
     order by s.id`,
}

const resumeStarts: Statement = {
  name: 'go_on_with_starts',
  text: `update spinner_starts set check_at = due_at where spinner_id = $1 and due_at < 'infinity'`,
}

/** The content of a version `v` as the arguments of jsonb_build_object. */
const publishedFields = [...contentParts, 'metadataColumns']
  .map((field) => `'${field}', v.${columnOf(field)}`)
  .join(', ')

const select = `
  select ${spinners.selected('s')},
         case when v.version is not null then jsonb_build_object(${publishedFields}) end as published,
         case when v.version is not null then (
           select jsonb_path_query_array(t.columns, '$[*] ? (@.isMetadata == true).name')
             from data_tables t where t.id = s.data_table_id) end as present_columns,
         case when s.paused_at is not null then ${actorInColumn('s.paused_actor_id')} end as paused_by,
         case when b.spinner_id is not null then jsonb_build_object(
           'starts', b.starts, 'dueAt', b.due_at, 'stopped', b.stopped || jsonb_build_object('at', b.stopped_at)) end as automatic_starts
    from spinners s
    left join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
    left join spinner_starts b on b.spinner_id = s.id`

const list: Statement = {
  name: 'list_spinners',
  text: `
    ${select}
     where s.organization_id = $1 and ($2::uuid[] is null or ${spinnerWithin('$2')})
       and ($3::uuid is null or s.id > $3) and ($5::uuid is null or s.project_id = $5)
     order by s.id limit $4`,
}

const find: Statement = {
  name: 'find_spinner',
  text: `${select} where s.organization_id = $1 and s.id = $2`,
}

const findVersion: Statement = {
  name: 'find_spinner_version',
  text: `
    select ${spinnerVersions.selected('v')}
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = $3
     where s.organization_id = $1 and s.id = $2`,
}

const entry = fieldsOf('spinner_versions', 'version', 'publishedAt')

const versions: Statement = {
  name: 'list_spinner_versions',
  text: `
    select ${entry.selected('v')}, v.version is not distinct from s.published_version as "isCurrent"
      from spinners s
      join spinner_versions v on v.spinner_id = s.id
     where s.organization_id = $1 and s.id = $2 and ($3::int is null or v.version < $3)
     order by v.version desc limit $4`,
}

const audienceExceptions: Statement = {
  name: 'audience_exceptions',
  text: `
    select e.id, n.record_id is not null as "isPassedOver", exists (
             select from audience_parts r
              where r.spinner_id = $1 and r.taken_by_job_id is null
                and (e.id = any(r.record_ids) or e.seq > r.from_seq and e.seq <= r.to_seq and n.record_id is null)) as "isGivenBack"
      from unnest($2::bigint[], $3::bigint[]) as e(id, seq)
      left join explicit_records n on n.spinner_id = $1 and n.record_id = e.id and e.seq > n.taken_seq`,
}

interface StoredAutomaticStarts extends Pick<AutomaticStarts, 'starts'> {
  readonly dueAt: string
  readonly stopped: (Omit<StoppedStart, 'at'> & { readonly at: string }) | null
}

interface EntryRow extends Selected<typeof entry> {
  readonly isCurrent: boolean
}

type Published = Selected<typeof spinnerVersions>

interface SpinnerColumns extends Selected<typeof spinners> {
  /** The content of the published version; null if none is published. */
  readonly published: Omit<Published, 'spinnerId' | 'version'> | null
  /**
   * The names of the columns that the data table has now, if a version of the spinner is published; null if
   * there is only a draft.
   */
  readonly present_columns: readonly string[] | null
  readonly paused_by: ActorView | null
  readonly automatic_starts: StoredAutomaticStarts | null
}

const claimDueStarts = sqlFunction('claim_due_starts', 'p_now', 'p_most', 'p_again', 'p_organization')

const beginDueStart = sqlFunction(
  'begin_due_start',
  'p_now',
  'p_period',
  'p_organization',
  'p_spinner',
  'p_job',
  'p_due',
  'p_next',
)

const skipStart: Statement = {
  name: 'skip_start',
  text: `
    update spinner_starts b
       set due_at = coalesce($3::timestamptz, 'infinity'), check_at = $3::timestamptz, stopped = null, stopped_at = null
     where b.spinner_id = $1 and b.due_at = $2 and b.check_at is not null`,
}

// Notes that the automatic start of a spinner has stopped, and why. The time of the first stop stays as long
// as the reason's code stays the same.
const stopStart: Statement = {
  name: 'stop_start',
  text: `
    update spinner_starts b
       set stopped = $3::jsonb, check_at = $5, stopped_at = case when b.stopped ->> 'code' = $3::jsonb ->> 'code' then b.stopped_at else $4::timestamptz end
     where b.spinner_id = $1 and b.due_at = $2 and b.check_at is not null`,
}

interface DueRow {
  readonly spinner_id: string
  readonly organization_id: string
  readonly starts: DueStart['starts']
  readonly due_at: Date
}

export class PostgresSpinnerStore extends SpinnerStore {
  readonly #executor: Executor
  readonly #sealing: Sealing

  constructor(executor: Executor, sealing: Sealing) {
    super()
    this.#executor = executor
    this.#sealing = sealing
  }

  override async list(
    { organizationId, projectIds }: Reach,
    page: Page,
    projectId: string | null = null,
  ): Promise<PageOf<SpinnerView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1, projectId]
    const rows = await this.#executor.read<SpinnerColumns>(list, values)
    return pageOf(
      rows.map((row) => readSpinner(row, this.#sealing)),
      page,
      ({ id }) => id,
    )
  }

  override async find(organizationId: string, id: string): Promise<SpinnerView | null> {
    const [row] = await this.#executor.read<SpinnerColumns>(find, [organizationId, id])
    return row === undefined ? null : readSpinner(row, this.#sealing)
  }

  override async audience(organizationId: string, id: string): Promise<AudienceRange | null> {
    const row = await this.#newRecords(organizationId, id)
    return row?.audience == null ? null : rangeOf(row, row.audience)
  }

  override async existing(organizationId: string, id: string): Promise<number> {
    const row = await this.#newRecords(organizationId, id)
    return row === undefined ? 0 : audienceSize(rangeOf(row, 'new'))
  }

  async #newRecords(organizationId: string, id: string): Promise<NewRecordsRow | undefined> {
    type Row = NewRecordsRow & Record<string, unknown>
    const [row] = await this.#executor.read<Row>(findNewRecords, [organizationId, id])
    return row
  }

  override async exceptionsAmong(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<AudienceExceptions> {
    type Row = { readonly id: string; readonly isGivenBack: boolean; readonly isPassedOver: boolean }
    const ids = records.map(({ recordId }) => recordId)
    const places = records.map(({ seq }) => seq)
    const rows = await this.#executor.read<Row>(audienceExceptions, [spinnerId, ids, places])
    const idsOf = (of: readonly Row[]) => new Set(of.map(({ id }) => id))
    return {
      givenBack: idsOf(rows.filter(({ isGivenBack }) => isGivenBack)),
      passedOver: idsOf(rows.filter(({ isPassedOver }) => isPassedOver)),
    }
  }

  override async versions(organizationId: string, id: string, page: Page): Promise<PageOf<VersionEntry>> {
    const values = [organizationId, id, versionAfter(page), page.limit + 1]
    const rows = await this.#executor.read<EntryRow>(versions, values)
    return pageOf(rows, page, ({ version: no }) => `${no}`)
  }

  override async version(organizationId: string, id: string, no: number): Promise<SpinnerVersion | null> {
    const [row] = await this.#executor.read<Published>(findVersion, [organizationId, id, no])
    return row === undefined ? null : this.#versionFrom(row)
  }

  override async add(spinner: Spinner, version: SpinnerVersion | null): Promise<void> {
    const steps = storedSteps(spinner.steps, draftOf(spinner.id), this.#sealing)
    await spinners.within(this.#executor).add({ ...spinner, steps })
    if (version !== null) await this.addVersion(version, spinner.createdAt)
  }

  override async lock(organizationId: string, id: string): Promise<Spinner | null> {
    const row = await spinners.within(this.#executor).lock({ organizationId, id })
    return row && this.#spinnerFrom(row)
  }

  #spinnerFrom(row: Selected<typeof spinners>): Spinner {
    return { ...row, steps: openedSteps(row.steps, draftOf(row.id), this.#sealing) }
  }

  override async save({
    id,
    name,
    audience,
    exclude,
    contact,
    isExclusive,
    exits,
    reply,
    goal,
    sendWindow,
    pace,
    starts,
    triggerData,
    steps,
    publishedVersion,
    latestVersion,
    pausedAt,
    pausedActorId,
    revision,
  }: Spinner): Promise<void> {
    const stored = storedSteps(steps, draftOf(id), this.#sealing)
    const draft = {
      name,
      audience,
      exclude,
      contact,
      isExclusive,
      exits,
      reply,
      goal,
      sendWindow,
      pace,
      starts,
      triggerData,
      steps: stored,
    }
    const changed = { ...draft, publishedVersion, latestVersion, pausedAt, pausedActorId, revision }
    await storedSpinners.within(this.#executor).patch({ id }, changed)
  }

  override async excludeExisting(spinnerId: string): Promise<void> {
    await this.#executor.write(...excludeExisting({ p_spinner: spinnerId }))
  }

  override async findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null> {
    const row = await spinnerVersions.within(this.#executor).find({ spinnerId, version })
    return row && this.#versionFrom(row)
  }

  override async remove(id: string): Promise<void> {
    await spinnerVersions.within(this.#executor).remove({ spinnerId: id })
    await storedSpinners.within(this.#executor).remove({ id })
  }

  override countOf(organizationId: string): Promise<number> {
    return spinners.within(this.#executor).count({ organizationId })
  }

  override async anyIn(projectId: string): Promise<boolean> {
    return (await spinners.within(this.#executor).count({ projectId })) > 0
  }

  override async over(dataTableId: string): Promise<readonly string[]> {
    const rows = await spinnerNames.within(this.#executor).list({ dataTableId }, 'id')
    return rows.map(({ name }) => name)
  }

  override unknownAmong(organizationId: string, ids: readonly string[]): Promise<readonly string[]> {
    return unknownSpinners(this.#executor, organizationId, ids)
  }

  override async lockOver(dataTableId: string): Promise<readonly Spinner[]> {
    const rows = await spinners.within(this.#executor).lockAll({ dataTableId }, 'id')
    return rows.map((row) => this.#spinnerFrom(row))
  }

  override async lockBinnedOver(dataTableId: string): Promise<readonly Spinner[]> {
    const rows = await storedSpinners.within(this.#executor).lockAll({ dataTableId }, 'id')
    return rows.flatMap(({ binEntryId, ...row }) => (binEntryId === null ? [] : [this.#spinnerFrom(row)]))
  }

  override async versionsInUse(spinnerId: string): Promise<readonly SpinnerVersion[]> {
    const rows = await this.#executor.read<Published>(findVersionsInUse, [spinnerId])
    return rows.map((row) => this.#versionFrom(row))
  }

  #versionFrom(row: Published): SpinnerVersion {
    return { ...row, steps: openedSteps(row.steps, row, this.#sealing) }
  }

  override async saveVersion(version: SpinnerVersion): Promise<void> {
    const { spinnerId, version: no, metadataColumns, goal, sendWindow } = version
    const steps = storedSteps(version.steps, version, this.#sealing)
    await spinnerVersions
      .within(this.#executor)
      .patch({ spinnerId, version: no }, { steps, goal, sendWindow, metadataColumns })
  }

  override async forgetColumn(dataTableId: string, column: string): Promise<void> {
    await this.#executor.write(forgetColumn, [dataTableId, column])
  }

  override async addVersion(version: SpinnerVersion, publishedAt: Date): Promise<void> {
    const steps = storedSteps(version.steps, version, this.#sealing)
    const others = { publishedAt, ...outlineOf(version.steps) }
    await spinnerVersions.within(this.#executor).add({ ...version, steps }, others)
  }

  override async publishStarts({
    spinnerId,
    organizationId,
    starts,
    dueAt,
    isPaused,
    entries,
  }: PublishedStarts): Promise<void> {
    const values = [spinnerId, organizationId, JSON.stringify(starts), dueAt, isPaused]
    await this.#executor.write(publishStarts, values)
    if (entries === null || starts.on !== 'segment') return this.#endEntries(spinnerId)
    const call = publishWatch({
      p_spinner: spinnerId,
      p_organization: organizationId,
      p_table: entries.dataTableId,
      p_segment: starts.segmentId,
      p_columns: entries.columns,
      p_is_repeated: starts.again === 'eachEntry',
      p_again_after_days: starts.againAfterDays ?? null,
      p_choice: entries.existing,
    })
    await this.#executor.write(...call)
  }

  async #endEntries(spinnerId: string): Promise<void> {
    await watches.within(this.#executor).patch({ spinnerId }, { segmentId: null, isCleared: false })
  }

  override async waitingEntries(spinnerId: string): Promise<number> {
    const [row] = await this.#executor.read<{ waiting: number }>(countWaitingEntries, [spinnerId])
    return row?.waiting ?? 0
  }

  override async entriesAmong(
    spinnerId: string,
    recordIds: readonly string[],
  ): Promise<readonly SegmentEntry[]> {
    return this.#executor.read<SegmentEntry & pg.QueryResultRow>(findEntries, [spinnerId, recordIds])
  }

  override async enteredSegments(dataTableId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#executor.read<{ id: string }>(enteredSegments, [dataTableId])
    return new Set(rows.map(({ id }) => id))
  }

  override async restartEntries(
    dataTableId: string,
    columnsBySegment: ReadonlyMap<string, readonly string[]>,
  ): Promise<boolean> {
    const call = restartWatches({
      p_table: dataTableId,
      p_segments: [...columnsBySegment.keys()],
      p_columns: JSON.stringify([...columnsBySegment.values()]),
    })
    const [row] = await this.#executor.write<{ restart_watches: boolean }>(...call)
    return row?.restart_watches === true
  }

  override async watchGoal(
    { spinnerId, version, organizationId, dataTableId }: WatchedGoal,
    columnNames: readonly string[],
  ): Promise<void> {
    const call = saveGoalWatch({
      p_spinner: spinnerId,
      p_version: version,
      p_organization: organizationId,
      p_table: dataTableId,
      p_columns: columnNames,
    })
    await this.#executor.write(...call)
  }

  override watchedGoals(dataTableId: string): Promise<readonly WatchedGoal[]> {
    return this.#executor.read<WatchedGoal & Record<string, unknown>>(watchedGoals, [dataTableId])
  }

  override async publishPace(
    organizationId: string,
    { spinnerId, pace, sendWindow }: SpinnerVersion,
    at: Date,
  ): Promise<boolean> {
    const { days, opensAt } = openingOf(sendWindow)
    const call = publishPace({
      p_spinner: spinnerId,
      p_organization: organizationId,
      p_max_new_per_day: pace?.maxNewPerDay ?? null,
      p_max_per_day: pace?.maxPerDay ?? null,
      p_days: days,
      p_opens_at: opensAt,
      p_now: at,
    })
    const [row] = await this.#executor.write<{ publish_pace: boolean }>(...call)
    return row?.publish_pace === true
  }

  override async hasPace(spinnerId: string): Promise<boolean> {
    return (await this.#executor.read(findPace, [spinnerId])).length > 0
  }

  override async startingIn(organizationId: string): Promise<readonly string[]> {
    const rows = await this.#executor.read<{ id: string }>(findStarting, [organizationId])
    return rows.map(({ id }) => id)
  }

  override async removeStarts(spinnerId: string): Promise<void> {
    await spinnerStarts.within(this.#executor).remove({ spinnerId })
    await this.#endEntries(spinnerId)
  }

  override async holdStarts(spinnerId: string): Promise<void> {
    await spinnerStarts.within(this.#executor).patch({ spinnerId }, { checkAt: null })
  }

  override async resumeStarts(spinnerId: string): Promise<void> {
    await this.#executor.write(resumeStarts, [spinnerId])
  }

  override async leaseDueStarts(
    now: Date,
    most: number,
    again: Date,
    organizationId: string | null = null,
  ): Promise<readonly DueStart[]> {
    const call = claimDueStarts({ p_now: now, p_most: most, p_again: again, p_organization: organizationId })
    const rows = await this.#executor.write<DueRow & Record<string, unknown>>(...call)
    return rows.map(({ spinner_id: spinnerId, organization_id: of, starts, due_at: dueAt }) => ({
      spinnerId,
      organizationId: of,
      starts,
      dueAt,
    }))
  }

  override async beginDueStart(order: StartOrder): Promise<StartOutcome> {
    const call = beginDueStart({
      p_now: order.now,
      p_period: order.period,
      p_organization: order.organizationId,
      p_spinner: order.spinnerId,
      p_job: order.jobId,
      p_due: order.dueAt,
      p_next: order.nextAt,
    })
    const [row] = await this.#executor.write<{ begin_due_start: StartOutcome }>(...call)
    if (row === undefined) throw new Error('begin_due_start returned no outcome of the start')
    return row.begin_due_start
  }

  override async skipDueStart({ spinnerId, dueAt }: DueStart, nextAt: Date | null): Promise<void> {
    await this.#executor.write(skipStart, [spinnerId, dueAt, nextAt])
  }

  override async stopDueStart(
    { spinnerId, dueAt }: DueStart,
    { at, ...why }: StoppedStart,
    checkAt: Date,
  ): Promise<void> {
    await this.#executor.write(stopStart, [spinnerId, dueAt, JSON.stringify(why), at, checkAt])
  }
}

const draftOf = (spinnerId: string): StepsOwner => ({ spinnerId, version: 'draft' })

function readSpinner(
  {
    published: stored,
    present_columns: presentColumns,
    paused_by: pausedBy,
    automatic_starts: automaticStarts,
    steps: drafted,
    ...own
  }: SpinnerColumns,
  sealing: Sealing,
): SpinnerView {
  const { id: spinnerId, publishedVersion: version } = own
  const steps = openedSteps(drafted, { spinnerId, version: 'draft' }, sealing)
  const others = { pausedBy, automaticStarts: automaticStarts && readAutomaticStarts(automaticStarts) }
  const published =
    stored === null || version === null
      ? null
      : { ...stored, steps: openedSteps(stored.steps, { spinnerId, version }, sealing) }
  return viewOf({ ...own, steps }, presentColumns ?? [], published, others)
}

function readAutomaticStarts({ starts, dueAt, stopped }: StoredAutomaticStarts): AutomaticStarts {
  return {
    starts,
    dueAt: new Date(dueAt),
    stopped: stopped && { ...stopped, at: new Date(stopped.at) },
  }
}
