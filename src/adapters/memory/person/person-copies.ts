import { normalizedEmail } from '../../../domain/email-address.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import {
  columnsToEmpty,
  type ErasedCounts,
  names,
  type PersonToErase,
} from '../../../domain/person/erasure.ts'
import type { OutboxMessage } from '../../../domain/sender/message/message.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import { type ErasedRecord, PersonCopies, type RecordsOfTable } from '../../../ports/person/person-copies.ts'
import type { MemoryStore, StoredRecipient, StoredSlice } from '../store.ts'

export class MemoryPersonCopies extends PersonCopies {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async eraseRecords(
    { organizationId, address }: PersonToErase,
    { dataTableId, recordIds }: RecordsOfTable,
  ): Promise<ErasedCounts> {
    const table = this.#store.owned(this.#store.tables, organizationId, dataTableId)
    if (table === null) return {}
    const records = new Map(this.#store.records.get(dataTableId))
    const gone: ErasedRecord[] = []
    let cells = 0
    for (const recordId of recordIds) {
      const data = records.get(Number(recordId))
      const empty = data && columnsToEmpty(table.match, data, address)
      if (data === undefined || empty === undefined) continue
      if (empty === null) {
        records.delete(Number(recordId))
        gone.push({ dataTableId, recordId })
      } else if (empty.length > 0) {
        records.set(Number(recordId), emptied(data, empty))
        cells++
      }
    }
    this.#store.records.set(dataTableId, records)
    const keys = [...(this.#store.keys.get(dataTableId) ?? [])]
    const kept = keys.filter(([, key]) => !gone.some(({ recordId }) => Number(recordId) === key.recordId))
    if (kept.length < keys.length) this.#store.keys.set(dataTableId, new Map(kept))
    const before = this.#store.erasedRecords.get(organizationId) ?? []
    this.#store.erasedRecords.set(organizationId, [...before, ...gone])
    return { records: gone.length, recordKeys: keys.length - kept.length, cells }
  }

  override async eraseImportRows({ organizationId, address }: PersonToErase): Promise<ErasedCounts> {
    let importRows = 0
    for (const { dataTableId, batches } of this.#store.imports.values()) {
      const table = this.#store.owned(this.#store.tables, organizationId, dataTableId)
      if (table === null) continue
      for (const [no, rows] of batches) {
        const left = rows.flatMap((row) => {
          const empty = columnsToEmpty(table.match, row.record, address)
          if (empty?.length === 0) return [row]
          importRows++
          return empty === null ? [] : [{ ...row, record: emptied(row.record, empty) }]
        })
        batches.set(no, left)
      }
    }
    return { importRows }
  }

  override async erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]> {
    return (this.#store.erasedRecords.get(organizationId) ?? []).slice(0, most)
  }

  override async eraseRecipients(
    { organizationId, address }: PersonToErase,
    records: readonly ErasedRecord[],
  ): Promise<{ readonly erased: number; readonly onTheWire: number }> {
    let erased = 0
    let onTheWire = 0
    for (const [slot, slice] of this.#store.slices) {
      const job = this.#store.jobs.get(slice.jobId)
      if (job?.organizationId !== organizationId) continue
      const own = new Set(
        records.filter((one) => one.dataTableId === job.dataTableId).map((one) => one.recordId),
      )
      const goesOn = !hasEnded(job.status)
      const recipients = [...slice.recipients.values()].map((one) =>
        erasedRecipient(one, slice, { own, goesOn, address }),
      )
      const changed = recipients.filter((one) => one !== slice.recipients.get(one.recordId)).length
      erased += changed
      if (slice.lease !== null) onTheWire += [...slice.sending].filter((id) => own.has(id)).length
      if (changed > 0)
        this.#store.slices.set(slot, {
          ...slice,
          recipients: new Map(recipients.map((one) => [one.recordId, one])),
          dueAt: slice.closed ? slice.dueAt : job.createdAt,
        })
    }
    return { erased, onTheWire }
  }

  override async eraseRest(
    { organizationId, address, digest }: PersonToErase,
    records: readonly ErasedRecord[],
  ): Promise<ErasedCounts> {
    const { outbox, contacts, idempotencyKeys, auditEntries, appends, tables, rehearsals } = this.#store
    for (const { id, organizationId: of } of rehearsals.values())
      if (of === organizationId) rehearsals.delete(id)
    const gone = new Set(records.map(({ recordId }) => recordId))
    const left = outbox.filter(
      (one) => one.organizationId !== organizationId || !(gone.has(one.recordId) || concerns(one, address)),
    )
    const logged = [...this.#store.messages].filter(
      ([, one]) =>
        one.organizationId === organizationId &&
        (one.address === address ||
          gone.has(one.recordId) ||
          concerns(one, address) ||
          names(one.words, address)),
    )
    for (const [slot] of logged) this.#store.messages.delete(slot)
    const messages = outbox.length - left.length + logged.length
    outbox.splice(0, outbox.length, ...left)
    const ownContacts = [...contacts].filter(
      ([, one]) => one.organizationId === organizationId && one.address === address,
    )
    for (const [slot] of ownContacts) contacts.delete(slot)
    const keys = [...idempotencyKeys.keys()].filter(
      (slot) =>
        slot.startsWith(`${organizationId} `) &&
        names(`${slot} ${JSON.stringify(idempotencyKeys.get(slot)?.answer)}`, address),
    )
    for (const slot of keys) idempotencyKeys.delete(slot)
    let requestIds = 0
    for (const { id } of [...tables.values()].filter((table) => table.organizationId === organizationId)) {
      const before = appends.get(id) ?? []
      const after = before.map((one) =>
        names(one.requestId, address) ? { ...one, requestId: 'erased' } : one,
      )
      requestIds += after.filter((one, index) => one !== before[index]).length
      appends.set(id, after)
    }
    const entries = [...auditEntries.values()].filter(
      ({ organizationId: own, subject }) =>
        own === organizationId && subject.kind === 'suppression' && subject.name === address,
    )
    for (const entry of entries)
      auditEntries.set(entry.id, { ...entry, subject: { ...entry.subject, name: digest } })
    return {
      messages,
      contacts: ownContacts.length,
      idempotencyKeys: keys.length,
      requestIds,
      auditEntries: entries.length,
      triggerData: this.#eraseTriggerData(organizationId, address),
    }
  }

  #eraseTriggerData(organizationId: string, address: string): number {
    let erased = 0
    for (const job of this.#store.jobs.values()) {
      const said = Object.entries(job.data ?? {})
      const isNamed = (value: unknown) => typeof value === 'string' && names(value, address)
      if (job.organizationId !== organizationId || !said.some(([, value]) => isNamed(value))) continue
      const data = Object.fromEntries(said.map(([name, value]) => [name, isNamed(value) ? 'erased' : value]))
      this.#store.jobs.set(job.id, { ...job, data })
      erased++
    }
    return erased
  }

  override async forget(organizationId: string, records: readonly ErasedRecord[]): Promise<void> {
    const left = (this.#store.erasedRecords.get(organizationId) ?? []).filter(
      (one) => !records.some(({ recordId }) => recordId === one.recordId),
    )
    this.#store.erasedRecords.set(organizationId, left)
  }
}

export function concerns(
  { to, subject, text, html }: Pick<OutboxMessage, 'to' | 'subject' | 'text' | 'html'>,
  address: string,
): boolean {
  return normalizedEmail(to) === address || [subject, text, html].some((one) => names(one, address))
}

function emptied(record: DataRecord, columns: readonly string[]): DataRecord {
  return { ...record, ...Object.fromEntries(columns.map((column) => [column, null])) }
}

interface Erasing {
  readonly own: ReadonlySet<string>
  readonly goesOn: boolean
  readonly address: string
}

/** The same where there is nothing to erase. */
function erasedRecipient(
  one: StoredRecipient,
  { sending }: StoredSlice,
  { own, goesOn, address }: Erasing,
): StoredRecipient {
  const { recordId, state, error, evidence } = one
  const wordless = { ...one, error: null, evidence: null }
  if (own.has(recordId) && goesOn && isUnfinished(state) && !sending.has(recordId))
    return { ...wordless, state: 'skipped', reason: 'PERSON_ERASED' }
  const isNamed = own.has(recordId) || names(error, address) || names(JSON.stringify(evidence), address)
  return isNamed && (error !== null || evidence !== null) ? wordless : one
}
