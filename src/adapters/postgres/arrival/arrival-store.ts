import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import {
  type ArrivalSettlement,
  type ArrivalView,
  type KeptArrival,
  rowsLeftOut,
  unsignedCodes,
} from '../../../domain/arrival/arrival.ts'
import {
  type ArrivalBounds,
  type ArrivalRoom,
  rowBytes,
  tooManyHeldArrivals,
} from '../../../domain/arrival/arrival-bounds.ts'
import {
  arrivalPositionAfter,
  keyOfPosition,
  readLedgerId,
} from '../../../domain/arrival/arrival-position.ts'
import type { KeptState } from '../../../domain/arrival/arrival-state.ts'
import type { Claim } from '../../../domain/arrival/claims.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import {
  type AcceptedArrival,
  type ArrivalFilter,
  type ArrivalSelection,
  ArrivalStore,
  type HeldBody,
  type HeldBodySelection,
} from '../../../ports/arrival/arrivals.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { type Database, execute, type Statement } from '../database.ts'
import { sqlState } from '../faults.ts'
import { firstId } from '../first-id.ts'
import { addAuditEntry } from '../schema/add-audit-entry.ts'
import type { NotNull, RowOf } from '../schema/columns.ts'
import { SharedCommits } from '../shared-commits.ts'
import { hexOf, sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import { claimKey, settlementLists } from './flush/admission-values.ts'
import { type KeptRow, keptArrivals, keptFrom, type ListedRow, viewFrom } from './kept-rows.ts'
import { RefusalWriter } from './refusal-writer.ts'
import { openArrivalBody, sealArrivalBody } from './sealed-body.ts'

type Outcome = 'kept' | 'full' | 'duplicate' | 'gone'

interface Entry {
  readonly arrival: KeptArrival
  readonly claim: Claim | null
  readonly body: Buffer | null
}

const keepArrivals = sqlFunction('keep_arrivals', 'p_most', 'p_arrivals', 'p_bodies', 'p_claims')

const settleArrivals = sqlFunction('settle_arrivals', 'p_settled', 'p_now')

/**
 * SQLSTATE with which the SQL function settle_arrivals refuses to store the new state of a kept arrival,
 * because another process has stored one already.
 */
export const alreadySettledSqlState = 'SP007'

/** The maximum number of bytes of stored arrivals' bodies that one read loads into memory. */
const bytesAtOnce = 8 * 1024 * 1024

const findAdmissible: Statement = {
  name: 'find_admissible_arrivals',
  text: `
    select ${keptArrivals.selected()} from (
      select a.*, sum(a.size) over (order by a.id) - a.size as before
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(state)
                cross join lateral (
                  select * from arrivals x
                   where x.data_table_id = $2 and x.state = wanted.state and x.organization_id = $1 and x.body is not null
                     and x.code is distinct from '${rowsLeftOut}' and ($3::uuid is null or x.id > $3) and ($4::text is null or x.shape = $4)
                     and ($5::uuid[] is null or x.id = any ($5)) and ($7::text is null or x.code = $7)
                   order by x.id limit $6) s
               order by s.id limit $6) a) b
     where before < ${bytesAtOnce} order by id`,
}

// Leaves out arrivals of tables in the bin, which wait until their table is restored. The time of an arrival of a test
// organization is not compared, because its test clock may be far ahead of the real time.
const findReceived: Statement = {
  name: 'find_received_arrivals',
  text: `
    select ${keptArrivals.selected()} from arrivals a
     where state = 'received' and (received_at, id) > ($4::timestamptz, $5::uuid)
       and (received_at < $1 or (select true from test_clocks c where c.organization_id = a.organization_id))
       and (data_table_id = any ($3::uuid[])) is not true
       and not exists (select from stored_data_tables b where b.id = a.data_table_id and b.bin_entry_id is not null)
     order by received_at, id limit $2`,
}

/**
 * The maximum number of arrivals that one statement deletes, so that new arrivals do not wait: a body of 4 MB
 * fills 2,000 rows of its own.
 */
const clearedAtOnce = 100
const claimsAtOnce = 5_000

const clearArrivals: Statement = {
  name: 'clear_arrivals',
  text: `
    delete from arrivals where id = any (array(
      select id from arrivals where received_at < $1 order by received_at limit ${clearedAtOnce} for update skip locked))
    returning 1`,
}

const clearClaims: Statement = {
  name: 'clear_arrival_claims',
  text: `
    delete from arrival_claims where ctid = any (array(
      select ctid from arrival_claims where at < $1 limit ${claimsAtOnce} for update skip locked))
    returning 1`,
}

const findBodies: Statement = {
  name: 'find_bodies_of_arrivals',
  text: `
    select ${keptArrivals.selected()} from (
      select a.*, sum(a.size) over (order by a.id) - a.size as before
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(state)
                cross join lateral (
                  select * from arrivals x
                   where x.organization_id = $1 and x.state = wanted.state and x.body is not null and ($2::uuid is null or x.id > $2)
                   order by x.id limit 200) s
               order by s.id limit 200) a) b
     where before < ${bytesAtOnce} order by id`,
}

const findBodiesOf: Statement = {
  name: 'find_bodies_by_id',
  text: `
    select ${keptArrivals.selected()} from (
      select a.*, sum(a.size) over (order by a.id desc) - a.size as before
        from arrivals a where a.organization_id = $1 and a.id = any ($2::uuid[]) and a.body is not null) b
     where before < ${bytesAtOnce} order by id desc`,
}

const findRoom: Statement = {
  name: 'find_room_of_arrivals',
  text: 'select held_bytes::float8 as "heldBytes", other_bytes::float8 as "otherBytes" from arrival_usage where organization_id = $1',
}

const listArrivals = sqlFunction(
  'list_arrivals',
  'p_organization',
  'p_table',
  'p_kept',
  'p_accepted',
  'p_code',
  'p_shape',
  'p_source',
  'p_before',
  'p_after',
  'p_most',
  'p_projects',
)

const findAppend: Statement = {
  name: 'find_append_as_arrival',
  text: `
    select $3::text as id, a.data_table_id, a.created_at as received_at, 'accepted' as state, null as code,
           '[]'::jsonb as reasons, null as shape, null as mapping_id, a.api_key_id, a.request_id, a.count as records,
           a.count as accepted, a.first_id::text as first_id, append_source(a.api_key_id, a.source) as source
      from appends a join data_tables t on t.id = a.data_table_id
     where a.data_table_id = $1 and a.seq = $2 and t.organization_id = $4`,
}

/**
 * The states of stored arrivals that belong to each state of the API. Held arrivals that were admitted later
 * are read from the ledger of the table.
 */
const keptStates: Readonly<Record<'refused' | 'held' | 'ignored', readonly KeptState[]>> = {
  refused: ['refused'],
  held: ['held', 'received'],
  ignored: ['ignored'],
}

/** The maximum number of bytes of held arrivals' bodies that one read loads into memory. */
const heldBytesAtOnce = 16 * 1024 * 1024

const findHeldBodies: Statement = {
  name: 'find_held_bodies',
  text: `
    select id, body from (
      select a.id, a.body, sum(a.size) over (order by a.id desc) - a.size as before
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(state)
                cross join lateral (
                  select * from arrivals x
                   where x.data_table_id = $2 and x.state = wanted.state and x.organization_id = $1 and x.body is not null
                     and x.code is distinct from '${rowsLeftOut}' and ($3::text is null or x.shape = $3)
                     and case when $4::uuid[] is null then (x.code = any ('{${unsignedCodes.join()}}')) is not true else x.id = any ($4) end
                   order by x.id desc limit $5) s
               order by s.id desc limit $5) a) b
     where before < ${heldBytesAtOnce} order by id desc`,
}

export class PostgresArrivalStore extends ArrivalStore {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #bounds: ArrivalBounds
  readonly #commits: SharedCommits<Entry, Outcome>
  readonly #soon: RefusalWriter

  constructor(database: Database, sealing: Sealing, bounds: ArrivalBounds, metrics: Metrics) {
    super()
    this.#database = database
    this.#sealing = sealing
    this.#bounds = bounds
    this.#commits = new SharedCommits(
      {
        inFlight: 2,
        mostPerCommit: 64,
        enough: 32,
        mostWaiting: 4_096,
        weigh: ({ body }) => body?.length ?? 0,
        mostWeightPerCommit: 1024 * 1024,
        mostWeightWaiting: 64 * 1024 * 1024,
        hasWritten: (outcome) => outcome === 'kept',
        lockKeysOf: ({ arrival, claim }) =>
          claim === null ? [] : [`${arrival.dataTableId} ${claim.text} ${claim.place}`],
      },
      (entries) => this.#write(entries),
    )
    this.#soon = new RefusalWriter(async (arrivals) => {
      const entries = await Promise.all(
        arrivals.map(({ arrival, complete }) => this.#entryOf(complete(arrival), null)),
      )
      const outcomes = await this.#write(entries)
      return outcomes.filter((outcome) => outcome === 'kept').length
    }, metrics)
    database.onSettle(() => this.#soon.settled())
  }

  override async keep(arrival: KeptArrival, claim: Claim | null): Promise<'kept' | 'duplicate'> {
    const outcome = await this.#commits.submit(await this.#entryOf(arrival, claim))
    if (outcome === 'full') throw tooManyHeldArrivals().for(arrival.organizationId)
    if (outcome === 'gone') throw new DomainError('OVERLOADED').for(arrival.organizationId)
    return outcome
  }

  override keepSoon(arrival: KeptArrival, complete: (arrival: KeptArrival) => KeptArrival): void {
    this.#soon.add({ arrival, complete })
  }

  override async find(organizationId: string, id: string): Promise<KeptArrival | null> {
    if (!isId(id)) return null
    const row = await keptArrivals.within(this.#database).find({ organizationId, id })
    return row && keptFrom(row, this.#sealing)
  }

  override async admissible(
    { organizationId, dataTableId, arrivalIds, shape, code }: ArrivalSelection,
    after: string | null,
    most: number,
  ): Promise<readonly KeptArrival[]> {
    const values = [organizationId, dataTableId, after, shape ?? null, arrivalIds ?? null, most, code ?? null]
    return this.#opened(await this.#database.read<KeptRow>(findAdmissible, values))
  }

  override async received(
    before: Date,
    most: number,
    without: ReadonlySet<string> = new Set(),
    after: Pick<KeptArrival, 'id' | 'receivedAt'> | null = null,
  ): Promise<readonly KeptArrival[]> {
    const position = [after?.receivedAt ?? new Date(0), after?.id ?? firstId]
    const values = [before, most, [...without], ...position]
    return this.#opened(await this.#database.read<KeptRow>(findReceived, values))
  }

  override async settle(
    settlement: ArrivalSettlement,
    at: Date,
    audit: AuditEntry | null = null,
  ): Promise<boolean> {
    const call = settleArrivals({ p_settled: settlementLists([settlement]), p_now: at })
    try {
      if (audit === null) await this.#database.write(...call)
      else
        await inTransaction(this.#database, async (connection) => {
          await execute(connection, ...call)
          await addAuditEntry(connection, audit)
        })
      return true
    } catch (error) {
      if (sqlState(error) === alreadySettledSqlState) return false
      throw error
    }
  }

  override async clear(before: { readonly arrivals: Date; readonly claims: Date }): Promise<boolean> {
    const arrivals = await this.#database.write(clearArrivals, [before.arrivals])
    const claims = await this.#database.write(clearClaims, [before.claims])
    return arrivals.length === clearedAtOnce || claims.length === claimsAtOnce
  }

  override async *withBodies(organizationId: string) {
    for (let after: string | null = null; ; ) {
      const rows: KeptRow[] = await this.#database.read<KeptRow>(findBodies, [organizationId, after])
      if (rows.length === 0) return
      yield this.#opened(rows)
      after = rows.at(-1)?.id ?? null
    }
  }

  override async bodiesOf(organizationId: string, ids: readonly string[]): Promise<readonly KeptArrival[]> {
    return this.#opened(await this.#database.read<KeptRow>(findBodiesOf, [organizationId, ids]))
  }

  override async room(organizationId: string): Promise<ArrivalRoom> {
    type Row = { readonly heldBytes: number; readonly otherBytes: number }
    const [row] = await this.#database.read<Row>(findRoom, [organizationId])
    const { heldBytes = 0, otherBytes = 0 } = row ?? {}
    return { heldBytes, otherBytes, limitBytes: this.#bounds.mostBytes }
  }

  override async list(
    organizationId: string,
    { dataTableId, state, code, shape, source = null, keptOnly = false, projectIds = null }: ArrivalFilter,
    page: Page,
  ): Promise<PageOf<ArrivalView>> {
    const place = arrivalPositionAfter(page)
    if (dataTableId !== null && !isId(dataTableId)) return { items: [], next: null }
    const kept =
      state === null ? Object.values(keptStates).flat() : state === 'accepted' ? [] : keptStates[state]
    const call = listArrivals({
      p_organization: organizationId,
      p_table: dataTableId,
      p_kept: kept,
      p_accepted: !keptOnly && (state === null || state === 'accepted') && code === null && shape === null,
      p_code: code,
      p_shape: shape,
      p_source: source,
      p_before: place?.at ?? null,
      p_after: place?.id ?? null,
      p_most: page.limit + 1,
      p_projects: projectIds,
    })
    const rows = await this.#database.read<ListedRow>(...call)
    return pageOf(rows.map(viewFrom), page, keyOfPosition)
  }

  override async accepted(organizationId: string, id: string): Promise<AcceptedArrival | null> {
    const place = readLedgerId(id)
    if (place === null) return null
    const values = [place.dataTableId, place.seq, id, organizationId]
    type Row = ListedRow & { readonly first_id: string } & { readonly [name: string]: unknown }
    const [row] = await this.#database.read<Row>(findAppend, values)
    return row === undefined ? null : { ...viewFrom(row), firstRecordId: row.first_id }
  }

  override async heldBodies(
    organizationId: string,
    { dataTableId, shape, arrivalIds, limit }: HeldBodySelection,
  ): Promise<readonly HeldBody[]> {
    const values = [organizationId, dataTableId, shape ?? null, arrivalIds ?? null, limit]
    const rows = await this.#database.read<NotNull<Pick<RowOf<'arrivals'>, 'id' | 'body'>, 'body'>>(
      findHeldBodies,
      values,
    )
    return rows.flatMap(({ id, body }) => {
      const opened = openArrivalBody(body, id, this.#sealing)
      return opened === null ? [] : [{ arrivalId: id, ...opened }]
    })
  }

  #opened(rows: readonly KeptRow[]): readonly KeptArrival[] {
    return rows.map((row) => keptFrom(row, this.#sealing))
  }

  async #entryOf(arrival: KeptArrival, claim: Claim | null): Promise<Entry> {
    const { body, id } = arrival
    return { arrival, claim, body: body && (await sealArrivalBody(body, id, this.#sealing)) }
  }

  async #write(entries: readonly Entry[]): Promise<Outcome[]> {
    const arrivals = entries.map(({ arrival }) => arrival)
    const call = keepArrivals({
      p_most: this.#bounds.mostBytes,
      p_arrivals: {
        ids: arrivals.map(({ id }) => id),
        organizations: arrivals.map(({ organizationId }) => organizationId),
        tables: arrivals.map(({ dataTableId }) => dataTableId),
        states: arrivals.map(({ state }) => state),
        codes: arrivals.map(({ code }) => code),
        shapes: arrivals.map(({ shape }) => shape),
        mappings: arrivals.map(({ mappingId }) => mappingId),
        api_keys: arrivals.map(({ apiKeyId }) => apiKeyId),
        requests: arrivals.map(({ requestId }) => requestId),
        records: arrivals.map(({ records }) => records),
        accepted: arrivals.map(({ accepted }) => accepted),
        times: arrivals.map(({ receivedAt }) => receivedAt),
        sizes: entries.map(({ body }) => rowBytes + (body?.length ?? 0)),
        facts: arrivals.map(({ reasons, heldPositions, recordsRoot }) => ({
          reasons,
          heldPositions,
          recordsRoot,
        })),
      },
      p_bodies: entries.map(({ body }) => body),
      p_claims: {
        keys: entries.map(({ claim }) => claim && hexOf(claimKey(claim))),
        times: entries.map(({ claim }) => claim?.at ?? null),
        seconds: entries.map(({ claim }) => claim?.seconds ?? null),
      },
    })
    const rows = await this.#database.write<{ entry: number; outcome: Outcome }>(...call)
    const outcomes = new Map(rows.map(({ entry, outcome }) => [entry, outcome]))
    return entries.map((_, index) => outcomes.get(index + 1) ?? 'full')
  }
}
