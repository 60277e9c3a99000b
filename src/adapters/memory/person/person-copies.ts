import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import { claimsOfKey } from '../../../domain/arrival/claims.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import { isAboutPerson } from '../../../domain/person/about-person.ts'
import { type ErasedCounts, type PersonToErase, textNames } from '../../../domain/person/erasure.ts'
import { erasedCells, erasedText } from '../../../domain/person/person-matcher.ts'
import { recognitionOf, wordsOfPerson } from '../../../domain/person/recognition.ts'
import type { FailingMail } from '../../../domain/sender/inbound/failing-mail.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type ContactedRecipient,
  type ErasedRecord,
  PersonCopies,
  type RecipientOfJob,
  type RecordsOfTable,
} from '../../../ports/person/person-data.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import { noteRecipientEnds } from '../event/note-jobs.ts'
import { canBeRetried } from '../job/can-be-retried.ts'
import type { MemoryStore, StoredRecipient, StoredSlice, StoredTable } from '../store.ts'
import { noteKeyChanges } from '../table/key-changes.ts'
import { Writes } from '../writes.ts'
import { rootOf, versionOf } from './contacts.ts'

export class MemoryPersonCopies extends PersonCopies {
  readonly #store: MemoryStore

  readonly #keys: RecordKeys
  readonly #clock: Clock

  constructor(store: MemoryStore, keys: RecordKeys, clock: Clock) {
    super()
    this.#clock = clock
    this.#store = store
    this.#keys = keys
  }

  override async eraseRecords(
    person: PersonToErase,
    { dataTableId, recordIds }: RecordsOfTable,
  ): Promise<ErasedCounts> {
    const { organizationId } = person
    const table = this.#tableOf(organizationId, dataTableId)
    if (table === null) return {}
    const records = new Map(this.#store.records.get(dataTableId))
    const knownBy = recognitionOf(person, this.#keys, table.defaultCountry)
    const gone: ErasedRecord[] = []
    let cells = 0
    noteKeyChanges(this.#store, new Writes(), dataTableId, recordIds)
    for (const recordId of recordIds) {
      const data = records.get(Number(recordId))
      const changed = data && erasedCells(table.match, data, knownBy)
      if (data === undefined || changed === undefined) continue
      if (changed === null) {
        records.delete(Number(recordId))
        gone.push({ dataTableId, recordId })
      } else if (Object.keys(changed).length > 0) {
        records.set(Number(recordId), { ...data, ...changed })
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

  /** Returns a table of the organization, even from the bin. */
  #tableOf(organizationId: string, dataTableId: string): StoredTable | null {
    const { tables, binnedTables } = this.#store
    return (
      this.#store.owned(tables, organizationId, dataTableId) ??
      this.#store.owned(binnedTables, organizationId, dataTableId)
    )
  }

  override async eraseDeletedRecords(person: PersonToErase): Promise<ErasedCounts> {
    const { organizationId } = person
    let [records, cells] = [0, 0]
    for (const entry of this.#store.binEntries.values()) {
      const table = this.#tableOf(organizationId, entry.dataTableId)
      if (table === null || entry.kind !== 'records') continue
      const knownBy = recognitionOf(person, this.#keys, table.defaultCountry)
      const left = new Map<number, DataRecord>()
      const gone: ErasedRecord[] = []
      for (const [id, data] of this.#store.deletedRecords.get(entry.id) ?? []) {
        const changed = erasedCells(table.match, data, knownBy)
        if (changed === null) gone.push({ dataTableId: table.id, recordId: String(id) })
        else left.set(id, { ...data, ...changed })
        if (changed !== null && Object.keys(changed).length > 0) cells++
      }
      records += gone.length
      const before = this.#store.erasedRecords.get(organizationId) ?? []
      this.#store.erasedRecords.set(organizationId, [...before, ...gone])
      this.#store.deletedRecords.set(entry.id, left)
      if (left.size > 0) this.#store.binEntries.set(entry.id, { ...entry, records: left.size })
      else this.#store.binEntries.delete(entry.id)
    }
    return { records, cells }
  }

  override async restorationsSince(organizationId: string, since: Date): Promise<number> {
    return [...this.#store.auditEntries.values()].filter(
      ({ action, at, ...entry }) =>
        action === 'records.restored' && entry.organizationId === organizationId && at >= since,
    ).length
  }

  override async eraseImportRows(person: PersonToErase): Promise<ErasedCounts> {
    let importRows = 0
    for (const { dataTableId, batches } of this.#store.imports.values()) {
      const table = this.#store.owned(this.#store.tables, person.organizationId, dataTableId)
      if (table === null) continue
      const knownBy = recognitionOf(person, this.#keys, table.defaultCountry)
      for (const [no, rows] of batches) {
        const left = rows.flatMap((row) => {
          const changed = erasedCells(table.match, row.record, knownBy)
          if (changed !== null && Object.keys(changed).length === 0) return [row]
          importRows++
          return changed === null ? [] : [{ ...row, record: { ...row.record, ...changed } }]
        })
        batches.set(no, left)
      }
    }
    return { importRows }
  }

  override async noteDeleted({ organizationId, address }: PersonToErase): Promise<void> {
    const { contacts, messages, jobs, records, erasedRecords } = this.#store
    const written = [...contacts.values(), ...messages.values()].filter(
      (one) => one.organizationId === organizationId && one.address === address,
    )
    const gone = written.flatMap(({ jobId, recordId }) => {
      const dataTableId = jobs.get(jobId)?.dataTableId
      if (dataTableId === undefined || records.get(dataTableId)?.has(Number(recordId)) === true) return []
      const isOthers = [...messages.values()].some(
        (one) => one.jobId === jobId && one.recordId === recordId && one.address !== address,
      )
      return isOthers ? [] : [{ dataTableId, recordId }]
    })
    const before = erasedRecords.get(organizationId) ?? []
    const isKnown = ({ recordId }: ErasedRecord) => before.some((one) => one.recordId === recordId)
    erasedRecords.set(organizationId, [...before, ...gone.filter((one) => !isKnown(one))])
  }

  override async erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]> {
    return (this.#store.erasedRecords.get(organizationId) ?? []).slice(0, most)
  }

  override async *contactedRecipients({
    organizationId,
    address,
  }: PersonToErase): AsyncIterable<readonly ContactedRecipient[]> {
    const { contacts, slices, jobs, records } = this.#store
    const written = [...contacts.values()].filter(
      (one) => one.organizationId === organizationId && one.address === address,
    )
    yield [...slices.values()].flatMap((slice) => {
      const job = jobs.get(slice.jobId)
      if (job?.organizationId !== organizationId) return []
      const rootJobId = rootOf(this.#store, job)
      return [...slice.recipients.values()].flatMap(({ recordId, step, state, reason }) => {
        const isContacted = written.some((one) => one.rootJobId === rootJobId && one.recordId === recordId)
        const record = records.get(job.dataTableId)?.get(Number(recordId))
        if (!isContacted || record === undefined) return []
        if (!isUnfinished(state) && !canBeRetried(state, reason ?? null)) return []
        const version = versionOf(this.#store, job)
        return [{ jobId: job.id, recordId, step, data: record, version, triggerData: job.data ?? null }]
      })
    })
  }

  override async eraseRecipients(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    written: readonly RecipientOfJob[] = [],
  ): Promise<{ readonly erased: number; readonly onTheWire: number }> {
    const { organizationId } = person
    const words = wordsOfPerson(person)
    let erased = 0
    let onTheWire = 0
    for (const [slot, slice] of this.#store.slices) {
      const job = this.#store.jobs.get(slice.jobId)
      if (job?.organizationId !== organizationId) continue
      const own = new Set([
        ...records.filter((one) => one.dataTableId === job.dataTableId).map((one) => one.recordId),
        ...written.filter((one) => one.jobId === slice.jobId).map((one) => one.recordId),
      ])
      const isUnfinishedJob = !hasEnded(job.status)
      const recipients = [...slice.recipients.values()].map((one) =>
        erasedRecipient(one, slice, { own, isUnfinishedJob, words }),
      )
      const changed = recipients.filter((one) => one !== slice.recipients.get(one.recordId)).length
      erased += changed
      if (slice.lease !== null && slice.lease.until > this.#clock.now())
        onTheWire += [...slice.sending].filter((id) => own.has(id)).length
      const after = {
        ...slice,
        recipients: new Map(
          recipients.map((one) => [one.recordId, own.has(one.recordId) ? notRetried(one) : one]),
        ),
        dueAt: slice.closed || changed === 0 ? slice.dueAt : job.createdAt,
      }
      noteRecipientEnds(this.#store, slice, after, this.#clock.now())
      this.#store.slices.set(slot, after)
    }
    return { erased, onTheWire }
  }

  override async eraseRest(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    keepsContacts = false,
  ): Promise<ErasedCounts> {
    const { organizationId, address, digest } = person
    const words = wordsOfPerson(person)
    const { outbox, idempotencyKeys, auditEntries, appends, tables, rehearsals } = this.#store
    for (const { id, organizationId: of } of rehearsals.values())
      if (of === organizationId) rehearsals.delete(id)
    for (const [slot, { answer }] of idempotencyKeys)
      if (slot.startsWith(`${organizationId} `) && Object.hasOwn(answer as object, 'dryRun'))
        idempotencyKeys.delete(slot)
    for (const { id, organizationId: of } of this.#store.testCalls.values())
      if (of === organizationId) this.#store.testCalls.delete(id)
    const gone = new Set(records.map(({ recordId }) => recordId))
    const left = outbox.filter(
      (one) =>
        one.organizationId !== organizationId ||
        !(gone.has(one.recordId) || isAboutPerson(one, address, words)),
    )
    const logged = [...this.#store.messages].filter(
      ([, one]) =>
        one.organizationId === organizationId &&
        (one.address === address ||
          gone.has(one.recordId) ||
          isAboutPerson(one, address, words) ||
          textNames(one.words, words)),
    )
    for (const [slot] of logged) this.#store.messages.delete(slot)
    this.#eraseWordsBeforeLog(organizationId, gone, words)
    const messages = outbox.length - left.length + logged.length
    outbox.splice(0, outbox.length, ...left)
    const keys = [...idempotencyKeys.keys()].filter(
      (slot) =>
        slot.startsWith(`${organizationId} `) &&
        textNames(`${slot} ${JSON.stringify(idempotencyKeys.get(slot)?.answer)}`, words),
    )
    for (const slot of keys) {
      idempotencyKeys.delete(slot)
      const texts = claimsOfKey(slot.split(' ').at(-1) ?? '')
      for (const [place, claims] of this.#store.claims)
        if (
          claims.some(({ text }) => texts.includes(text)) &&
          this.#store.owned(tables, organizationId, place.split(' ')[0] ?? '') !== null
        )
          this.#store.claims.delete(place)
    }
    let requestIds = 0
    for (const { id } of [...tables.values()].filter((table) => table.organizationId === organizationId)) {
      const before = appends.get(id) ?? []
      const after = before.map((one) =>
        textNames(one.requestId, words) ? { ...one, requestId: 'erased' } : one,
      )
      requestIds += after.filter((one, index) => one !== before[index]).length
      appends.set(id, after)
    }
    for (const [id, one] of this.#store.arrivals) {
      if (one.organizationId !== organizationId || !textNames(one.requestId, words)) continue
      this.#store.arrivals.set(id, { ...one, requestId: erasedText })
      requestIds++
    }
    const entries = [...auditEntries.values()].filter(
      ({ organizationId: own, subject }) =>
        own === organizationId && subject.kind === 'suppression' && subject.name === address,
    )
    for (const entry of entries)
      auditEntries.set(entry.id, { ...entry, subject: { ...entry.subject, name: digest } })
    return {
      messages,
      contacts: keepsContacts ? 0 : this.#eraseContacts(person),
      idempotencyKeys: keys.length,
      requestIds,
      auditEntries: entries.length + this.#eraseAuditedCells(organizationId, words),
      triggerData: this.#eraseTriggerData(organizationId, words),
      notes: this.#eraseNotes(organizationId, words),
    }
  }

  #eraseContacts({ organizationId, address }: PersonToErase): number {
    const { contacts } = this.#store
    const own = [...contacts].filter(
      ([, one]) => one.organizationId === organizationId && one.address === address,
    )
    for (const [slot] of own) contacts.delete(slot)
    return own.length
  }

  /** Erases the words of bounces that are not in the log yet: those that name the person, and those of the records. */
  #eraseWordsBeforeLog(organizationId: string, records: ReadonlySet<string>, words: string | null): void {
    const { inboundFacts } = this.#store
    for (const [slot, fact] of inboundFacts) {
      if (fact.organizationId !== organizationId) continue
      const isAboutRecord = fact.place !== null && records.has(fact.place.recordId)
      if (isAboutRecord || textNames(fact.loggedWords ?? null, words))
        inboundFacts.set(slot, { ...fact, loggedWords: null })
    }
  }

  /**
   * Removes the values of cells from audit entries about records that no longer exist, or of which an entry
   * names the person. Returns the number of changed entries.
   */
  #eraseAuditedCells(organizationId: string, words: string | null): number {
    const { auditEntries, records } = this.#store
    const recordOf = ({ subject, after }: AuditEntry) => `${after?.dataTableId} ${subject.id}`
    const edits = [...auditEntries.values()].filter(
      (entry) => entry.organizationId === organizationId && entry.after?.cells !== undefined,
    )
    const named = new Set(
      edits
        .filter(({ before, after }) =>
          [...Object.values(before?.cells ?? {}), ...Object.values(after?.cells ?? {})].some((cell) =>
            textNames(String(cell), words),
          ),
        )
        .map(recordOf),
    )
    const doomed = edits.filter(
      (entry) =>
        named.has(recordOf(entry)) ||
        records.get(entry.after?.dataTableId ?? '')?.has(Number(entry.subject.id)) !== true,
    )
    for (const entry of doomed) {
      const { cells: _cells, ...after } = entry.after ?? {}
      auditEntries.set(entry.id, { ...entry, before: null, after })
    }
    return doomed.length
  }

  /**
   * Erases the stored error texts of mail providers and servers that quote the address of the person. Returns
   * the number of erased texts.
   */
  #eraseNotes(organizationId: string, words: string | null): number {
    const { arrivals, senders, breakers, mailboxes, destinationAttempts } = this.#store
    const isOwn = (senderId: string) => senders.get(senderId)?.organizationId === organizationId
    let notes = 0
    for (const [id, one] of arrivals) {
      if (one.organizationId !== organizationId || !textNames(JSON.stringify(one.reasons), words)) continue
      arrivals.set(id, { ...one, reasons: [] })
      notes++
    }
    for (const [slot, one] of breakers) {
      if (!isOwn(one.senderId) || one.trouble === null || !textNames(one.trouble.words, words)) continue
      breakers.set(slot, { ...one, trouble: { ...one.trouble, words: erasedText } })
      notes++
    }
    for (const [slot, one] of mailboxes) {
      if (!isOwn(one.senderId) || one.trouble === null || !textNames(one.trouble.words, words)) continue
      mailboxes.set(slot, { ...one, trouble: { ...one.trouble, words: erasedText } })
      notes++
    }
    for (const [slot, one] of mailboxes) {
      const isNamed = (mail: FailingMail) => textNames(JSON.stringify(mail), words)
      if (!isOwn(one.senderId) || !one.failingMails.some(isNamed)) continue
      const failingMails = one.failingMails.map((mail) =>
        isNamed(mail) ? { ...mail, messageId: null, reason: { ...mail.reason, words: erasedText } } : mail,
      )
      mailboxes.set(slot, { ...one, failingMails })
      notes++
    }
    for (const [slot, one] of senders) {
      if (one.organizationId !== organizationId || one.trouble === null) continue
      if (!textNames(one.trouble.words, words)) continue
      senders.set(slot, { ...one, trouble: { ...one.trouble, words: erasedText } })
      notes++
    }
    for (const [id, one] of destinationAttempts) {
      if (one.organizationId !== organizationId || !textNames(one.response, words)) continue
      destinationAttempts.set(id, { ...one, response: erasedText })
      notes++
    }
    return notes
  }

  #eraseTriggerData(organizationId: string, words: string | null): number {
    let erased = 0
    for (const job of this.#store.jobs.values()) {
      const said = Object.entries(job.data ?? {})
      const isNamed = (value: unknown) => typeof value === 'string' && textNames(value, words)
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

/** Returns a recipient of the person, which no retry takes if it has failed. */
function notRetried(one: StoredRecipient): StoredRecipient {
  const leaving = { code: 'PERSON_ERASED', evidence: {}, until: null } as const
  return canBeRetried(one.state, one.reason ?? null) ? { ...one, leaving } : one
}

interface Erasing {
  readonly own: ReadonlySet<string>
  readonly isUnfinishedJob: boolean
  readonly words: string | null
}

/** Returns a recipient without the person's data, or the same object if there is nothing to erase. */
function erasedRecipient(
  one: StoredRecipient,
  { sending }: StoredSlice,
  { own, isUnfinishedJob, words }: Erasing,
): StoredRecipient {
  const { recordId, state, error, evidence } = one
  const wordless = { ...one, error: null, evidence: null }
  if (own.has(recordId) && isUnfinishedJob && isUnfinished(state) && !sending.has(recordId))
    return { ...wordless, state: 'skipped', reason: 'PERSON_ERASED' }
  const isNamed = own.has(recordId) || textNames(error, words) || textNames(JSON.stringify(evidence), words)
  return isNamed && (error !== null || evidence !== null) ? wordless : one
}
