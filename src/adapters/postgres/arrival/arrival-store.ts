import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import {
  type ArrivalSettlement,
  type ArrivalView,
  rowsLeftOut,
  type StoredArrival,
  unsignedCodes,
} from '../../../domain/arrival/arrival.ts'
import { type ArrivalSpace, rowBytes } from '../../../domain/arrival/arrival-bounds.ts'
import {
  arrivalPositionAfter,
  keyOfPosition,
  readLedgerId,
} from '../../../domain/arrival/arrival-position.ts'
import type { StoredStatus } from '../../../domain/arrival/arrival-status.ts'
import type { Claim } from '../../../domain/arrival/claims.ts'
import { isId } from '../../../domain/id.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { deliveriesKnownSeconds } from '../../../domain/table/duplicate-window.ts'
import {
  type AcceptedArrival,
  type ArrivalFilter,
  type ArrivalSelection,
  ArrivalStore,
  type DiscardableStatus,
  type HeldBody,
  type HeldBodySelection,
} from '../../../ports/arrival/arrivals.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { execute, type Statement } from '../database.ts'
import { sqlState } from '../faults.ts'
import { firstId } from '../first-id.ts'
import type { Executor } from '../rows.ts'
import { addAuditEntry } from '../schema/add-audit-entry.ts'
import type { NotNull, RowOf } from '../schema/columns.ts'
import { dueByOwnClock, isReal } from '../schema/organization-clock.ts'
import { sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import type { ArrivalWriter } from './arrival-writer.ts'
import { settlementLists } from './flush/admission-values.ts'
import { openArrivalBody, sealArrivalBody } from './sealed-body.ts'
import { type ListedRow, type StoredRow, storedArrivals, storedFrom, viewFrom } from './stored-rows.ts'

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
    select ${storedArrivals.selected()} from (
      select a.*, sum(a.size) over (order by a.id) - a.size as before
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(status)
                cross join lateral (
                  select * from arrivals x
                   where x.data_table_id = $2 and x.status = wanted.status and x.organization_id = $1 and x.body is not null
                     and x.code is distinct from '${rowsLeftOut}' and ($3::uuid is null or x.id > $3) and ($4::text is null or x.format = $4)
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
    select ${storedArrivals.selected()} from arrivals a
     where status = 'received' and (received_at, id) > ($4::timestamptz, $5::uuid)
       and (received_at < $1 or not ${isReal('a.organization_id')})
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
    select ${storedArrivals.selected()} from (
      select a.*, sum(a.size) over (order by a.id) - a.size as before
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(status)
                cross join lateral (
                  select * from arrivals x
                   where x.organization_id = $1 and x.status = wanted.status and x.body is not null and ($2::uuid is null or x.id > $2)
                   order by x.id limit 200) s
               order by s.id limit 200) a) b
     where before < ${bytesAtOnce} order by id`,
}

const findBodiesOf: Statement = {
  name: 'find_bodies_by_id',
  text: `
    select ${storedArrivals.selected()} from (
      select a.*, sum(a.size) over (order by a.id desc) - a.size as before
        from arrivals a where a.organization_id = $1 and a.id = any ($2::uuid[]) and a.body is not null) b
     where before < ${bytesAtOnce} order by id desc`,
}

const findSpace: Statement = {
  name: 'find_room_of_arrivals',
  text: 'select held_bytes::float8 as "heldBytes", other_bytes::float8 as "otherBytes" from arrival_usage where organization_id = $1',
}

const listArrivals = sqlFunction(
  'list_arrivals',
  'p_organization',
  'p_table',
  'p_statuses',
  'p_accepted',
  'p_code',
  'p_format',
  'p_source',
  'p_before',
  'p_after',
  'p_most',
  'p_projects',
)

const findAppend: Statement = {
  name: 'find_append_as_arrival',
  text: `
    select $3::text as id, a.data_table_id, a.created_at as received_at, 'accepted' as status, null as code,
           '[]'::jsonb as reasons, null as format, null as mapping_id, a.api_key_id, a.request_id, a.count as records,
           a.count as accepted, a.first_id::text as first_id, append_source(a.api_key_id, a.source) as source
      from appends a join data_tables t on t.id = a.data_table_id
     where a.data_table_id = $1 and a.seq = $2 and t.organization_id = $4`,
}

/**
 * The states of stored arrivals that belong to each state of the API. Held arrivals that were admitted later
 * are read from the ledger of the table.
 */
const storedStatuses: Readonly<Record<'refused' | 'held' | 'ignored', readonly StoredStatus[]>> = {
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
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(status)
                cross join lateral (
                  select * from arrivals x
                   where x.data_table_id = $2 and x.status = wanted.status and x.organization_id = $1 and x.body is not null
                     and x.code is distinct from '${rowsLeftOut}' and ($3::text is null or x.format = $3)
                     and case when $4::uuid[] is null then (x.code = any ('{${unsignedCodes.join()}}')) is not true else x.id = any ($4) end
                   order by x.id desc limit $5) s
               order by s.id desc limit $5) a) b
     where before < ${heldBytesAtOnce} order by id desc`,
}

// Repeats the filter in the deletion, because PostgreSQL checks only the conditions of the deletion again after it
// has waited for a transaction that changed an arrival.
const discardArrivals: Statement = {
  name: 'discard_arrivals',
  text: `
    with matches as materialized (
      select x.id from unnest($3::text[]) wanted(status)
        cross join lateral (
          select a.id from arrivals a
           where a.data_table_id = $2 and a.status = wanted.status and a.organization_id = $1
             and ($4::text is null or a.format = $4) and ($5::text is null or a.code = $5)
             and ($6::uuid[] is null or a.id = any ($6))
           order by a.id limit $7) x
       limit $7
    ), discarded as (
      delete from arrivals a
       where a.id = any (array(select id from matches)) and a.status = any ($3)
         and ($4::text is null or a.format = $4) and ($5::text is null or a.code = $5)
      returning 1
    )
    select (select count(*) from matches)::int as matches, (select count(*) from discarded)::int as discarded`,
}

const deleteArrival: Statement = {
  name: 'delete_arrival',
  text: `
    delete from arrivals where organization_id = $1 and id = $2 and revision = $3 and body is not null returning 1`,
}

const replaceBody: Statement = {
  name: 'replace_body_of_arrival',
  text: `
    update arrivals
       set body = $4, size = $5, held_positions = $6, records = $7, reasons = $8::jsonb, code = $9, format = $10, mapping_id = $11,
           records_root = $12::jsonb,
           revision = revision + 1
     where organization_id = $1 and id = $2 and revision = $3 and body is not null
    returning 1`,
}

/**
 * Returns the statement that deletes old idempotency keys with their stored answers. Repeats of their records must
 * be recognized for longer, so the digests of the records move to `arrival_claims`. A later request with the same key
 * may have claimed other positions there; the positions of both are then stored together, as `claim_deliveries` does.
 */
function forgetting(name: string, old: string): Statement {
  return {
    name,
    text: `
    with old as (${old}
    ), gone as (
      delete from idempotency_keys i using old
       where (i.organization_id, i.route, i.key) = (old.organization_id, old.route, old.key)
      returning i.route, i.key, i.data_table_id, i.record_digests, i.created_at
    ), claims as (
      insert into arrival_claims as c (data_table_id, key, positions, record_digests, at, valid_seconds)
      select g.data_table_id, claim_of_key(p_by_webhook_url => g.route <> 'ingest', p_key => g.key),
             array(select generate_series(0, cardinality(g.record_digests) - 1)), g.record_digests, g.created_at, $3
        from gone g where g.record_digests is not null
       order by 1, 2
      on conflict (data_table_id, key) do update
        set positions = c.positions || array(
              select e.place from unnest(excluded.positions) with ordinality as e(place, no)
               where e.place <> all(c.positions) order by e.no),
            record_digests = coalesce(c.record_digests, array_fill(null::bigint, array[cardinality(c.positions)])) || array(
              select e.content from unnest(excluded.positions, excluded.record_digests) with ordinality as e(place, content, no)
               where e.place <> all(c.positions) order by e.no),
            at = greatest(c.at, excluded.at)
        where c.at < excluded.at + make_interval(secs => excluded.valid_seconds)
          and excluded.at < c.at + make_interval(secs => c.valid_seconds)
    )
    select 1 from gone`,
  }
}

const forgetKeys = forgetting(
  'forget_idempotency_keys',
  `
      select k.organization_id, k.route, k.key from idempotency_keys k
       where k.created_at < $1 and ${isReal('k.organization_id')}
       order by k.created_at limit $2 for update skip locked`,
)

const forgetKeysByOwnClock = forgetting(
  'forget_idempotency_keys_by_own_clock',
  dueByOwnClock(
    `
        select k.organization_id, k.route, k.key from idempotency_keys k
         where k.organization_id = c.organization_id and k.created_at < c.now - ($4::timestamptz - $1::timestamptz)
         order by k.organization_id, k.route, k.key limit $2 for update skip locked`,
    '$2',
  ),
)

/** The number of arrivals that one statement matched, and of those that it deleted. */
interface Discarded {
  readonly matches: number
  readonly discarded: number
}

export class PostgresArrivalStore extends ArrivalStore {
  readonly #executor: Executor
  readonly #sealing: Sealing
  readonly #writer: ArrivalWriter | null

  /** `writer` is null in a transaction, which stores no new arrivals. */
  constructor(executor: Executor, sealing: Sealing, writer: ArrivalWriter | null) {
    super()
    this.#executor = executor
    this.#sealing = sealing
    this.#writer = writer
  }

  override keep(arrival: StoredArrival, claim: Claim | null): Promise<'kept' | 'duplicate'> {
    return this.#outside.keep(arrival, claim)
  }

  override keepSoon(arrival: StoredArrival, complete: (arrival: StoredArrival) => StoredArrival): void {
    this.#outside.keepSoon(arrival, complete)
  }

  override async find(organizationId: string, id: string): Promise<StoredArrival | null> {
    if (!isId(id)) return null
    const row = await storedArrivals.within(this.#executor).find({ organizationId, id })
    return row && storedFrom(row, this.#sealing)
  }

  override async admissible(
    { organizationId, dataTableId, arrivalIds, format, code }: ArrivalSelection,
    after: string | null,
    most: number,
  ): Promise<readonly StoredArrival[]> {
    const values = [
      organizationId,
      dataTableId,
      after,
      format ?? null,
      arrivalIds ?? null,
      most,
      code ?? null,
    ]
    return this.#opened(await this.#executor.read<StoredRow>(findAdmissible, values))
  }

  override async received(
    before: Date,
    most: number,
    without: ReadonlySet<string> = new Set(),
    after: Pick<StoredArrival, 'id' | 'receivedAt'> | null = null,
  ): Promise<readonly StoredArrival[]> {
    const position = [after?.receivedAt ?? new Date(0), after?.id ?? firstId]
    const values = [before, most, [...without], ...position]
    return this.#opened(await this.#executor.read<StoredRow>(findReceived, values))
  }

  override async settle(
    settlement: ArrivalSettlement,
    at: Date,
    audit: AuditEntry | null = null,
  ): Promise<boolean> {
    const call = settleArrivals({ p_settled: settlementLists([settlement]), p_now: at })
    try {
      if (audit === null) await this.#executor.write(...call)
      else
        await inTransaction(this.#executor, async (connection) => {
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
    const arrivals = await this.#executor.write(clearArrivals, [before.arrivals])
    const claims = await this.#executor.write(clearClaims, [before.claims])
    return arrivals.length === clearedAtOnce || claims.length === claimsAtOnce
  }

  override async *withBodies(organizationId: string) {
    for (let after: string | null = null; ; ) {
      const rows: StoredRow[] = await this.#executor.read<StoredRow>(findBodies, [organizationId, after])
      if (rows.length === 0) return
      yield this.#opened(rows)
      after = rows.at(-1)?.id ?? null
    }
  }

  override async bodiesOf(organizationId: string, ids: readonly string[]): Promise<readonly StoredArrival[]> {
    return this.#opened(await this.#executor.read<StoredRow>(findBodiesOf, [organizationId, ids]))
  }

  override async room(organizationId: string): Promise<ArrivalSpace> {
    type Row = { readonly heldBytes: number; readonly otherBytes: number }
    const [row] = await this.#executor.read<Row>(findSpace, [organizationId])
    const { heldBytes = 0, otherBytes = 0 } = row ?? {}
    return { heldBytes, otherBytes, limitBytes: this.#outside.bounds.maxBytes }
  }

  override async list(
    organizationId: string,
    {
      dataTableId,
      status,
      code,
      format,
      source = null,
      withBodyOnly = false,
      projectIds = null,
    }: ArrivalFilter,
    page: Page,
  ): Promise<PageOf<ArrivalView>> {
    const place = arrivalPositionAfter(page)
    if (dataTableId !== null && !isId(dataTableId)) return { items: [], next: null }
    const statuses =
      status === null
        ? Object.values(storedStatuses).flat()
        : status === 'accepted'
          ? []
          : storedStatuses[status]
    const call = listArrivals({
      p_organization: organizationId,
      p_table: dataTableId,
      p_statuses: statuses,
      p_accepted:
        !withBodyOnly && (status === null || status === 'accepted') && code === null && format === null,
      p_code: code,
      p_format: format,
      p_source: source,
      p_before: place?.at ?? null,
      p_after: place?.id ?? null,
      p_most: page.limit + 1,
      p_projects: projectIds,
    })
    const rows = await this.#executor.read<ListedRow>(...call)
    return pageOf(rows.map(viewFrom), page, keyOfPosition)
  }

  override async accepted(organizationId: string, id: string): Promise<AcceptedArrival | null> {
    const place = readLedgerId(id)
    if (place === null) return null
    const values = [place.dataTableId, place.seq, id, organizationId]
    type Row = ListedRow & { readonly first_id: string } & { readonly [name: string]: unknown }
    const [row] = await this.#executor.read<Row>(findAppend, values)
    return row === undefined ? null : { ...viewFrom(row), firstRecordId: row.first_id }
  }

  override async heldBodies(
    organizationId: string,
    { dataTableId, format, arrivalIds, limit }: HeldBodySelection,
  ): Promise<readonly HeldBody[]> {
    const values = [organizationId, dataTableId, format ?? null, arrivalIds ?? null, limit]
    const rows = await this.#executor.read<NotNull<Pick<RowOf<'arrivals'>, 'id' | 'body'>, 'body'>>(
      findHeldBodies,
      values,
    )
    return rows.flatMap(({ id, body }) => {
      const opened = openArrivalBody(body, id, this.#sealing)
      return opened === null ? [] : [{ arrivalId: id, ...opened }]
    })
  }

  override async replace(
    { organizationId, id, revision }: StoredArrival,
    rest: StoredArrival | null,
  ): Promise<boolean> {
    const place = [organizationId, id, revision]
    if (rest === null) return (await this.#executor.write(deleteArrival, place)).length > 0
    const { body, heldPositions, records, recordsRoot, reasons, code, format, mappingId } = rest
    const sealed = body && (await sealArrivalBody(body, id, this.#sealing))
    const size = rowBytes + (sealed?.length ?? 0)
    const facts = [heldPositions, records, JSON.stringify(reasons), code, format, mappingId]
    const values = [...place, sealed, size, ...facts, recordsRoot && JSON.stringify(recordsRoot)]
    return (await this.#executor.write(replaceBody, values)).length > 0
  }

  override async discard(
    { organizationId, dataTableId, arrivalIds, format, code }: ArrivalSelection,
    states: readonly DiscardableStatus[],
    most: number,
  ): Promise<number> {
    const filter = [organizationId, dataTableId, states, format ?? null, code ?? null, arrivalIds ?? null]
    let discarded = 0
    // Repeats the statement if arrivals that it found were changed meanwhile and others may match.
    for (let mayBeMore = true; mayBeMore && discarded < most; ) {
      const remaining = most - discarded
      const [part] = await this.#executor.write<Discarded>(discardArrivals, [...filter, remaining])
      discarded += part?.discarded ?? 0
      mayBeMore = part?.matches === remaining
    }
    return discarded
  }

  override async forgetIdempotencyKeys(before: Date, most: number, now: Date): Promise<number> {
    const real = (await this.#executor.write(forgetKeys, [before, most, deliveriesKnownSeconds])).length
    const values = [before, most - real, deliveriesKnownSeconds, now]
    return real + (await this.#executor.write(forgetKeysByOwnClock, values)).length
  }

  #opened(rows: readonly StoredRow[]): readonly StoredArrival[] {
    return rows.map((row) => storedFrom(row, this.#sealing))
  }

  /** The writer of new arrivals; reading it in a transaction is a fault of the program. */
  get #outside(): ArrivalWriter {
    if (this.#writer === null) throw new Error('A transaction stores no new arrivals')
    return this.#writer
  }
}
