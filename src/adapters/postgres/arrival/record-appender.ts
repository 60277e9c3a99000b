import { admitKeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import { contentsUnderKey } from '../../../domain/arrival/claims.ts'
import type { RefusedRecord } from '../../../domain/arrival/split-by-fit.ts'
import { DomainError } from '../../../domain/errors.ts'
import { TableSchema } from '../../../domain/table/table-schema.ts'
import {
  type Admission,
  type Admitted,
  type Arrival,
  type ArrivalFacts,
  RecordAppender,
} from '../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { AppendReceipt } from '../../../ports/table/records.ts'
import type { Database, Statement } from '../database.ts'
import { type EarlierAnswerRow, earlierAnswerFrom } from '../earlier-answer.ts'
import { type KeyHolderRow, readKeyHolder } from '../plan/key-holder.ts'
import type { RowOf } from '../schema/columns.ts'
import { SharedReads } from '../shared-reads.ts'
import { WeightedCache } from '../weighted-cache.ts'
import { claimContentsOf, repeatedClaims } from './flush/admission-values.ts'
import { type AdmitOutcome, type AdmittedEntry, writeAdmissions } from './flush/admit-flush.ts'
import { type AppendIn, admitWithAudit, appendWithAudit } from './flush/append-alone.ts'
import {
  AppendCommits,
  type Appended,
  type AppendOutcome,
  type Entry,
  type Writer,
  writeAppends,
} from './flush/append-flush.ts'
import {
  type ArrivalWithResults,
  admitWithStoredResults,
  appendWithStoredResults,
  emptyReceipt,
  withResults,
} from './flush/stored-results.ts'
import { type MatchedEntry, matchedEntryOf, UpsertFlush, UpsertQueue } from './flush/upsert-flush.ts'

const findFacts: Statement = {
  name: 'find_standing',
  text: `
    select k.id, k.organization_id, k.scopes, k.expires_at, k.revoked_at, kp.has_api_keys as plan_allows_api_keys,
           t.id as table_id, t.organization_id as table_organization_id, t.columns, t.missing_columns, t.schema_version,
           t.match, t.default_country, t.accepts_any_format, t.duplicate_window_seconds,
           t.signature, t.on_bad_signature, t.maps_automatically,
           case when t.accepts_any_format then (
             select coalesce(string_agg(m.id || ' ' || m.version, ',' order by m.position, m.id), '')
               from mappings m where m.data_table_id = t.id) end as mapping_versions,
           i.fingerprint, i.answer
      from (select $1::text as digest, $2::boolean as by_webhook_url, $3::uuid as table_id, $4::text as key) d
      left join api_keys k on not d.by_webhook_url and k.digest = d.digest
      left join organizations ko on ko.id = k.organization_id
      left join plans kp on kp.id = ko.plan_id
      left join lateral (
        select * from data_tables t where d.by_webhook_url and t.ingest_token_digest = d.digest
        union all
        select * from data_tables t
         where d.by_webhook_url and t.previous_token_digest = d.digest and t.previous_token_until > $5
        union all
        select * from data_tables t where not d.by_webhook_url and t.id = d.table_id and t.organization_id = k.organization_id
           and (k.project_ids is null or t.project_id = any(k.project_ids))
      ) t on true
      left join idempotency_keys i
        on i.organization_id = coalesce(k.organization_id, t.organization_id) and i.key = d.key
       and i.route = case when d.by_webhook_url then 'ingest:' || t.id else 'ingest' end
       and (k.project_ids is null or t.id is not null)`,
}

type TableColumn =
  | 'columns'
  | 'missing_columns'
  | 'schema_version'
  | 'match'
  | 'default_country'
  | 'accepts_any_format'
  | 'duplicate_window_seconds'
  | 'signature'
  | 'on_bad_signature'
  | 'maps_automatically'

interface FactsRow
  extends KeyHolderRow,
    EarlierAnswerRow<AppendReceipt>,
    Pick<RowOf<'data_tables'>, TableColumn> {
  readonly table_id: RowOf<'data_tables'>['id'] | null
  readonly table_organization_id: RowOf<'data_tables'>['organization_id']
  /**
   * The ids and versions of all mappings of the table as one text, as the function `versionsOf` writes it. A
   * difference shows that a mapping has changed.
   */
  readonly mapping_versions: string | null
}

/**
 * The maximum number of tables whose columns and credentials a process caches; the oldest is dropped first.
 */
const maxCached = 10_000

export class PostgresRecordAppender extends RecordAppender {
  readonly #database: Database
  readonly #clock: Clock
  readonly #schemas = new WeightedCache<TableSchema>(maxCached)
  readonly #schemasByCredential = new WeightedCache<TableSchema>(maxCached)
  readonly #looks = new SharedReads<ArrivalFacts>()
  readonly #appends: AppendCommits<Entry, AppendOutcome>
  readonly #flush = new UpsertFlush()
  readonly #upserts: UpsertQueue<MatchedEntry, Appended>
  readonly #admissions: UpsertQueue<AdmittedEntry, Admitted | null>

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
    const connections = { line: database.line(), pool: database }
    this.#appends = new AppendCommits(
      connections,
      (connection, entries) => writeAppends(connection, entries, clock),
      { hasWritten: isAppended },
    )
    const upserts = new AppendCommits<MatchedEntry, Appended | 'busy'>(
      connections,
      (connection, entries) => this.#flush.write(connection, entries, clock),
      { lockKeysOf: ({ lockKeys }) => lockKeys, hasWritten: isAppended },
    )
    this.#upserts = new UpsertQueue(database.timers, (entry) => upserts.submit(entry))
    const options = {
      lockKeysOf: ({ lockKeys }: AdmittedEntry) => lockKeys,
      hasWritten: (admitted: AdmitOutcome) => isAppended(admitted) && admitted.outcome === 'appended',
    }
    const write = (connection: Writer, entries: readonly AdmittedEntry[]) =>
      writeAdmissions(connection, entries, clock)
    const plain = new AppendCommits<AdmittedEntry, AdmitOutcome>(connections, write, options)
    const matched = new AppendCommits<AdmittedEntry, AdmitOutcome>(connections, write, options)
    this.#admissions = new UpsertQueue(database.timers, (entry) =>
      (entry.matched === null ? plain : matched).submit(entry),
    )
  }

  override cachedTable(arrival: Arrival): TableSchema | null {
    return this.#schemas.get(targetOf(arrival))
  }

  override cachedSchema(sent: Sent): TableSchema | null {
    return this.#schemasByCredential.get(schemaKeyOf(sent))
  }

  override factsOf(arrival: Arrival): Promise<ArrivalFacts> {
    if (arrival.idempotency !== null) return this.#look(arrival)
    return this.#looks.read(schemaKeyOf(arrival), () => this.#look(arrival))
  }

  async #look(arrival: Arrival): Promise<ArrivalFacts> {
    const { credential, dataTableId, idempotency } = arrival
    const byToken = credential.kind === 'webhookUrl'
    const [row] = await this.#database.read<FactsRow>(findFacts, [
      credential.digest,
      byToken,
      dataTableId,
      idempotency?.key ?? null,
      this.#clock.now(),
    ])
    if (row === undefined) throw new Error('The query of the facts about a refused append returned no row')
    // Removes the table of this credential from the cache. If the credential is still valid, the table is
    // cached again below.
    this.#schemasByCredential.delete(schemaKeyOf(arrival))
    if (byToken && row.table_id === null) throw new DomainError('INVALID_INGEST_TOKEN')
    const organizationId = byToken
      ? row.table_organization_id
      : admitKeyHolder(readKeyHolder(row), 'ingest', this.#clock.now()).organizationId
    const apiKeyId = byToken ? null : row.id
    const tableSchema = row.table_id === null ? null : schemaFrom(row.table_id, row)
    if (tableSchema !== null) {
      this.#schemas.set(targetOf(arrival), tableSchema)
      this.#schemasByCredential.set(schemaKeyOf(arrival), tableSchema)
    }
    const { mapping_versions: mappingVersions } = row
    return { organizationId, apiKeyId, earlier: earlierAnswerFrom(row), tableSchema, mappingVersions }
  }

  override append(arrival: Arrival, tableSchema: TableSchema): Promise<Appended> {
    const { refused, audit } = arrival
    if (audit !== undefined)
      return this.#appendAlone(arrival, tableSchema, (append) =>
        appendWithAudit(this.#database, tableSchema, audit, append),
      )
    return refused === undefined
      ? this.#append(arrival, tableSchema)
      : this.#appendFitting(arrival, tableSchema, refused)
  }

  /**
   * Appends the records of a request that fit the table, and returns a receipt that lists the refused ones.
   */
  async #appendFitting(
    arrival: Arrival,
    tableSchema: TableSchema,
    refused: readonly RefusedRecord[],
  ): Promise<Appended> {
    const { idempotency, records } = arrival
    if (idempotency !== null && refused.length > 0)
      return this.#appendWithStoredResults({ ...arrival, idempotency, refused }, tableSchema)
    if (records.length === 0)
      return { answer: withResults(emptyReceipt(tableSchema), refused), replayed: false }
    const appended = await this.#append(arrival, tableSchema)
    return appended && { ...appended, answer: withResults(appended.answer, refused) }
  }

  #appendWithStoredResults(arrival: ArrivalWithResults, tableSchema: TableSchema): Promise<Appended> {
    const now = this.#clock.now()
    return this.#appendAlone(arrival, tableSchema, (append) =>
      appendWithStoredResults(this.#database, { tableSchema, arrival }, now, append),
    )
  }

  /** Appends the records of a request in a transaction of its own, in which `within` writes more than the records. */
  #appendAlone(
    arrival: Arrival,
    tableSchema: TableSchema,
    within: (append: AppendIn) => Promise<Appended | 'busy'>,
  ): Promise<Appended> {
    const matched = matchedEntryOf(arrival, tableSchema)
    const entry = matched ?? this.#entryOf(arrival, tableSchema)
    const append: AppendIn = async (writer) =>
      matched === null
        ? (await writeAppends(writer, [entry], this.#clock)).map(unclaimed)
        : await this.#flush.write(writer, [matched], this.#clock)
    return new UpsertQueue(this.#database.timers, () => within(append)).write(entry)
  }

  #append(arrival: Arrival, tableSchema: TableSchema): Promise<Appended> {
    const matched = matchedEntryOf(arrival, tableSchema)
    return matched === null
      ? this.#appends.submit(this.#entryOf(arrival, tableSchema)).then(unclaimed)
      : this.#upserts.write(matched)
  }

  override async admit(admission: Admission, tableSchema: TableSchema): Promise<Admitted | null> {
    const contents = contentsUnderOwnKey(admission, tableSchema)
    if (contents !== null) {
      const entry = {
        ...this.#entryOf(admission.arrival, tableSchema),
        contents: claimContentsOf({ contents }),
      }
      const appended = await this.#appends.submit(entry)
      if (appended !== 'claimed') return appended && { outcome: 'appended', receipt: appended.answer }
    }
    const repeated = repeatedClaims(admission.claims)
    if (repeated.length > 0) return { outcome: 'duplicates', places: repeated, others: [] }
    const { arrival } = admission
    const entry = this.#admittedEntryOf(admission, tableSchema)
    const { idempotency, refused = [], audit } = arrival
    if (audit !== undefined)
      return this.#admitAlone(entry, (admit) => admitWithAudit(this.#database, audit, admit))
    if (idempotency === null || refused.length === 0) return this.#admissions.write(entry)
    const admissionWithResults = { tableSchema, arrival: { ...arrival, idempotency, refused } }
    return this.#admitAlone(entry, (admit) =>
      admitWithStoredResults(this.#database, admissionWithResults, admit),
    )
  }

  /** Admits one arrival in a transaction of its own, in which `within` writes more than the records. */
  #admitAlone(
    entry: AdmittedEntry,
    within: (admit: (writer: Writer) => Promise<AdmitOutcome>) => Promise<AdmitOutcome>,
  ): Promise<Admitted | null> {
    const admit = async (writer: Writer) => {
      const [outcome = null] = await writeAdmissions(writer, [entry], this.#clock)
      if (outcome instanceof Error) throw outcome
      return outcome
    }
    const { timers } = this.#database
    return new UpsertQueue<AdmittedEntry, Admitted | null>(timers, () => within(admit)).write(entry)
  }

  #admittedEntryOf(admission: Admission, tableSchema: TableSchema): AdmittedEntry {
    const { arrival } = admission
    const claimedPlaces = admission.claims
      .flat()
      .map(({ text, place }) => `${tableSchema.tableId} ${text} ${place}`)
    const matched = matchedEntryOf(arrival, tableSchema)
    if (matched === null)
      return { ...this.#entryOf(arrival, tableSchema), admission, lockKeys: claimedPlaces, matched }
    return { ...matched, admission, matched, lockKeys: [...claimedPlaces, ...matched.lockKeys] }
  }

  #entryOf(arrival: Arrival, tableSchema: TableSchema): Entry {
    return { arrival, tableSchema, json: JSON.stringify(tableSchema.complete(arrival.records)) }
  }
}

/**
 * Returns true if the outcome is that an arrival was written. Other outcomes are null or a word such as
 * `busy`, which says why nothing was written.
 */
function isAppended<Outcome extends object>(outcome: Outcome | string | null): outcome is Outcome {
  return outcome !== null && typeof outcome !== 'string'
}

/**
 * Returns the digests of the records of a request whose stored Idempotency-Key marks all of them as delivered, so
 * that the request can be written together with requests that have no key. Null if each record needs a mark of its
 * own.
 */
function contentsUnderOwnKey(
  { arrival, claims, mappingVersions, settlement }: Admission,
  tableSchema: TableSchema,
): readonly string[] | null {
  const { idempotency, refused = [], audit } = arrival
  const isOwn = idempotency !== null && refused.length === 0 && audit === undefined
  if (!isOwn || mappingVersions !== null || settlement !== null || tableSchema.match !== null) return null
  return contentsUnderKey(claims)
}

/**
 * Excludes the outcome `claimed` of an append. It cannot occur if the append has no digests of records,
 * because no record is then marked as delivered.
 */
function unclaimed<One extends Appended | Error>(outcome: One | 'claimed'): One {
  if (outcome === 'claimed') throw new Error('An append without digests of records was reported as claimed')
  return outcome
}

type Sent = Pick<Arrival, 'credential' | 'dataTableId'>

function targetOf({ credential, dataTableId }: Sent): string {
  return dataTableId ?? credential.digest
}

function schemaKeyOf({ credential, dataTableId }: Sent): string {
  return `${credential.digest} ${dataTableId}`
}

function schemaFrom(id: string, row: FactsRow): TableSchema {
  return new TableSchema({
    id,
    organizationId: row.table_organization_id,
    columns: row.columns,
    missingColumns: row.missing_columns,
    schemaVersion: row.schema_version,
    match: row.match,
    defaultCountry: row.default_country,
    acceptsAnyFormat: row.accepts_any_format,
    duplicateWindowSeconds: row.duplicate_window_seconds,
    signature: row.signature,
    onBadSignature: row.on_bad_signature,
    mapsAutomatically: row.maps_automatically,
  })
}
