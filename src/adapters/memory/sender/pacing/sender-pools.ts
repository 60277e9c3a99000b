import type { PoolUse } from '../../../../domain/job/sending/pool-use.ts'
import type { SenderPool } from '../../../../domain/sender/sender-pool.ts'
import type { SenderPoolStore } from '../../../../ports/sender/pacing/sender-pools.ts'
import type { MemoryStore, StoredPool } from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { breakersOf, dayMs, partMs, partOf } from './sender-breakers.ts'

/** Returns a pool with its use in the last 24 hours, like the SQL function `pool_use`; null for a sender without one. */
export function poolUse(store: MemoryStore, poolId: string | null, at: Date): PoolUse | null {
  const pool = poolId === null ? undefined : store.senderPools.get(poolId)
  if (pool === undefined) return null
  const { id, maxPerDay, scheduledUntil, priorityUntil } = pool
  const since = partOf(at) - dayMs
  const sent = sendersOf(store, id)
    .flatMap((senderId) => [
      ...breakersOf(store, senderId).flatMap(({ parts }) =>
        [...parts].map(([part, counts]) => [part, counts.sent] as const),
      ),
      ...(store.otherSent.get(senderId) ?? []),
    ])
    .filter(([part, count]) => part >= since && count > 0)
  const used = sent.reduce((sum, [, count]) => sum + count, 0)
  const oldest = Math.min(...sent.map(([part]) => part))
  const freesAt = sent.length === 0 ? null : new Date(oldest + dayMs + partMs)
  return { id, maxPerDay, used, freesAt, scheduledUntil, priorityUntil }
}

/** Stores the times that a pool has given to waiting messages. */
export function keepPoolTimes(store: MemoryStore, { id, scheduledUntil, priorityUntil }: PoolUse): void {
  const pool = store.senderPools.get(id)
  if (pool !== undefined) store.senderPools.set(id, { ...pool, scheduledUntil, priorityUntil })
}

/** Counts messages of a sender that only its pool counts, by period of ten minutes. */
export function countOther(
  store: MemoryStore,
  writes: Writes,
  senderId: string,
  counts: Iterable<readonly [part: number, messages: number]>,
): void {
  const sum = new Map(store.otherSent.get(senderId))
  for (const [part, messages] of counts) sum.set(part, (sum.get(part) ?? 0) + messages)
  writes.put(store.otherSent, senderId, sum)
}

/** Returns the store of pools for one transaction. */
export function senderPoolStore(store: MemoryStore, writes: Writes): SenderPoolStore {
  return {
    of: async (organizationId, at) =>
      [...store.senderPools.values()]
        .filter((pool) => pool.organizationId === organizationId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((pool) => ({
          ...poolOf(pool),
          used: poolUse(store, pool.id, at)?.used ?? 0,
          senderIds: sendersOf(store, pool.id),
        })),
    lock: async (organizationId, id) => {
      const pool = store.owned(store.senderPools, organizationId, id)
      return pool && poolOf(pool)
    },
    add: async (pool) => {
      const { createdAt } = pool
      writes.put(store.senderPools, pool.id, { ...pool, scheduledUntil: createdAt, priorityUntil: createdAt })
    },
    save: async (pool, at) =>
      writes.put(store.senderPools, pool.id, { ...pool, scheduledUntil: at, priorityUntil: at }),
    remove: async (id) => {
      writes.drop(store.senderPools, id)
      for (const sender of store.senders.values())
        if (sender.poolId === id) writes.put(store.senders, sender.id, { ...sender, poolId: null })
    },
  }
}

function poolOf({ id, organizationId, name, maxPerDay, revision, createdAt }: StoredPool): SenderPool {
  return { id, organizationId, name, maxPerDay, revision, createdAt }
}

function sendersOf(store: MemoryStore, poolId: string): readonly string[] {
  return [...store.senders.values()]
    .filter((sender) => sender.poolId === poolId)
    .map(({ id }) => id)
    .toSorted()
}
