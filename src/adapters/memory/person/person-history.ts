import type { ContactTrace, Passage, PersonTrace } from '../../../domain/person/person-trace.ts'
import type { ArrivalSource } from '../../../domain/person/timeline.ts'
import { PersonHistory } from '../../../ports/person/person-history.ts'
import type { PersonRecord } from '../../../ports/person/person-records.ts'
import type { MemoryStore, StoredContact, StoredSlice } from '../store.ts'
import { without } from '../without.ts'

export class MemoryPersonHistory extends PersonHistory {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async of(
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

  #contactOf({ jobId, spinnerId, recordId, step, at }: StoredContact): ContactTrace {
    const dataTableId = this.#store.jobs.get(jobId)?.dataTableId ?? ''
    return { jobId, spinnerId, dataTableId, recordId, step, at }
  }

  #keyOf(apiKeyId: string): ArrivalSource {
    return { kind: 'apiKey', apiKeyId, name: this.#store.apiKeys.get(apiKeyId)?.name ?? null }
  }

  #passagesOf(organizationId: string, slice: StoredSlice, own: ReadonlySet<string>): Passage[] {
    const job = this.#store.jobs.get(slice.jobId)
    if (job?.organizationId !== organizationId) return []
    const { id: jobId, spinnerId, dataTableId, createdAt, status, finishedAt } = job
    return [...slice.recipients.values()]
      .filter(({ recordId }) => own.has(placeOf({ dataTableId, recordId })))
      .map((recipient) => ({
        ...without(recipient, 'attempts'),
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
