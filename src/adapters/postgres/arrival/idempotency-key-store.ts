import { deliveriesKnownSeconds } from '../../../domain/arrival/intake.ts'
import type { IdempotencyKeyStore } from '../../../ports/arrival/idempotency-key-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

/**
 * Deletes old idempotency keys. A delivery is known for longer than the answer to its key, so what the key
 * has claimed becomes a claim of its own.
 */
const forget: Statement = {
  name: 'forget_idempotency_keys',
  text: `
    with old as (
      select organization_id, route, key from idempotency_keys
       where created_at < $1 order by created_at limit $2 for update skip locked
    ), gone as (
      delete from idempotency_keys i using old
       where (i.organization_id, i.route, i.key) = (old.organization_id, old.route, old.key)
      returning i.route, i.key, i.data_table_id, i.contents, i.created_at
    ), claims as (
      insert into arrival_claims (data_table_id, key, places, contents, at, seconds)
      select g.data_table_id, claim_of_key(p_by_token => g.route <> 'ingest', p_key => g.key),
             array(select generate_series(0, cardinality(g.contents) - 1)), g.contents, g.created_at, $3
        from gone g where g.contents is not null
       order by 1, 2
      on conflict do nothing
    )
    select 1 from gone`,
}

export class PostgresIdempotencyKeyStore implements IdempotencyKeyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async forget(before: Date, most: number): Promise<number> {
    return (await execute(this.#tx.connection, forget, [before, most, deliveriesKnownSeconds])).length
  }
}
