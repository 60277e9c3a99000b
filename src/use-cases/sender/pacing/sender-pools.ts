import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import { maxSenderPools, type SenderPool } from '../../../domain/sender/sender-pool.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { SenderPoolView } from '../../../ports/sender/senders.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../../renew-waits.ts'

export type SenderPoolWords = Pick<SenderPool, 'name' | 'maxPerDay'>

/** Creates, changes, deletes and lists pools: limits for 24 hours that several senders share. */
export class SenderPools {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  list(organizationId: string): Promise<readonly SenderPoolView[]> {
    return this.#unitOfWork.run((tx) => tx.senders.poolsOf(organizationId, this.#clock.now()))
  }

  async find(organizationId: string, poolId: string): Promise<SenderPoolView> {
    const pool = (await this.list(organizationId)).find(({ id }) => id === poolId)
    if (pool === undefined) throw poolNotFound()
    return pool
  }

  create({ organizationId, by }: Requester, words: SenderPoolWords): Promise<string> {
    return this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const now = this.#clock.now()
      if ((await tx.senders.poolsOf(organizationId, now)).length >= maxSenderPools)
        throw new DomainError('CONFLICT', {
          message: sentence('An organization may have at most {maxSenderPools} pools; delete one first', {
            maxSenderPools,
          }),
        })
      const pool = { ...words, id: this.#ids.next(), organizationId, revision: 1, createdAt: now }
      await tx.senders.addPool(pool)
      const after = { maxPerDay: pool.maxPerDay }
      await tx.audit.add({
        action: 'senderPool.created',
        organizationId,
        by,
        subject: subjectOf(pool),
        after,
      })
      return pool.id
    })
  }

  /**
   * Changes a pool. Recipients that wait for senders of the pool are checked again. The revision is the one that the editor
   * saw; null if the editor did not send it.
   */
  async change(
    { organizationId, by }: Requester,
    {
      poolId,
      changes,
      revision,
    }: { poolId: string; changes: Partial<SenderPoolWords>; revision: number | null },
  ): Promise<void> {
    const senderIds = await this.#unitOfWork.run(async (tx) => {
      const before = await lockedPool(tx, organizationId, poolId)
      assertRevision(before, revision)
      const after = { ...before, ...changes, revision: before.revision + 1 }
      await tx.senders.savePool(after, this.#clock.now())
      await tx.audit.add({
        action: 'senderPool.changed',
        organizationId,
        by,
        subject: subjectOf(after),
        before: { name: before.name, maxPerDay: before.maxPerDay },
        after: { name: after.name, maxPerDay: after.maxPerDay },
      })
      return this.#outdate(tx, organizationId, poolId)
    })
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, senderIds)
  }

  /** Deletes a pool. Its senders have none, and recipients that wait for them are checked again. */
  async delete({ organizationId, by }: Requester, poolId: string): Promise<void> {
    const senderIds = await this.#unitOfWork.run(async (tx) => {
      const pool = await lockedPool(tx, organizationId, poolId)
      const ids = await this.#outdate(tx, organizationId, poolId)
      await tx.senders.removePool(poolId)
      const before = { maxPerDay: pool.maxPerDay }
      await tx.audit.add({
        action: 'senderPool.deleted',
        organizationId,
        by,
        subject: subjectOf(pool),
        before,
      })
      return ids
    })
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, senderIds)
  }

  async #outdate(tx: Transaction, organizationId: string, poolId: string): Promise<readonly string[]> {
    const since = this.#clock.now()
    const pools = await tx.senders.poolsOf(organizationId, since)
    const senderIds = pools.find(({ id }) => id === poolId)?.senderIds ?? []
    for (const senderId of senderIds)
      await tx.jobs.outdateWaits({ organizationId, senderId, since, endsCooldown: false })
    return senderIds
  }
}

/** Returns a pool and locks it. Throws if the organization has no such pool. */
export async function lockedPool(
  tx: Transaction,
  organizationId: string,
  poolId: string,
): Promise<SenderPool> {
  const pool = await tx.senders.lockPool(organizationId, poolId)
  if (pool === null) throw poolNotFound()
  return pool
}

function poolNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Sender pool not found' })
}

function subjectOf({ id, name }: SenderPool) {
  return { kind: 'senderPool', id, name } as const
}
