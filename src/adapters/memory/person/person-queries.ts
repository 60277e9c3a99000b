import { reasonOf } from '../../../domain/job/recipient/reason-view.ts'
import { isAboutPerson } from '../../../domain/person/about-person.ts'
import { hasAddress } from '../../../domain/person/address-cells.ts'
import { textNames } from '../../../domain/person/erasure.ts'
import type { PersonTraces } from '../../../domain/person/person-export.ts'
import { isNamedInRecord } from '../../../domain/person/person-matcher.ts'
import type { PersonIdentity } from '../../../domain/person/person-query.ts'
import type { ContactTrace, Passage, PersonTrace } from '../../../domain/person/person-trace.ts'
import { recognitionOf } from '../../../domain/person/recognition.ts'
import type { TimelineSource } from '../../../domain/person/timeline.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import {
  chunkOfPersonRecords,
  type KnownPerson,
  PersonQueries,
  type PersonRecord,
  type SearchedTables,
} from '../../../ports/person/person-data.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import { omitFields } from '../omit-fields.ts'
import type { MemoryStore, StoredContact, StoredSlice, StoredTable } from '../store.ts'
import { knownDigest } from './person-digests.ts'
import { suppressionEvents } from './suppressions.ts'

/**
 * `MemoryPersonQueries` returns no deliveries and no changes, because there is no ledger of them in memory.
 */
export class MemoryPersonQueries extends PersonQueries {
  readonly #store: MemoryStore
  readonly #keys: RecordKeys

  constructor(store: MemoryStore, keys: RecordKeys) {
    super()
    this.#store = store
    this.#keys = keys
  }

  override async *recordsOf(organizationId: string, address: string, where: SearchedTables = {}) {
    for (const table of this.#tablesOf(organizationId, where))
      yield* this.#chunks(table, (record) => hasAddress(record, address), where)
  }

  override async *recordsHaving(
    organizationId: string,
    column: string,
    value: string,
    where: SearchedTables = {},
  ) {
    for (const table of this.#tablesOf(organizationId, where)) {
      if (!table.columns.some(({ name }) => name === column)) continue
      const keyOf = this.#keys.readerFor({ columns: [column], defaultCountry: table.defaultCountry })
      const key = keyOf({ [column]: value })
      if (key !== null) yield* this.#chunks(table, (record) => keyOf(record) === key, where)
    }
  }

  override async *recordsNaming(organizationId: string, person: PersonIdentity) {
    // Tables in the bin are searched too, because a person is erased from them.
    for (const table of this.#tablesOf(organizationId, { withBin: true })) {
      const knownBy = recognitionOf(person, this.#keys, table.defaultCountry)
      yield* this.#chunks(table, (record) => isNamedInRecord(record, knownBy), {})
    }
  }

  override async tracesOf({ organizationId, address, words, records }: KnownPerson): Promise<PersonTraces> {
    const isOwn = (one: { readonly organizationId: string }) => one.organizationId === organizationId
    const contacts = [...this.#store.contacts.values()]
      .filter((one) => isOwn(one) && one.address === address)
      .map(({ at, spinnerId, jobId, recordId, step }) => ({ at, spinnerId, jobId, recordId, step }))
    const ids = new Set([...records, ...contacts].map(({ recordId }) => recordId))
    const messages = this.#store.outbox
      .filter((one) => isOwn(one) && (ids.has(one.recordId) || isAboutPerson(one, address, words)))
      .map((one) =>
        omitFields(
          one,
          'organizationId',
          'unsubscribeUrl',
          'slice',
          'from',
          'thread',
          'attachments',
          'isTest',
        ),
      )
    const log = [...this.#store.messages.values()]
      .filter(
        (one) =>
          isOwn(one) &&
          (one.address === address || ids.has(one.recordId) || isAboutPerson(one, address, words)),
      )
      .map((one) => ({
        ...omitFields(
          one,
          'organizationId',
          'address',
          'slice',
          'providerThread',
          'providerMessageId',
          'awaitsMessageId',
        ),
        spinnerId: this.#store.jobs.get(one.jobId)?.spinnerId ?? null,
      }))
    return {
      recipients: this.#recipients(organizationId, ids),
      deliveries: [],
      messages,
      log,
      contacts,
      changes: [],
      suppression: address === null ? null : this.#suppression(organizationId, address),
      suppressionEvents: address === null ? [] : suppressionEvents(this.#store, organizationId, address),
      triggerData: [...this.#store.jobs.values()]
        .filter(isOwn)
        .flatMap(({ id: jobId, data }) =>
          Object.entries(data ?? {}).flatMap(([name, value]) =>
            typeof value === 'string' && textNames(value, words) ? [{ jobId, name, value }] : [],
          ),
        ),
    }
  }

  override async historyOf(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace> {
    const own = new Set(records.map(placeOf))
    const contacts = [...this.#store.contacts.values()]
      .filter((one) => one.organizationId === organizationId && one.address === address)
      .map((one) => this.#contactOf(one))
    for (const contact of contacts) own.add(placeOf(contact))
    return {
      arrivals: records.map(({ dataTableId, recordId, arrival: { at, requestId, apiKeyId, keyless } }) => {
        const source = apiKeyId === null ? keyless && { kind: keyless } : this.#keyOf(apiKeyId)
        return { at, dataTableId, recordId, requestId, source }
      }),
      changes: records.flatMap(({ dataTableId, recordId }) =>
        (this.#store.changes.get(dataTableId) ?? [])
          .filter((one) => one.recordId === recordId)
          .map(({ apiKeyId, ...change }) => ({
            ...change,
            source: apiKeyId === null ? null : this.#keyOf(apiKeyId),
          })),
      ),
      passages: [...this.#store.slices.values()].flatMap((slice) =>
        this.#passagesOf(organizationId, slice, own),
      ),
      contacts,
    }
  }

  *#chunks(table: StoredTable, isOne: (record: DataRecord) => boolean, { withBin = false }: SearchedTables) {
    const groups: (ReadonlyMap<number, DataRecord> | undefined)[] = [this.#store.records.get(table.id)]
    for (const entry of withBin ? this.#store.binEntries.values() : [])
      if (entry.kind === 'records' && entry.dataTableId === table.id)
        groups.push(this.#store.deletedRecords.get(entry.id))
    for (const records of groups) {
      const found = this.#arrived(table, records)
        .filter(({ data }) => isOne(data))
        .toSorted((a, b) => Number(a.recordId) - Number(b.recordId))
      for (let from = 0; from < found.length; from += chunkOfPersonRecords)
        yield found.slice(from, from + chunkOfPersonRecords)
    }
  }

  #tablesOf(
    organizationId: string,
    { dataTableIds, withBin = false }: SearchedTables,
  ): readonly StoredTable[] {
    const { tables, binnedTables } = this.#store
    return [...tables.values(), ...(withBin ? binnedTables.values() : [])]
      .filter(
        (table) => table.organizationId === organizationId && dataTableIds?.includes(table.id) !== false,
      )
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Returns the records that belong to an append. */
  #arrived(
    { id: dataTableId, name }: StoredTable,
    records: ReadonlyMap<number, DataRecord> | undefined,
  ): PersonRecord[] {
    return (this.#store.appends.get(dataTableId) ?? []).flatMap(({ firstId, count, ...arrival }) =>
      Array.from({ length: count }, (_, index) => firstId + index).flatMap((id) => {
        const data = records?.get(id)
        return data === undefined
          ? []
          : [{ dataTableId, tableName: name, recordId: String(id), data, arrival }]
      }),
    )
  }

  #recipients(organizationId: string, ids: ReadonlySet<string>): PersonTraces['recipients'] {
    return [...this.#store.slices.values()].flatMap(({ jobId, recipients }) => {
      const job = this.#store.jobs.get(jobId)
      if (job?.organizationId !== organizationId) return []
      return [...recipients.values()]
        .filter(({ recordId }) => ids.has(recordId))
        .map((one) => ({
          ...omitFields(one, 'dueAt', 'evidence'),
          jobId,
          spinnerId: job.spinnerId,
          reason: reasonOf(one, job.status === 'cancelled'),
        }))
    })
  }

  #suppression(organizationId: string, address: string): PersonTraces['suppression'] {
    const entry = this.#store.suppressionOf(organizationId, address)
    if (entry !== undefined) return { reason: entry.reason, email: address, createdAt: entry.createdAt }
    const digest = knownDigest(this.#store, organizationId, address)
    const kept = digest && this.#store.digestedSuppressions.get(`${organizationId} ${digest}`)
    return kept ? { ...kept, email: null } : null
  }

  #contactOf({ jobId, spinnerId, recordId, step, at, reply }: StoredContact): ContactTrace {
    const dataTableId = this.#store.jobs.get(jobId)?.dataTableId ?? ''
    const evidence = reply?.evidence
    const removalRequestedAt =
      evidence?.request === 'unsubscribe' && evidence.at !== undefined ? new Date(evidence.at) : null
    return { jobId, spinnerId, dataTableId, recordId, step, at, removalRequestedAt }
  }

  #keyOf(apiKeyId: string): TimelineSource {
    return { kind: 'apiKey', apiKeyId, name: this.#store.apiKeys.get(apiKeyId)?.name ?? null }
  }

  #passagesOf(organizationId: string, slice: StoredSlice, own: ReadonlySet<string>): Passage[] {
    const job = this.#store.jobs.get(slice.jobId)
    if (job?.organizationId !== organizationId) return []
    const { id: jobId, spinnerId, dataTableId, createdAt, status, finishedAt } = job
    return [...slice.recipients.values()]
      .filter(({ recordId }) => own.has(placeOf({ dataTableId, recordId })))
      .map((recipient) => ({
        ...omitFields(recipient, 'attempts'),
        jobId,
        spinnerId,
        dataTableId,
        takenAt: createdAt,
        cancelledAt: status === 'cancelled' ? finishedAt : null,
        deliveries: [...this.#store.deliveries.values()]
          .filter((one) => one.jobId === jobId && one.recordId === recipient.recordId)
          .map(({ step, channel, state, at }) => ({ step, channel, state, at })),
      }))
  }
}

const placeOf = ({ dataTableId, recordId }: Pick<PersonRecord, 'dataTableId' | 'recordId'>) =>
  `${dataTableId} ${recordId}`
