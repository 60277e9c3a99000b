import { actorIdOf } from '../../../domain/account/audit/actor.ts'
import { type AuditEvent, auditEntry } from '../../../domain/account/audit/audit-entry.ts'
import type { AuditStore } from '../../../ports/account/audit.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

export function auditStore(store: MemoryStore, writes: Writes, clock: Clock, ids: Ids): AuditStore {
  const add = (event: AuditEvent) => {
    const entry = auditEntry(ids.next(), clock.now(), event)
    writes.put(store.auditEntries, entry.id, entry)
  }
  return {
    add: async (event) => add(event),
    addAll: async (events) => events.forEach(add),
    draftPartsChangedBy: async ({ organizationId, spinnerId, by, since }) => {
      const found = [...store.auditEntries.values()].filter(
        (entry) =>
          entry.organizationId === organizationId &&
          entry.action === 'spinner.changed' &&
          entry.subject.id === spinnerId &&
          entry.at > since &&
          entry.by.kind === by.kind &&
          actorIdOf(entry.by) === actorIdOf(by),
      )
      return new Set(found.flatMap(({ after }) => after?.parts ?? []))
    },
    forget: async (before, most) => {
      const old = [...store.auditEntries.values()]
        .filter(({ at }) => at < before)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
        .slice(0, most)
      for (const { id } of old) writes.drop(store.auditEntries, id)
      return old.length
    },
  }
}
