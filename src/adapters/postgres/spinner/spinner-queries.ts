import type { Reach } from '../../../domain/account/reach.ts'
import { idAfter, type Page, type PageOf, pageOf, versionAfter } from '../../../domain/page.ts'
import { type AudienceRange, audienceSize } from '../../../domain/spinner/audience.ts'
import {
  type OwnStarts,
  type SpinnerVersion,
  type SpinnerView,
  type StoppedStart,
  type VersionEntry,
  viewOf,
} from '../../../domain/spinner/spinner.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { type AudienceExceptions, SpinnerQueries } from '../../../ports/spinner/spinners.ts'
import { addressOfUser } from '../account/user-store.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { findNewRecords, type NewRecordsRow, rangeOf } from './new-records.ts'
import { openedSteps } from './sealed-steps.ts'
import { spinners, spinnerVersions } from './spinner-store.ts'
import { spinnerWithin } from './within-projects.ts'

const select = `
  select ${spinners.selected('s')}, v.audience as published_audience, v.contact as published_contact,
         v.exclusive as published_exclusive, v.exits as published_exits, v.reply as published_reply, v.send_window as published_window, v.starts as published_starts, v.trigger_data as published_data, v.steps as published_steps,
         v.metadata_columns as published_columns,
         case when v.version is not null then (
           select jsonb_path_query_array(t.columns, '$[*] ? (@.metadata == true).name')
             from data_tables t where t.id = s.data_table_id) end as present_columns,
         case when s.paused_at is not null then ${addressOfUser('s.paused_actor_id')} end as paused_user,
         case when s.paused_at is not null then (select k.name from api_keys k where k.id = s.paused_actor_id) end as paused_api_key,
         case when b.spinner_id is not null then jsonb_build_object(
           'starts', b.starts, 'dueAt', b.due_at, 'stopped', b.stopped || jsonb_build_object('at', b.stopped_at)) end as own_starts
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

const version: Statement = {
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
             select from returned_audiences r
              where r.spinner_id = $1 and r.taken_by_job_id is null
                and (e.id = any(r.record_ids) or e.seq > r.from_seq and e.seq <= r.to_seq and n.record_id is null)) as "isGivenBack"
      from unnest($2::bigint[], $3::bigint[]) as e(id, seq)
      left join named_records n on n.spinner_id = $1 and n.record_id = e.id and e.seq > n.taken_seq`,
}

interface StoredOwnStarts extends Pick<OwnStarts, 'starts'> {
  readonly dueAt: string
  readonly stopped: (Omit<StoppedStart, 'at'> & { readonly at: string }) | null
}

interface EntryRow extends Selected<typeof entry> {
  readonly isCurrent: boolean
}

type Published = Selected<typeof spinnerVersions>

interface SpinnerColumns extends Selected<typeof spinners> {
  readonly published_audience: Published['audience'] | null
  readonly published_contact: Published['contact'] | null
  readonly published_exclusive: Published['exclusive'] | null
  readonly published_exits: Published['exits'] | null
  readonly published_reply: Published['reply'] | null
  /**
   * The send window of the spinner's published version; null if none is published, or if it sends at any
   * hour.
   */
  readonly published_window: Published['sendWindow'] | null
  readonly published_starts: Published['starts'] | null
  readonly published_data: Published['triggerData'] | null
  readonly published_steps: Published['steps'] | null
  readonly published_columns: Published['metadataColumns'] | null
  /**
   * The names of the columns that the data table has now, if a version of the spinner is published; null if
   * there is only a draft.
   */
  readonly present_columns: readonly string[] | null
  readonly paused_user: string | null
  readonly paused_api_key: string | null
  readonly own_starts: StoredOwnStarts | null
}

export class PostgresSpinnerQueries extends SpinnerQueries {
  readonly #database: Database
  readonly #sealing: Sealing

  constructor(database: Database, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
  }

  override async list(
    { organizationId, projectIds }: Reach,
    page: Page,
    projectId: string | null = null,
  ): Promise<PageOf<SpinnerView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1, projectId]
    const rows = await this.#database.read<SpinnerColumns>(list, values)
    return pageOf(
      rows.map((row) => readSpinner(row, this.#sealing)),
      page,
      ({ id }) => id,
    )
  }

  override async find(organizationId: string, id: string): Promise<SpinnerView | null> {
    const [row] = await this.#database.read<SpinnerColumns>(find, [organizationId, id])
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
    const [row] = await this.#database.read<Row>(findNewRecords, [organizationId, id])
    return row
  }

  override async exceptionsAmong(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<AudienceExceptions> {
    type Row = { readonly id: string; readonly isGivenBack: boolean; readonly isPassedOver: boolean }
    const ids = records.map(({ recordId }) => recordId)
    const places = records.map(({ seq }) => seq)
    const rows = await this.#database.read<Row>(audienceExceptions, [spinnerId, ids, places])
    const idsOf = (of: readonly Row[]) => new Set(of.map(({ id }) => id))
    return {
      givenBack: idsOf(rows.filter(({ isGivenBack }) => isGivenBack)),
      passedOver: idsOf(rows.filter(({ isPassedOver }) => isPassedOver)),
    }
  }

  override async versions(organizationId: string, id: string, page: Page): Promise<PageOf<VersionEntry>> {
    const values = [organizationId, id, versionAfter(page), page.limit + 1]
    const rows = await this.#database.read<EntryRow>(versions, values)
    return pageOf(rows, page, ({ version: no }) => `${no}`)
  }

  override async version(organizationId: string, id: string, no: number): Promise<SpinnerVersion | null> {
    const [row] = await this.#database.read<Published>(version, [organizationId, id, no])
    return row === undefined ? null : { ...row, steps: openedSteps(row.steps, row, this.#sealing) }
  }
}

function readSpinner(
  {
    published_audience: audience,
    published_contact: contact,
    published_exclusive: exclusive,
    published_exits: exits,
    published_reply: reply,
    published_window: sendWindow,
    published_starts: starts,
    published_data: triggerData,
    published_steps: stored,
    published_columns: metadataColumns,
    present_columns: presentColumns,
    paused_user: pausedUser,
    paused_api_key: pausedApiKey,
    own_starts: ownStarts,
    steps: drafted,
    ...own
  }: SpinnerColumns,
  sealing: Sealing,
): SpinnerView {
  const { id: spinnerId, publishedVersion } = own
  const steps = openedSteps(drafted, { spinnerId, version: 'draft' }, sealing)
  const others = { pausedUser, pausedApiKey, ownStarts: ownStarts && readOwnStarts(ownStarts) }
  const frozen = {
    audience,
    contact,
    exclusive,
    exits,
    reply,
    starts,
    triggerData,
    stored,
    metadataColumns,
    publishedVersion,
  }
  if (!isComplete(frozen)) return viewOf({ ...own, steps }, presentColumns ?? [], null, others)
  const owner = { spinnerId, version: frozen.publishedVersion }
  const published = {
    audience: frozen.audience,
    contact: frozen.contact,
    exclusive: frozen.exclusive,
    exits: frozen.exits,
    reply: frozen.reply,
    sendWindow,
    starts: frozen.starts,
    triggerData: frozen.triggerData,
    steps: openedSteps(frozen.stored, owner, sealing),
    metadataColumns: frozen.metadataColumns,
  }
  return viewOf({ ...own, steps }, presentColumns ?? [], published, others)
}

function readOwnStarts({ starts, dueAt, stopped }: StoredOwnStarts): OwnStarts {
  return {
    starts,
    dueAt: new Date(dueAt),
    stopped: stopped && { ...stopped, at: new Date(stopped.at) },
  }
}

/** Returns true if the spinner has a published version; otherwise the columns of the version are null. */
function isComplete<Frozen extends object>(
  frozen: Frozen,
): frozen is { [Name in keyof Frozen]: NonNullable<Frozen[Name]> } & Frozen {
  return Object.values(frozen).every((value) => value !== null)
}
