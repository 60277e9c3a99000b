import { DomainError } from '../../../domain/errors.ts'
import type { Remembered } from '../../../domain/idempotency.ts'
import type { IdempotencyKeyStore, IdempotencySlot } from '../../../ports/unit-of-work.ts'
import { execute, type Statement } from '../database.ts'
import { lockTimeout, sqlState } from '../faults.ts'
import type { Session } from '../rows.ts'

const slots = 'unnest($1::uuid[], $2::text[], $3::text[])'

const find: Statement = {
  name: 'find_idempotency_keys',
  text: `
    select i.fingerprint, i.answer
      from ${slots} with ordinality s(organization_id, route, key, no)
      left join idempotency_keys i using (organization_id, route, key)
     order by s.no`,
}

const claim: Statement = {
  name: 'claim_idempotency_keys',
  text: `
    with slots as (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::jsonb[])
        with ordinality s(organization_id, route, key, fingerprint, answer, no)
    ), claimed as (
      insert into idempotency_keys as i (organization_id, route, key, fingerprint, answer, created_at)
      select organization_id, route, key, fingerprint, answer, $6 from slots order by organization_id, route, key, no
      on conflict do nothing
      returning i.organization_id, i.route, i.key
    )
    select min(s.no)::int as no from slots s join claimed using (organization_id, route, key)
     group by s.organization_id, s.route, s.key`,
}

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

interface RememberedRow {
  readonly fingerprint: string | null
  readonly answer: unknown
}

export class IdempotencyKeyRepository implements IdempotencyKeyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async find<Answer>(wanted: readonly IdempotencySlot[]): Promise<readonly (Remembered<Answer> | null)[]> {
    const rows = await execute<RememberedRow>(this.#session.connection, find, columnsOf(wanted))
    return rows.map(({ fingerprint, answer }) =>
      fingerprint === null ? null : { fingerprint, answer: answer as Answer },
    )
  }

  async claim<Answer>(
    claims: readonly (IdempotencySlot & Remembered<Answer>)[],
    at: Date,
  ): Promise<readonly (Remembered<Answer> | null)[]> {
    const claimed = new Set(await this.#insert(claims, at))
    if (claimed.size === claims.length) return claims.map(() => null)
    // A second statement, because the first does not see what was committed while it waited.
    const earlier = await this.find<Answer>(claims)
    return claims.map((_, index) => (claimed.has(index + 1) ? null : (earlier[index] ?? null)))
  }

  async #insert(claims: readonly (IdempotencySlot & Remembered<unknown>)[], at: Date): Promise<number[]> {
    try {
      const rows = await execute<{ no: number }>(this.#session.connection, claim, [
        ...columnsOf(claims),
        claims.map(({ fingerprint }) => fingerprint),
        claims.map(({ answer }) => JSON.stringify(answer)),
        at,
      ])
      return rows.map(({ no }) => no)
    } catch (error) {
      if (sqlState(error) === lockTimeout) throw new DomainError('IDEMPOTENCY_IN_PROGRESS')
      throw error
    }
  }

  async forget(before: Date, most: number): Promise<number> {
    return (await execute(this.#session.connection, forget, [before, most])).length
  }
}

function columnsOf(wanted: readonly IdempotencySlot[]): string[][] {
  return [
    wanted.map(({ organizationId }) => organizationId),
    wanted.map(({ route }) => route),
    wanted.map(({ key }) => key),
  ]
}
