import type { IdempotencyKeyStore } from '../../../ports/arrival/idempotency-key-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const forget: Statement = {
  name: 'forget_idempotency_keys',
  text: `
    with old as (
      select organization_id, route, key from idempotency_keys
       where created_at < $1 order by created_at limit $2 for update skip locked
    )
    delete from idempotency_keys i using old
     where (i.organization_id, i.route, i.key) = (old.organization_id, old.route, old.key)
    returning 1`,
}

export class PostgresIdempotencyKeyStore implements IdempotencyKeyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async forget(before: Date, most: number): Promise<number> {
    return (await execute(this.#tx.connection, forget, [before, most])).length
  }
}
