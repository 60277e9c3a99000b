import { admitKeyHolder, type KeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import type { Caller } from '../../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../../domain/account/api-keys/scope.ts'
import { isId } from '../../../domain/id.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import { TableSchema } from '../../../domain/table/table-schema.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type JobOrder,
  JobStarter,
  type OrderFacts,
  type StartedJob,
  type StartOptions,
  type TriggerReceipt,
  type TriggerTarget,
} from '../../../ports/job/job-starter.ts'
import { UpsertQueue } from '../arrival/flush/upsert-flush.ts'
import type { Database, Statement } from '../database.ts'
import { type EarlierAnswerRow, earlierAnswerFrom } from '../earlier-answer.ts'
import { type KeyHolderRow, readKeyHolder } from '../plan/key-holder.ts'
import { type MeterRow, readingFrom } from '../plan/plan-store.ts'
import type { RowOf } from '../schema/columns.ts'
import { spinnerWithin } from '../schema/within-projects.ts'
import { SharedCommits } from '../shared-commits.ts'
import { WeightedCache } from '../weighted-cache.ts'
import { type EntryWithOptions, writeStarts, writeStartsWithOptions } from './start/start-with-options.ts'
import {
  assertNotTooMany,
  type EntryWithRecords,
  entryWithRecords,
  type FlushedStart,
  writeStartsWithRecords,
} from './start/start-with-records.ts'

const findFacts: Statement = {
  name: 'find_standing_of_order',
  text: `
    select k.id, k.organization_id, k.scopes, k.expires_at, k.revoked_at, p.has_api_keys as plan_allows_api_keys,
           s.published_version is not null as is_published, k.project_ids is null or s.id is not null as is_in_reach,
           i.fingerprint, i.answer,
           'jobs' as meter, coalesce(m.used, 0) as used, p.jobs as allowed
      from (select $1::text as digest, $2::uuid as organization_id, $3::uuid as spinner_id, $4::text as key) d
      left join api_keys k on k.digest = d.digest
      left join organizations o on o.id = coalesce(d.organization_id, k.organization_id)
      left join plans p on p.id = o.plan_id
      left join spinners s on s.id = d.spinner_id and s.organization_id = o.id
       and (k.project_ids is null or ${spinnerWithin('k.project_ids')})
      left join idempotency_keys i on i.organization_id = o.id and i.route = 'trigger:' || d.spinner_id and i.key = d.key
       and (k.project_ids is null or s.id is not null)
      left join lateral meter_of(p_organization => o.id, p_meter => 'jobs', p_period => $5) m on true`,
}

interface FactsRow extends KeyHolderRow, MeterRow, EarlierAnswerRow<TriggerReceipt> {
  readonly is_published: boolean
  readonly is_in_reach: boolean
}

const findTarget: Statement = {
  name: 'find_target_of_trigger',
  text: `
    select v.version, v.audience, v.trigger_data, v.metadata_columns, t.id as table_id, t.columns, t.missing_columns,
           t.schema_version, t.match, t.default_country, t.ingest_token_digest as token_digest
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      join data_tables t on t.id = s.data_table_id
     where s.id = $1 and s.organization_id = $2`,
}

type TableColumn = 'columns' | 'missing_columns' | 'schema_version' | 'match' | 'default_country'

interface TargetRow
  extends Pick<RowOf<'spinner_versions'>, 'audience' | 'trigger_data' | 'metadata_columns'>,
    Pick<RowOf<'data_tables'>, TableColumn> {
  readonly version: RowOf<'spinner_versions'>['version']
  readonly table_id: RowOf<'data_tables'>['id']
  readonly token_digest: RowOf<'data_tables'>['ingest_token_digest']
}

/**
 * The table and spinner of a trigger, with the digest of the table's own token, under which records of a
 * person are added.
 */
interface StoredTarget extends TriggerTarget {
  readonly tokenDigest: string
}

/** The maximum number of spinners whose data a process caches to start jobs; the oldest is dropped first. */
const maxCached = 10_000

export class PostgresJobStarter extends JobStarter {
  readonly #database: Database
  readonly #clock: Clock
  readonly #targets = new WeightedCache<StoredTarget>(maxCached)
  /**
   * Writes triggers without options of several requests in shared commits. All triggers of an organization
   * lock its `jobs` meter, so with a commit each they would wait for the disk one by one.
   */
  readonly #commits: SharedCommits<JobOrder, StartedJob | null>
  /**
   * Writes triggers with options, such as named records or data, in shared commits of their own. A trigger
   * with options may be refused while it is written, and the others in its commit must then be written again.
   */
  readonly #triggersWithOptions: SharedCommits<EntryWithOptions, StartedJob | null>
  readonly #queue: UpsertQueue<EntryWithRecords, StartedJob | null>

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
    const hasWritten = (outcome: FlushedStart) =>
      outcome !== null && outcome !== 'busy' && outcome.earlier === null
    const shared = { inFlight: 2, maxPerCommit: 64, enough: 8, maxWaiting: 2_048, hasWritten }
    this.#commits = new SharedCommits({ ...shared, lockedRowOf: ({ spinnerId }) => spinnerId }, (orders) =>
      writeStarts(database, orders, clock),
    )
    this.#triggersWithOptions = new SharedCommits(
      {
        ...shared,
        lockedRowOf: ({ order }) => order.spinnerId,
        maxWaiting: 512,
        weigh: ({ audience }) => (audience.kind === 'named' ? audience.recordIds.length : 0),
        maxWeightPerCommit: 10_000,
        maxWeightWaiting: 1_000_000,
      },
      (entries) => writeStartsWithOptions(database, entries, clock),
    )
    const bringing = {
      ...shared,
      lockedRowOf: ({ order }: EntryWithRecords) => order.spinnerId,
      weigh: ({ json }: EntryWithRecords) => json.length,
      maxWeightPerCommit: 64 * 1024,
      maxWeightWaiting: 64 * 1024 * 1024,
      lockKeysOf: ({ lockKeys }: EntryWithRecords) => lockKeys,
    }
    const write = (entries: readonly EntryWithRecords[]) => writeStartsWithRecords(database, entries, clock)
    const appending = new SharedCommits(bringing, write)
    const upserting = new SharedCommits(bringing, write)
    this.#queue = new UpsertQueue(database.timers, (entry) =>
      (entry.matched === null ? appending : upserting).submit(entry),
    )
  }

  override async start(order: JobOrder, options: StartOptions | null = null): Promise<StartedJob | null> {
    if (options === null) return this.#commits.submit(order)
    const { audience } = options
    if (audience.kind !== 'records') return this.#triggersWithOptions.submit({ order, options, audience })
    const { tokenDigest } = audience.target as StoredTarget
    const entry = entryWithRecords({ order, options, audience }, tokenDigest)
    assertNotTooMany(entry)
    return this.#queue.write(entry)
  }

  override cachedTarget(order: JobOrder): TriggerTarget | null {
    return this.#targets.get(targetName(order))
  }

  override async target(order: JobOrder, organizationId: string): Promise<TriggerTarget | null> {
    const { spinnerId } = order
    if (!isId(spinnerId)) return null
    const [row] = await this.#database.read<TargetRow & Record<string, unknown>>(findTarget, [
      spinnerId,
      organizationId,
    ])
    if (row === undefined) {
      this.#targets.delete(targetName(order))
      return null
    }
    const target = readTarget(row, organizationId)
    this.#targets.set(targetName(order), target)
    return target
  }

  override async factsOf(
    { caller, spinnerId, idempotency }: JobOrder,
    scopes: readonly Scope[] = ['trigger'],
  ): Promise<OrderFacts> {
    const now = this.#clock.now()
    const [row] = await this.#database.read<FactsRow>(findFacts, [
      digestOf(caller),
      organizationOf(caller),
      isId(spinnerId) ? spinnerId : null,
      idempotency?.key ?? null,
      periodOf(this.#clock.realNow()),
    ])
    if (row === undefined) throw new Error('The query of the facts about a trigger returned no row')
    const earlier = earlierAnswerFrom(row)
    // Another request may have stored the answer a moment ago, so that it is not on disk yet (`writeThenFlush`).
    if (earlier !== null) await this.#database.flush()
    return {
      organizationId: organizationOf(caller) ?? admitted(readKeyHolder(row), scopes, now),
      earlier,
      isInReach: row.is_in_reach,
      isPublished: row.is_published,
      reading: readingFrom(row),
    }
  }
}

/**
 * Returns the cache key of a spinner. The key contains the caller, so that a caller never learns of a spinner
 * of another organization.
 */
function targetName({ caller, spinnerId }: JobOrder): string {
  return `${caller.kind === 'session' ? caller.organizationId : caller.digest} ${spinnerId}`
}

function digestOf(caller: Caller): string | null {
  return caller.kind === 'session' ? null : caller.digest
}

function organizationOf(caller: Caller): string | null {
  return caller.kind === 'session' ? caller.organizationId : null
}

function admitted(holder: KeyHolder | null, scopes: readonly Scope[], now: Date): string {
  const [first = 'trigger', ...others] = scopes
  const { organizationId } = admitKeyHolder(holder, first, now)
  for (const scope of others) admitKeyHolder(holder, scope, now)
  return organizationId
}

function readTarget(row: TargetRow, organizationId: string): StoredTarget {
  const tableSchema = new TableSchema({
    id: row.table_id,
    organizationId,
    columns: row.columns,
    missingColumns: row.missing_columns,
    schemaVersion: row.schema_version,
    match: row.match,
    defaultCountry: row.default_country,
  })
  const { version, audience, trigger_data: triggerData, metadata_columns: metadataColumns } = row
  return {
    organizationId,
    version,
    audience,
    triggerData,
    metadataColumns,
    tableSchema,
    tokenDigest: row.token_digest,
  }
}
