import type { Remembered } from '../../domain/idempotency.ts'
import type { ApiKey, KeyHolder } from '../../domain/organization/api-key.ts'
import { startOfLedger } from '../../domain/table/mark.ts'
import { fits, type MeterReading } from '../../domain/usage/meter.ts'
import type { IdempotencySlot, Transaction, TriggerableSpinner } from '../../ports/unit-of-work.ts'
import { type MemoryStore, meterSlot, type StoredSpinner, versionSlot } from './store.ts'

/** Undoes what a failed transaction did, last first. */
export type Undo = (() => void)[]

/** The stores of one transaction over the memory store; every write leaves its undoing behind. */
export function memoryTransaction(store: MemoryStore, undo: Undo): Transaction {
  function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    const before = map.get(key)
    undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
    map.set(key, value)
  }

  const slotOf = ({ organizationId, route, key }: IdempotencySlot): string =>
    [organizationId, route, key].join(' ')
  const recall = <Answer>(slot: IdempotencySlot): Remembered<Answer> | null => {
    const remembered = store.idempotencyKeys.get(slotOf(slot))
    return remembered === undefined ? null : (remembered as Remembered<Answer>)
  }

  return {
    plans: {
      put: async (plans) => {
        for (const plan of plans) put(store.plans, plan.id, plan)
      },
    },
    organizations: {
      add: async (organization) => put(store.organizations, organization.id, organization),
      count: async () => store.organizations.size,
    },
    apiKeys: {
      add: async (key) => put(store.apiKeys, key.id, key),
      findHolders: async (digests) =>
        digests.map((digest) => {
          const key = store.keyByDigest(digest)
          return key === undefined ? null : holderOf(store, key)
        }),
    },
    projects: {
      add: async (project) => put(store.projects, project.id, project),
    },
    dataTables: {
      add: async (table) => put(store.tables, table.id, { ...table, end: startOfLedger }),
    },
    spinners: {
      add: async (spinner, version) => {
        put(store.spinners, spinner.id, { ...spinner, taken: startOfLedger })
        if (version !== null) put(store.versions, versionSlot(version.spinnerId, version.version), version)
      },
      lockPublished: async (ids) => {
        const found = new Map<string, TriggerableSpinner>()
        for (const id of ids) {
          const spinner = store.spinners.get(id.toLowerCase())
          const triggerable = spinner && triggerableFrom(store, spinner)
          if (triggerable) found.set(triggerable.id, triggerable)
        }
        return found
      },
      take: async (spinners) => {
        for (const { id, taken } of spinners) {
          const spinner = store.spinners.get(id)
          if (spinner !== undefined) put(store.spinners, id, { ...spinner, taken })
        }
      },
    },
    jobs: {
      addQueued: async (jobs) => {
        for (const job of jobs) {
          const unstarted = { status: 'queued' as const, startedAt: null, finishedAt: null }
          put(store.jobs, job.id, { ...job, ...unstarted, cutSeq: job.audience.from.seq })
        }
      },
    },
    meters: {
      spend: async ({ organizationId, meter, period, amount }) => {
        const reading = readMeter(store, organizationId, meter, period)
        if (!fits(reading, amount)) return reading
        put(store.meters, meterSlot(organizationId, meter, period), reading.used + amount)
        return null
      },
    },
    idempotencyKeys: {
      find: async <Answer>(slots: readonly IdempotencySlot[]) => slots.map((slot) => recall<Answer>(slot)),
      claim: async <Answer>(claims: readonly (IdempotencySlot & Remembered<Answer>)[], at: Date) =>
        claims.map((claim) => {
          const earlier = recall<Answer>(claim)
          const { fingerprint, answer } = claim
          if (earlier === null) put(store.idempotencyKeys, slotOf(claim), { fingerprint, answer, at })
          return earlier
        }),
      forget: async (before, most) => {
        const old = [...store.idempotencyKeys].filter(([, { at }]) => at < before).slice(0, most)
        for (const [slot, remembered] of old) {
          undo.push(() => store.idempotencyKeys.set(slot, remembered))
          store.idempotencyKeys.delete(slot)
        }
        return old.length
      },
    },
    wakeups: {
      add: async (jobIds) => {
        const before = store.wakeups.length
        undo.push(() => store.wakeups.splice(before, jobIds.length))
        store.wakeups.push(...jobIds.map((jobId) => ({ jobId, at: new Date(0) })))
      },
    },
  }
}

export function holderOf(store: MemoryStore, key: ApiKey): KeyHolder {
  return { ...key, planAllowsApiKeys: store.planOf(key.organizationId).apiKeys }
}

export function readMeter(
  store: MemoryStore,
  organizationId: string,
  meter: MeterReading['meter'],
  period: string,
): MeterReading {
  const limit = store.planOf(organizationId).limits[meter]
  return { meter, limit, used: store.meters.get(meterSlot(organizationId, meter, period)) ?? 0 }
}

function triggerableFrom(store: MemoryStore, spinner: StoredSpinner): TriggerableSpinner | null {
  const version = store.versions.get(versionSlot(spinner.id, spinner.publishedVersion ?? 0))
  const table = store.tables.get(spinner.dataTableId)
  if (version === undefined || table === undefined) return null
  return {
    id: spinner.id,
    organizationId: spinner.organizationId,
    dataTableId: spinner.dataTableId,
    version: version.version,
    audience: version.audience,
    taken: spinner.taken,
    committed: table.end,
  }
}
