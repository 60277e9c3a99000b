import type { KeptArrival } from '../../../domain/arrival/arrival.ts'
import { rowBytes } from '../../../domain/arrival/arrival-bounds.ts'
import { type EarlierAnswer, routeOfImport } from '../../../domain/idempotency.ts'
import { deliveriesKnownSeconds } from '../../../domain/table/intake.ts'
import type {
  ArrivalSelection,
  DiscardableState,
  ImportKey,
  KeptArrivalStore,
} from '../../../ports/arrival/arrivals.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { type EnteredKey, enterIdempotencyKey } from './enter-idempotency-key.ts'
import { sealArrivalBody } from './sealed-body.ts'

// Repeats the filter in the deletion, because PostgreSQL checks only the conditions of the deletion again after it
// has waited for a transaction that changed an arrival.
const discard: Statement = {
  name: 'discard_arrivals',
  text: `
    with found as materialized (
      select x.id from unnest($3::text[]) wanted(state)
        cross join lateral (
          select a.id from arrivals a
           where a.data_table_id = $2 and a.state = wanted.state and a.organization_id = $1
             and ($4::text is null or a.shape = $4) and ($5::text is null or a.code = $5)
             and ($6::uuid[] is null or a.id = any ($6))
           order by a.id limit $7) x
       limit $7
    ), discarded as (
      delete from arrivals a
       where a.id = any (array(select id from found)) and a.state = any ($3)
         and ($4::text is null or a.shape = $4) and ($5::text is null or a.code = $5)
      returning 1
    )
    select (select count(*) from found)::int as found, (select count(*) from discarded)::int as discarded`,
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
       set body = $4, size = $5, held_positions = $6, records = $7, reasons = $8::jsonb, code = $9, shape = $10, mapping_id = $11,
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
      select g.data_table_id, claim_of_key(p_by_token => g.route <> 'ingest', p_key => g.key),
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
       where k.created_at < $1 and (select true from test_clocks c where c.organization_id = k.organization_id) is null
       order by k.created_at limit $2 for update skip locked`,
)

// Reads the keys of a test organization by their organization, because a test clock may be far ahead of the real
// time.
const forgetKeysInTestMode = forgetting(
  'forget_idempotency_keys_of_test_mode',
  `
      select n.* from test_clocks c cross join lateral (
        select k.organization_id, k.route, k.key from idempotency_keys k
         where k.organization_id = c.organization_id and k.created_at < c.now - ($4::timestamptz - $1::timestamptz)
         order by k.organization_id, k.route, k.key limit $2 for update skip locked) n
       limit $2`,
)

const keys = entity('idempotency_keys', 'fingerprint', 'answer')

/** The number of arrivals that one statement found, and of those that it deleted. */
interface Discarded {
  readonly found: number
  readonly discarded: number
}

export class PostgresKeptArrivalStore implements KeptArrivalStore {
  readonly #tx: OpenTransaction
  readonly #sealing: Sealing

  constructor(tx: OpenTransaction, sealing: Sealing) {
    this.#tx = tx
    this.#sealing = sealing
  }

  async replace({ organizationId, id, revision }: KeptArrival, rest: KeptArrival | null): Promise<boolean> {
    const found = [organizationId, id, revision]
    if (rest === null) return (await execute(this.#tx.connection, deleteArrival, found)).length > 0
    const { body, heldPositions, records, recordsRoot, reasons, code, shape, mappingId } = rest
    const sealed = body && (await sealArrivalBody(body, id, this.#sealing))
    const size = rowBytes + (sealed?.length ?? 0)
    const facts = [heldPositions, records, JSON.stringify(reasons), code, shape, mappingId]
    const values = [...found, sealed, size, ...facts, recordsRoot && JSON.stringify(recordsRoot)]
    return (await execute(this.#tx.connection, replaceBody, values)).length > 0
  }

  async discard(
    { organizationId, dataTableId, arrivalIds, shape, code }: ArrivalSelection,
    states: readonly DiscardableState[],
    most: number,
  ): Promise<number> {
    const filter = [organizationId, dataTableId, states, shape ?? null, code ?? null, arrivalIds ?? null]
    let discarded = 0
    // Repeats the statement if arrivals that it found were changed meanwhile and others may match.
    for (let mayBeMore = true; mayBeMore && discarded < most; ) {
      const left = most - discarded
      const [part] = await execute<Discarded>(this.#tx.connection, discard, [...filter, left])
      discarded += part?.discarded ?? 0
      mayBeMore = part?.found === left
    }
    return discarded
  }

  async forgetIdempotencyKeys(before: Date, most: number, now: Date): Promise<number> {
    const { connection } = this.#tx
    const real = (await execute(connection, forgetKeys, [before, most, deliveriesKnownSeconds])).length
    const values = [before, most - real, deliveriesKnownSeconds, now]
    return real + (await execute(connection, forgetKeysInTestMode, values)).length
  }

  async answerOfImport<Answer>(of: ImportKey): Promise<EarlierAnswer<Answer> | null> {
    const row = await keys.within(this.#tx).find({ ...enteredKeyOf(of) })
    return row && { fingerprint: row.fingerprint, answer: row.answer as Answer }
  }

  keepAnswerOfImport(of: ImportKey, answer: EarlierAnswer<object>, at: Date): Promise<boolean> {
    return enterIdempotencyKey(this.#tx.connection, enteredKeyOf(of), answer, at)
  }
}

function enteredKeyOf({ organizationId, dataTableId, key }: ImportKey): EnteredKey {
  return { organizationId, route: routeOfImport(dataTableId), key }
}
