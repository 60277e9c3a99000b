import type pg from 'pg'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import {
  type EarlierRequest,
  type KeyedRequest,
  type RequestClaim,
  RequestClaims,
} from '../../ports/request-claims.ts'
import type { Sealing } from '../../ports/sealing.ts'
import { type CommitMark, currentRequest, outsideRequest } from '../system/request-writes.ts'
import { type Database, execute, type Statement } from './database.ts'
import type { RowOf } from './schema/columns.ts'

const lease = `interval '${RequestClaims.leaseSeconds} s'`

const claimKey: Statement = {
  name: 'claim_request_key',
  text: `
    insert into idempotency_keys as k (organization_id, route, key, fingerprint, created_at, claim, lease_until, sealed_request)
    values ($1, $2, $3, '', $4, $5, now() + ${lease}, $6)
    on conflict (organization_id, route, key) do update
       set created_at = excluded.created_at, claim = excluded.claim, lease_until = now() + ${lease},
           sealed_request = excluded.sealed_request
     where not k.is_committed and k.lease_until <= now()
    returning 1`,
}

const findEarlier: Statement = {
  name: 'find_claimed_request',
  text: `
    select claim, sealed_request as "sealedRequest", lease_until > now() as "isLeased"
      from idempotency_keys where organization_id = $1 and route = $2 and key = $3`,
}

/**
 * Marks a claim as committed if the transaction has written or locked rows. Whether it has is read before the mark, which
 * is itself a write.
 */
const markWithin: Statement = {
  name: 'mark_claim_within',
  text: `
    with open as materialized (select pg_current_xact_id_if_assigned() is not null as "hasWritten"),
    marked as (
      update idempotency_keys set is_committed = true
       where organization_id = $1 and route = $2 and key = $3 and claim = $4 and (select "hasWritten" from open)
      returning 1)
    select "hasWritten", exists(select from marked) as "isMarked" from open`,
}

const ofClaim = 'where organization_id = $1 and route = $2 and key = $3 and claim = $4'

const markAhead: Statement = {
  name: 'mark_claim_ahead',
  text: `update idempotency_keys set is_committed = true ${ofClaim} returning 1`,
}

const renewLease: Statement = {
  name: 'renew_claim',
  text: `update idempotency_keys set lease_until = now() + ${lease} ${ofClaim} and lease_until is not null returning 1`,
}

const storeAnswer: Statement = {
  name: 'store_answer_of_request',
  text: `
    update idempotency_keys set is_committed = true, lease_until = null, sealed_request = $5
     ${ofClaim} and sealed_request is not null returning 1`,
}

const freeKey: Statement = {
  name: 'free_request_key',
  text: `delete from idempotency_keys ${ofClaim} and not (is_committed and $5) returning 1`,
}

const endLease: Statement = {
  name: 'end_lease_of_claim',
  text: `update idempotency_keys set lease_until = null ${ofClaim} returning 1`,
}

interface EarlierRow extends Pick<RowOf<'idempotency_keys'>, 'claim'> {
  readonly sealedRequest: RowOf<'idempotency_keys'>['sealed_request']
  /** Whether the lease lasts; null if the request has ended. */
  readonly isLeased: boolean | null
}

/** The facts about a request that are stored encrypted. */
type SealedFacts = Pick<EarlierRequest, 'fingerprint' | 'answer'>

const noFacts: SealedFacts = { fingerprint: null, answer: null }

export class PostgresRequestClaims extends RequestClaims {
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #sealing: Sealing

  constructor(database: Database, clock: Clock, ids: Ids, sealing: Sealing) {
    super()
    this.#database = database
    this.#clock = clock
    this.#ids = ids
    this.#sealing = sealing
  }

  override async claim({ fingerprint, ...key }: KeyedRequest): Promise<RequestClaim | EarlierRequest> {
    const id = this.#ids.next()
    const values = [...placeOf(key), this.#clock.now(), id, this.#seal(id, { fingerprint, answer: null })]
    if ((await this.#write(claimKey, values)).length > 0) return { ...key, id }
    const [row] = await this.#database.read<EarlierRow>(findEarlier, placeOf(key))
    // A key that was freed at this moment counts as one in progress; the client then repeats the request.
    if (row === undefined) return { ...noFacts, isInProgress: true }
    const { sealedRequest, claim, isLeased } = row
    const text = sealedRequest && this.#sealing.open(sealedRequest, { kind: 'request', id: claim ?? '' })
    const facts = text === null ? noFacts : (JSON.parse(text) as SealedFacts)
    return { ...facts, isInProgress: isLeased === true }
  }

  override async within<Result>(claim: RequestClaim, work: () => Promise<Result>): Promise<Result> {
    const request = currentRequest()
    if (request === null) throw new Error('A claim belongs to a request')
    request.claim = this.#markOf(claim)
    try {
      return await work()
    } finally {
      request.claim = null
    }
  }

  override async renew(claim: RequestClaim): Promise<void> {
    await this.#write(renewLease, valuesOf(claim))
  }

  override async keepAnswer(claim: RequestClaim, fingerprint: string, answer: string): Promise<void> {
    await this.#write(storeAnswer, [...valuesOf(claim), this.#seal(claim.id, { fingerprint, answer })])
  }

  override async release(claim: RequestClaim, hasWritten: boolean): Promise<void> {
    const freed = await this.#write(freeKey, [...valuesOf(claim), hasWritten])
    if (freed.length === 0) await this.#write(endLease, valuesOf(claim))
  }

  #seal(id: string, facts: SealedFacts): string {
    return this.#sealing.seal(JSON.stringify(facts), { kind: 'request', id })
  }

  #markOf(claim: RequestClaim): CommitMark {
    let isMarked = false
    return {
      within: async (connection: pg.Client) => {
        if (isMarked) return
        const [row] = await execute<{ hasWritten: boolean; isMarked: boolean }>(
          connection,
          markWithin,
          valuesOf(claim),
        )
        if (row?.hasWritten === true && !row.isMarked) throw new DomainError('IDEMPOTENCY_IN_PROGRESS')
      },
      ahead: async () => {
        if (isMarked) return
        if ((await this.#write(markAhead, valuesOf(claim))).length === 0)
          throw new DomainError('IDEMPOTENCY_IN_PROGRESS')
        isMarked = true
      },
    }
  }

  /** Writes about a claim, which the caller of the request did not ask for. */
  #write(statement: Statement, values: readonly unknown[]): Promise<object[]> {
    return outsideRequest(() => this.#database.write(statement, values))
  }
}

function placeOf({ organizationId, route, key }: Omit<KeyedRequest, 'fingerprint'>): readonly unknown[] {
  return [organizationId, route, key]
}

function valuesOf(claim: RequestClaim): readonly unknown[] {
  return [...placeOf(claim), claim.id]
}
