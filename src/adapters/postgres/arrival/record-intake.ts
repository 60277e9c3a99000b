import { admit } from '../../../domain/account/api-key.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Replayable } from '../../../domain/idempotency.ts'
import { meterExceeded } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { Column, MissingColumns } from '../../../domain/table/data-table.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import {
  type Arrival,
  type Receipt,
  RecordIntake,
  type Standing,
} from '../../../ports/arrival/record-intake.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type KeyHolderRow, readKeyHolder } from '../account/key-holder.ts'
import type { Database, Statement } from '../database.ts'
import { type EarlierRow, earlierFrom } from '../earlier.ts'
import { retryingAlone } from '../lost-race.ts'
import { SharedCommits } from '../shared-commits.ts'
import { sqlFunction } from '../sql-function.ts'

interface Entry {
  readonly arrival: Arrival
  readonly shape: TableShape
  readonly json: string
}

type Appended = Replayable<Receipt> | null

interface LeftOut {
  readonly entry: number
  readonly reason: 'stale' | 'seen' | 'over_limit'
  readonly used: string | null
  readonly allowed: string | null
}

const appendRecords = sqlFunction(
  'append_records',
  'p_now',
  'p_period',
  'lane_digests',
  'lane_by_token',
  'lane_tables',
  'lane_versions',
  'entry_lanes',
  'entry_counts',
  'entry_requests',
  'entry_keys',
  'entry_fingerprints',
  'p_rows',
)

const findStanding: Statement = {
  name: 'find_standing',
  text: `
    select k.id, k.organization_id, k.scopes, k.expires_at, k.revoked_at, kp.api_keys as plan_allows_api_keys,
           t.id as table_id, t.organization_id as table_organization_id, t.columns, t.missing_columns, t.schema_version,
           i.fingerprint, i.answer
      from (select $1::text as digest, $2::boolean as by_token, $3::uuid as table_id, $4::text as key) d
      left join api_keys k on not d.by_token and k.digest = d.digest
      left join organizations ko on ko.id = k.organization_id
      left join plans kp on kp.id = ko.plan_id
      left join lateral (
        select * from data_tables t where d.by_token and t.ingest_token_digest = d.digest
        union all
        select * from data_tables t where not d.by_token and t.id = d.table_id and t.organization_id = k.organization_id
      ) t on true
      left join idempotency_keys i
        on i.organization_id = coalesce(k.organization_id, t.organization_id) and i.key = d.key
       and i.route = case when d.by_token then 'ingest:' || t.id else 'ingest' end`,
}

interface StandingRow extends KeyHolderRow, EarlierRow<Receipt> {
  readonly table_id: string | null
  readonly table_organization_id: string
  readonly columns: readonly Column[]
  readonly missing_columns: MissingColumns
  readonly schema_version: number
}

/** From this many characters on an entry counts as a batch. */
const largeEntry = 16 * 1024

/** Tables remembered at most; the oldest is forgotten first. */
const mostRemembered = 10_000

export class PostgresRecordIntake extends RecordIntake {
  readonly #database: Database
  readonly #clock: Clock
  readonly #shapes = new Map<string, TableShape>()
  /**
   * Small entries share one connection, on which the next commit stands in line behind the one that is
   * on its way to the disk: no round trip between them, and no waiting for each other's locks. Large
   * ones go side by side, because there the work is in the rows.
   */
  readonly #singles: SharedCommits<Entry, Appended>
  readonly #batches: SharedCommits<Entry, Appended>

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
    const line = database.line()
    this.#singles = new SharedCommits(
      { inFlight: 2, mostPerCommit: 128, enough: 64, mostWaiting: 4_096 },
      (entries) => this.#write(line, entries),
    )
    this.#batches = new SharedCommits(
      {
        inFlight: 3,
        mostPerCommit: 16,
        enough: 1,
        mostWaiting: 512,
        weigh: (entry) => entry.json.length,
        mostWeightPerCommit: largeEntry * 4,
        mostWeightWaiting: 64 * 1024 * 1024,
      },
      (entries) => this.#write(database, entries),
    )
  }

  override remembered(arrival: Arrival): TableShape | null {
    return this.#shapes.get(targetOf(arrival)) ?? null
  }

  override async standing(arrival: Arrival): Promise<Standing> {
    const { credential, dataTableId, idempotency } = arrival
    const byToken = credential.kind === 'ingestToken'
    const [row] = await this.#database.read<StandingRow>(findStanding, [
      credential.digest,
      byToken,
      dataTableId,
      idempotency?.key ?? null,
    ])
    if (row === undefined) throw new Error('A standing is always one row')
    if (byToken && row.table_id === null) throw new DomainError('INVALID_INGEST_TOKEN')
    const organizationId = byToken
      ? row.table_organization_id
      : admit(readKeyHolder(row), 'ingest', this.#clock.now()).organizationId
    const shape = row.table_id === null ? null : shapeFrom(row.table_id, row)
    if (shape !== null) this.#remember(targetOf(arrival), shape)
    return { organizationId, earlier: earlierFrom(row), shape }
  }

  override append(arrival: Arrival, shape: TableShape): Promise<Appended> {
    const json = JSON.stringify(shape.complete(arrival.records))
    const commits = json.length < largeEntry ? this.#singles : this.#batches
    return commits.submit({ arrival, shape, json })
  }

  async #write(
    connection: Pick<Database, 'write'>,
    entries: readonly Entry[],
  ): Promise<(Appended | Error)[]> {
    const now = this.#clock.now()
    const lanes = new Lanes()
    const laneOf = entries.map((entry) => lanes.of(entry))
    const keyed = entries.some(({ arrival }) => arrival.idempotency !== null)
    const call = appendRecords({
      p_now: now,
      p_period: periodOf(now),
      lane_digests: lanes.digests,
      lane_by_token: lanes.byToken,
      lane_tables: lanes.tables,
      lane_versions: lanes.versions,
      entry_lanes: laneOf,
      entry_counts: entries.map(({ arrival }) => arrival.records.length),
      entry_requests: entries.map(({ arrival }) => arrival.requestId),
      entry_keys: keyed ? entries.map(({ arrival }) => arrival.idempotency?.key ?? null) : null,
      entry_fingerprints: keyed
        ? entries.map(({ arrival }) => arrival.idempotency?.fingerprint ?? null)
        : null,
      p_rows: `[${entries.map(({ json }) => json).join(',')}]`,
    })
    const leftOut = await retryingAlone(entries.length, () => connection.write<LeftOut>(...call))
    const answers: (Appended | Error)[] = entries.map(({ arrival }) => ({
      answer: { inserted: arrival.records.length },
      replayed: false,
    }))
    for (const { entry: no, reason, used, allowed } of leftOut) {
      const entry = entries[no - 1]
      answers[no - 1] = null
      if (reason !== 'over_limit' || entry === undefined) continue
      const reading = { meter: 'records', limit: Number(allowed), used: Number(used) } as const
      answers[no - 1] = meterExceeded(reading, entry.arrival.records.length, now).for(
        entry.shape.organizationId,
      )
    }
    return answers
  }

  #remember(target: string, shape: TableShape): void {
    this.#shapes.delete(target)
    this.#shapes.set(target, shape)
    if (this.#shapes.size <= mostRemembered) return
    const oldest = this.#shapes.keys().next()
    if (!oldest.done) this.#shapes.delete(oldest.value)
  }
}

/** What the entries of one flush have in common, once each. */
class Lanes {
  readonly digests: string[] = []
  readonly byToken: boolean[] = []
  readonly tables: string[] = []
  readonly versions: number[] = []
  readonly #numbers = new Map<string, number>()

  /** Numbered from 1, as PostgreSQL counts. */
  of({ arrival, shape }: Entry): number {
    const { credential } = arrival
    const name = `${credential.digest} ${shape.tableId} ${shape.version}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.digests.push(credential.digest)
    this.byToken.push(credential.kind === 'ingestToken')
    this.tables.push(shape.tableId)
    this.versions.push(shape.version)
    this.#numbers.set(name, this.digests.length)
    return this.digests.length
  }
}

function targetOf({ credential, dataTableId }: Pick<Arrival, 'credential' | 'dataTableId'>): string {
  return dataTableId ?? credential.digest
}

function shapeFrom(id: string, row: StandingRow): TableShape {
  return new TableShape({
    id,
    organizationId: row.table_organization_id,
    columns: row.columns,
    missingColumns: row.missing_columns,
    schemaVersion: row.schema_version,
  })
}
