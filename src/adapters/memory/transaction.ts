import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import type { ApiKey, KeyHolder } from '../../domain/organization/api-key.ts'
import type { Session, SessionEnd } from '../../domain/organization/session.ts'
import { startOfLedger } from '../../domain/table/mark.ts'
import { fits, type MeterReading } from '../../domain/usage/meter.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'
import { type MemoryStore, meterSlot, type StoredSlice, versionSlot } from './store.ts'

/** Undoes what a failed transaction did, last first. */
export type Undo = (() => void)[]

/** The stores of one transaction over the memory store; every write leaves its undoing behind. */
export function memoryTransaction(store: MemoryStore, undo: Undo): Transaction {
  function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    const before = map.get(key)
    undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
    map.set(key, value)
  }

  function drop<Key, Value>(map: Map<Key, Value>, key: Key): void {
    const before = map.get(key)
    if (before === undefined) return
    undo.push(() => map.set(key, before))
    map.delete(key)
  }

  function endSessions(which: (session: Session) => boolean, end: SessionEnd): void {
    for (const session of [...store.sessions.values()].filter((one) => one.end === null && which(one))) {
      put(store.sessions, session.id, { ...session, end })
    }
  }

  return {
    plans: {
      put: async (plans) => {
        for (const plan of plans) put(store.plans, plan.id, plan)
      },
      putMissing: async (plans) => {
        for (const plan of plans) if (!store.plans.has(plan.id)) put(store.plans, plan.id, plan)
      },
      of: async (organizationId) => store.planOf(organizationId),
    },
    organizations: {
      add: async (organization) => put(store.organizations, organization.id, organization),
      count: async () => store.organizations.size,
      lock: async (id) => store.organizations.get(id) ?? null,
      save: async (organization) => put(store.organizations, organization.id, organization),
    },
    users: {
      add: async (user) => {
        if ([...store.users.values()].some(({ email }) => email === user.email)) {
          throw new DomainError('CONFLICT', { message: 'This e-mail address has an account already' })
        }
        put(store.users, user.id, user)
      },
      lock: async (id) => store.users.get(id) ?? null,
      save: async (user) => put(store.users, user.id, user),
    },
    sessions: {
      start: async (session) => {
        endSessions(({ userId }) => userId === session.userId, 'replaced')
        put(store.sessions, session.id, session)
      },
      end: async (id, how) => endSessions((session) => session.id === id, how),
      endAll: async (userId, how) => endSessions((session) => session.userId === userId, how),
    },
    passwordResets: {
      addFor: async (email, reset) => {
        const user = [...store.users.values()].find((one) => one.email === email) ?? null
        put(store.passwordResets, reset.digest, { ...reset, userId: user?.id ?? null, used: false })
        return user
      },
      take: async (digest, at) => {
        const reset = store.passwordResets.get(digest)
        if (reset === undefined || reset.used || reset.expiresAt <= at || reset.userId === null) return null
        for (const one of store.passwordResets.values()) {
          if (one.userId === reset.userId) put(store.passwordResets, one.digest, { ...one, used: true })
        }
        return reset.userId
      },
    },
    apiKeys: {
      add: async (key) => put(store.apiKeys, key.id, key),
      lock: async (organizationId, id) => store.owned(store.apiKeys, organizationId, id),
      save: async (key) => put(store.apiKeys, key.id, key),
    },
    projects: {
      add: async (project) => put(store.projects, project.id, project),
      lock: async (organizationId, id) => store.owned(store.projects, organizationId, id),
      save: async (project) => put(store.projects, project.id, project),
      remove: async (id) => drop(store.projects, id),
    },
    dataTables: {
      add: async (table) => put(store.tables, table.id, { ...table, end: startOfLedger }),
      find: async (organizationId, id) => store.owned(store.tables, organizationId, id),
      lock: async (organizationId, id) => store.owned(store.tables, organizationId, id),
      save: async (table) => {
        const end = store.tables.get(table.id)?.end ?? startOfLedger
        put(store.tables, table.id, { ...table, end })
      },
      remove: async (id) => {
        drop(store.tables, id)
        drop(store.records, id)
        drop(store.appends, id)
      },
      countOf: async (organizationId) => countOf(store.tables, organizationId),
      anyIn: async (projectId) => [...store.tables.values()].some((one) => one.projectId === projectId),
    },
    records: {
      enter: async ({ importId, table, columns, at }) => {
        const staged = store.imports.get(importId)
        const present = store.tables.get(table.id)
        if (staged === undefined || present?.schemaVersion !== table.schemaVersion) return false
        const records = new Map(store.records.get(table.id))
        const appends = [...(store.appends.get(table.id) ?? [])]
        let { seq, records: total } = present.end
        for (const [, rows] of [...staged.batches].toSorted(([a], [b]) => a - b)) {
          const firstId = store.nextBlock
          store.nextBlock += 512
          rows.forEach((row, index) => records.set(firstId + index, row))
          appends.push({ seq: ++seq, firstId, count: rows.length, at })
          total += rows.length
        }
        put(store.records, table.id, records)
        put(store.appends, table.id, appends)
        const changed = columns === null ? 0 : 1
        put(store.tables, table.id, {
          ...present,
          columns: columns ?? present.columns,
          schemaVersion: present.schemaVersion + changed,
          revision: present.revision + changed,
          end: { seq, records: total },
        })
        drop(store.imports, importId)
        return true
      },
      remove: async (dataTableId, recordId) => {
        const records = new Map(store.records.get(dataTableId))
        if (!/^\d+$/.test(recordId) || !records.delete(Number(recordId))) return false
        put(store.records, dataTableId, records)
        return true
      },
      clear: async () => 0,
    },
    spinners: {
      add: async (spinner, version) => {
        put(store.spinners, spinner.id, { ...spinner, taken: startOfLedger })
        if (version !== null) put(store.versions, versionSlot(version.spinnerId, version.version), version)
      },
      lock: async (organizationId, id) => store.owned(store.spinners, organizationId, id),
      save: async (spinner) => {
        const taken = store.spinners.get(spinner.id)?.taken ?? startOfLedger
        put(store.spinners, spinner.id, { ...spinner, taken })
      },
      addVersion: async (version) =>
        put(store.versions, versionSlot(version.spinnerId, version.version), version),
      findVersion: async (spinnerId, version) => store.versions.get(versionSlot(spinnerId, version)) ?? null,
      remove: async (id) => {
        drop(store.spinners, id)
        for (const [slot, version] of store.versions) {
          if (version.spinnerId === id) drop(store.versions, slot)
        }
      },
      countOf: async (organizationId) => countOf(store.spinners, organizationId),
      anyIn: async (projectId) => [...store.spinners.values()].some((one) => one.projectId === projectId),
      over: async (dataTableId) =>
        [...store.spinners.values()].filter((one) => one.dataTableId === dataTableId).map(({ name }) => name),
    },
    jobs: {
      lockStatus: async (organizationId, id) => store.owned(store.jobs, organizationId, id)?.status ?? null,
      cancel: async (id, at) => {
        const job = store.jobs.get(id)
        if (job === undefined || hasEnded(job.status)) return
        put(store.jobs, id, { ...job, status: 'cancelled', finishedAt: at })
      },
      retryFailed: async (id, newId, at) => {
        const job = store.jobs.get(id)
        if (!store.spinners.has(job?.spinnerId ?? '')) return 'deleted'
        if ([...store.jobs.values()].some(({ retryOf }) => retryOf === id)) return 'already'
        if (store.countsOfCleared.has(id)) return 'cleared'
        const slices = [...store.slices.values()].filter(({ jobId }) => jobId === id)
        if (slices.some(({ lease }) => lease !== null && lease.until > at)) return 'working'
        const failed = slices
          .map((slice) => failedOf(slice, newId, at))
          .filter((slice) => slice.recipients.size > 0)
        if (job === undefined || failed.length === 0) return 'none'
        const records = failed.reduce((sum, { recipients }) => sum + recipients.size, 0)
        const audience = { from: startOfLedger, to: { seq: 0, records } }
        const unstarted = { status: 'queued' as const, startedAt: null, finishedAt: null, cutSeq: 0 }
        put(store.jobs, newId, {
          ...job,
          ...unstarted,
          id: newId,
          audience,
          source: 'app',
          createdAt: at,
          retryOf: id,
        })
        for (const slice of failed) put(store.slices, `${newId} ${slice.no}`, slice)
        return 'queued'
      },
      anyUnfinishedOf: async (spinnerId) =>
        [...store.jobs.values()].some((job) => job.spinnerId === spinnerId && !hasEnded(job.status)),
    },
    meters: {
      read: async (organizationId, meter, period) => readMeter(store, organizationId, meter, period),
      spend: async ({ organizationId, meter, period, amount }) => {
        const reading = readMeter(store, organizationId, meter, period)
        if (!fits(reading, amount)) return reading
        put(store.meters, meterSlot(organizationId, meter, period), reading.used + amount)
        return null
      },
    },
    idempotencyKeys: {
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

function countOf(
  map: ReadonlyMap<string, { readonly organizationId: string }>,
  organizationId: string,
): number {
  return [...map.values()].filter((one) => one.organizationId === organizationId).length
}

function failedOf(slice: StoredSlice, jobId: string, dueAt: Date): StoredSlice {
  const failed = [...slice.recipients.values()].filter(({ state }) => state === 'failed')
  const again = failed.map((one) => ({ ...one, state: 'pending' as const, attempts: 0, error: null, dueAt }))
  const recipients = new Map(again.map((one) => [one.recordId, one]))
  return {
    jobId,
    no: slice.no,
    closed: false,
    dueAt,
    lease: null,
    deleted: 0,
    recipients,
    sending: new Set(),
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
