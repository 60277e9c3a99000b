import { admitKeyHolder } from '../../domain/account/api-keys/api-key.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import type { EarlierAnswer } from '../../domain/idempotency.ts'
import {
  duplicateExclusions,
  type Exclusions,
  noExclusions,
  tooManyRecipients,
} from '../../domain/job/audience/named-audience.ts'
import type { LedgerPosition } from '../../domain/ledger-position.ts'
import { fitsMeter, type MeterName } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import {
  type AudienceRange,
  audienceRange,
  audienceSize,
  rangeKindOf,
} from '../../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'
import { fitsTriggerData } from '../../domain/spinner/trigger-data.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { KeyedRecord } from '../../domain/table/keyed-records.ts'
import { TableSchema } from '../../domain/table/table-schema.ts'
import type { Arrival } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  type JobAudience,
  type JobDetails,
  type JobOrder,
  JobStarter,
  type OrderFacts,
  type StartedJob,
  type StartOptions,
  type TriggerReceipt,
  type TriggerTarget,
} from '../../ports/job/job-starter.ts'
import { addToMeter, readMeter } from './meters.ts'
import { nullIfRefused } from './null-if-refused.ts'
import { MemoryRecordAppender } from './record-appender.ts'
import { type MemoryStore, type StoredSpinner, versionSlot } from './store.ts'

interface RequestedOfMemory extends Omit<StartOptions, 'audience'> {
  readonly left: Exclusions
  /**
   * A function that returns the ids of the records that a trigger names, or null if its records could not be
   * appended. Null instead of a function if the job takes the spinner's audience.
   */
  readonly name: (() => readonly number[] | null) | null
  /** Whether the trigger is refused if one of the records that it names does not exist. */
  readonly isUnchecked: boolean
  /** The schema version that the table must have; null for any version. */
  readonly schemaVersion: number | null
}

const unconditional = { isUnchecked: false, schemaVersion: null } as const

export class MemoryJobStarter extends JobStarter {
  readonly #store: MemoryStore
  readonly #clock: Clock

  readonly #records: MemoryRecordAppender

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
    this.#records = new MemoryRecordAppender(store, clock)
  }

  override async start(order: JobOrder, options: StartOptions | null = null): Promise<StartedJob | null> {
    if (options === null) return this.#start(order, null)
    const { audience } = options
    switch (audience.kind) {
      case 'spinner':
        return this.#start(order, { ...options, ...unconditional, left: noExclusions, name: null })
      case 'named':
        return this.#start(order, { ...options, ...audience, name: () => audience.recordIds.map(Number) })
      case 'segment':
        throw new Error('The kernel in memory has no segments')
      case 'records':
        return this.#startWithRecords(order, options, audience)
    }
  }

  #startWithRecords(
    order: JobOrder,
    options: StartOptions,
    { records, requestId, target: { tableSchema } }: Extract<JobAudience, { readonly kind: 'records' }>,
  ): StartedJob | null {
    const { caller } = order
    const { maxRecipients } = options
    const table = this.#store.tables.get(tableSchema.tableId)
    if (table === undefined) return null
    const sender: Pick<Arrival, 'credential' | 'entered'> =
      caller.kind === 'session'
        ? {
            credential: { kind: 'webhookUrl', digest: table.ingestTokenDigest },
            entered: { apiKeyId: null },
          }
        : { credential: caller }
    const recipients = this.#rowsOf(records, tableSchema).length
    if (maxRecipients !== null && recipients > maxRecipients)
      throw tooManyRecipients(recipients, maxRecipients)
    const left = duplicateExclusions(records.length - recipients)
    const append = () => {
      const arrival = { ...sender, dataTableId: table.id, records, idempotency: null, requestId }
      const receipt = this.#records.appendNow(arrival, tableSchema)
      if (receipt === null) return null
      this.#inserted = receipt.answer.inserted
      return this.#idsOf(records, tableSchema, receipt.answer.inserted)
    }
    return this.#start(order, { ...options, ...unconditional, left, name: append })
  }

  #rowsOf(records: readonly DataRecord[], tableSchema: TableSchema): readonly KeyedRecord[] {
    return tableSchema.merged(records) ?? records.map((record) => ({ record, key: null, version: '' }))
  }

  /** Returns the ids of the records that a trigger has just appended or changed. */
  #idsOf(records: readonly DataRecord[], tableSchema: TableSchema, inserted: number): readonly number[] {
    const { firstId = 0 } = inserted === 0 ? {} : (this.#store.appends.get(tableSchema.tableId)?.at(-1) ?? {})
    const added = Array.from({ length: inserted }, (_, index) => firstId + index)
    const existingIds = this.#rowsOf(records, tableSchema).flatMap(({ key }) =>
      key === null ? [] : (this.#store.keys.get(tableSchema.tableId)?.get(key)?.recordId ?? []),
    )
    return [...new Set([...added, ...existingIds])]
  }

  /** The number of records that the present trigger added; undefined if it brought no records. */
  #inserted: number | undefined

  #start(order: JobOrder, requested: RequestedOfMemory | null): StartedJob | null {
    const { jobId, caller, idempotency } = order
    const spinnerId = order.spinnerId.toLowerCase()
    const facts = nullIfRefused(() => this.#facts(order))
    if (facts === null) return null
    const { organizationId, isInReach, earlier, reading } = facts
    const published = isInReach ? this.#published(spinnerId, organizationId) : null
    if (published === null) return null
    if (earlier !== null) return { organizationId, earlier }
    if (!fitsMeter(reading, 1)) return null
    const { spinner, version } = published
    if (requested === null ? !fitsTriggerData(version.triggerData, null) : isOutdated(requested, published))
      return null
    this.#inserted = undefined
    const sent = requested?.name?.() ?? null
    if (sent === null && requested?.name) return null
    const store = this.#store
    // Reads the table again, because the trigger may just have appended records to it.
    const table = store.tables.get(published.table.id) ?? published.table
    const named = sent?.filter((id) => store.records.get(table.id)?.has(id) === true) ?? null
    if (requested?.isUnchecked && named?.length !== sent?.length) return null
    const audience = this.#audienceOf(published, table.end, named)
    const { maxRecipients = null } = requested ?? {}
    if (maxRecipients !== null && audienceSize(audience) > maxRecipients)
      throw tooManyRecipients(audienceSize(audience), maxRecipients)
    const now = this.#clock.now()
    store.jobs.set(jobId, {
      id: jobId,
      organizationId,
      spinnerId,
      spinnerVersion: version.version,
      dataTableId: table.id,
      source: caller.kind === 'session' ? 'app' : 'api',
      audience,
      createdAt: now,
      status: spinner.pausedAt === null ? 'queued' : 'paused',
      startsAt: requested?.startsAt ?? null,
    })
    this.#addAuditEntry(order, spinner, { version: version.version, recipients: audienceSize(audience) })
    if (named === null) store.spinners.set(spinnerId, { ...spinner, taken: audience.to })
    else this.#markNamed(spinnerId, table.id, named)
    store.turns.add(organizationId)
    addToMeter(store, { organizationId, meter: 'jobs', period: this.#period, amount: 1 })
    const receipt =
      requested === null ? undefined : this.#detailsOf(organizationId, requested, audienceSize(audience), now)
    if (idempotency !== null) {
      const { fingerprint } = idempotency
      const answer = receipt === undefined ? { jobId, spinnerId } : { jobId, spinnerId, details: receipt }
      store.idempotencyKeys.set(slotOf(order, organizationId), { fingerprint, answer, at: now })
    }
    return receipt === undefined
      ? { organizationId, earlier: null }
      : { organizationId, earlier: null, details: receipt }
  }

  /** The month in which the plan counts a job that starts now. */
  get #period(): string {
    return periodOf(this.#clock.realNow())
  }

  /** Returns the range of the ledger that a job takes: its named records, or the audience of the spinner. */
  #audienceOf(
    { spinner, version }: { readonly spinner: StoredSpinner; readonly version: SpinnerVersion },
    end: LedgerPosition,
    named: readonly number[] | null,
  ): AudienceRange {
    const { from, to } = audienceRange(rangeKindOf(version.audience), spinner.taken, end)
    if (named !== null) return { from: { seq: to.seq, records: to.records - named.length }, to }
    // A job over new records skips those that triggers have named.
    const marks =
      rangeKindOf(version.audience) === 'new' ? [...(this.#store.named.get(spinner.id)?.values() ?? [])] : []
    const skipped = marks.filter((seq) => seq > from.seq && seq <= to.seq).length
    return { from: { ...from, records: from.records + skipped }, to }
  }

  #markNamed(spinnerId: string, tableId: string, recordIds: readonly number[]): void {
    const appends = this.#store.appends.get(tableId) ?? []
    const seqOf = (id: number) =>
      appends.find(({ firstId, count }) => id >= firstId && id < firstId + count)?.seq ?? 0
    const marks = recordIds.map((id) => [id, seqOf(id)] as const)
    this.#store.named.set(spinnerId, new Map([...(this.#store.named.get(spinnerId) ?? []), ...marks]))
  }

  #addAuditEntry(
    { audit, jobId }: JobOrder,
    spinner: Spinner,
    started: { readonly version: number; readonly recipients: number },
  ): void {
    if (audit === undefined) return
    const after = { ...audit.after, ...started }
    this.#store.auditEntries.set(audit.id, { ...audit, subject: jobSubject(jobId, spinner), after })
  }

  #detailsOf(
    organizationId: string,
    { startsAt, left }: RequestedOfMemory,
    eligible: number,
    now: Date,
  ): JobDetails {
    const leftOf = (meter: MeterName) => {
      const { limit, used } = readMeter(this.#store, { organizationId, meter, period: this.#period })
      return limit === null ? null : Math.max(0, limit - used)
    }
    const inserted = this.#inserted
    return {
      ...left,
      eligible,
      startsAt: (startsAt ?? now).toISOString(),
      jobsLeft: leftOf('jobs'),
      recordsLeft: leftOf('records'),
      ...(inserted === undefined ? {} : { inserted }),
    }
  }

  override cachedTarget(): TriggerTarget | null {
    return null
  }

  override async target({ spinnerId }: JobOrder, organizationId: string): Promise<TriggerTarget | null> {
    const published = this.#published(spinnerId, organizationId)
    if (published === null) return null
    const { version, table } = published
    const { audience, triggerData, metadataColumns } = version
    return {
      organizationId,
      version: version.version,
      audience,
      triggerData,
      metadataColumns,
      tableSchema: new TableSchema(table),
    }
  }

  override async factsOf(order: JobOrder, scopes: readonly Scope[] = ['trigger']): Promise<OrderFacts> {
    const { caller } = order
    const facts = this.#facts(order)
    if (caller.kind !== 'session')
      for (const scope of scopes)
        admitKeyHolder(this.#store.holderOf(caller.digest), scope, this.#clock.now())
    return facts
  }

  #facts(order: JobOrder): OrderFacts {
    const now = this.#clock.now()
    const organizationId = this.#organizationOf(order, now)
    const isInReach = this.#isInReach(order)
    return {
      organizationId,
      isInReach,
      earlier: isInReach ? this.#earlier(order, organizationId) : null,
      isPublished: isInReach && this.#published(order.spinnerId, organizationId) !== null,
      reading: readMeter(this.#store, { organizationId, meter: 'jobs', period: this.#period }),
    }
  }

  /** Returns whether the spinner and its data table are in the projects to which the caller's API key is limited. */
  #isInReach({ caller, spinnerId }: JobOrder): boolean {
    const projectIds =
      caller.kind === 'session' ? null : (this.#store.keyByDigest(caller.digest)?.projectIds ?? null)
    if (projectIds === null) return true
    const spinner = this.#store.spinners.get(spinnerId.toLowerCase())
    const table = this.#store.tables.get(spinner?.dataTableId ?? '')
    return [spinner, table].every((thing) => thing !== undefined && projectIds.includes(thing.projectId))
  }

  #organizationOf({ caller }: JobOrder, now: Date): string {
    if (caller.kind === 'session') return caller.organizationId
    return admitKeyHolder(this.#store.holderOf(caller.digest), 'trigger', now).organizationId
  }

  #earlier(order: JobOrder, organizationId: string): EarlierAnswer<TriggerReceipt> | null {
    return order.idempotency && this.#store.earlierAnswer(slotOf(order, organizationId))
  }

  #published(spinnerId: string, organizationId: string) {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, spinnerId)
    if (spinner === null) return null
    const version = this.#store.versions.get(versionSlot(spinner.id, spinner.publishedVersion ?? 0))
    const table = this.#store.tables.get(spinner.dataTableId)
    return version === undefined || table === undefined ? null : { spinner, version, table }
  }
}

/** Returns whether a trigger was checked against another version of the spinner or of its table. */
function isOutdated(
  requested: Pick<RequestedOfMemory, 'version' | 'schemaVersion'>,
  { version, table }: { readonly version: SpinnerVersion; readonly table: DataTable },
): boolean {
  const { schemaVersion } = table
  return requested.version !== version.version || (requested.schemaVersion ?? schemaVersion) !== schemaVersion
}

function slotOf({ spinnerId, idempotency }: JobOrder, organizationId: string): string {
  return [organizationId, `trigger:${spinnerId.toLowerCase()}`, idempotency?.key].join(' ')
}
