import type { Actor } from '../../domain/account/audit/actor.ts'
import { AdmissionAudit, type AdmissionCounts } from '../../domain/account/audit/admission-audit.ts'
import { type AuditEvent, auditEntry } from '../../domain/account/audit/audit-entry.ts'
import {
  type ArrivalReason,
  deliveryIdReused,
  isUnsigned,
  type StoredArrival,
} from '../../domain/arrival/arrival.ts'
import { heldPositionsOf, recordsChanged } from '../../domain/arrival/held-records.ts'
import { DomainError } from '../../domain/errors.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import { TableSchema } from '../../domain/table/table-schema.ts'
import type { ArrivalSelection, ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { grouped } from './admission-run.ts'
import { admitStored } from './admit-kept.ts'
import type { DeliveryReader } from './delivery-reader.ts'

export interface AdmitArrivalsCommand extends ArrivalSelection {
  /** Whether to only forecast which arrivals would be admitted, and change nothing. */
  readonly preview: boolean
  readonly by: Actor
}

/**
 * The result of adding the records of stored arrivals: the numbers of added, still held, repeated and ignored
 * records, and the reasons of the held ones.
 */
export interface ArrivalsAdmitted {
  readonly admitted: number
  readonly held: number
  readonly duplicate: number
  readonly ignored: number
  readonly reasons: readonly { readonly code: string; readonly count: number }[]
}

const atOnce = 100

/**
 * Adds the records of held and refused arrivals to the table, in order of arrival. Each record is added once
 * and counts against the plan of the current month.
 */
export class AdmitArrivals {
  readonly #arrivals: ArrivalStore
  readonly #appender: RecordAppender
  readonly #reader: DeliveryReader
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #metrics: Metrics

  constructor(
    arrivals: ArrivalStore,
    appender: RecordAppender,
    reader: DeliveryReader,
    unitOfWork: UnitOfWork,
    clock: Clock,
    ids: Ids,
    metrics: Metrics,
  ) {
    this.#arrivals = arrivals
    this.#appender = appender
    this.#reader = reader
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#metrics = metrics
  }

  /**
   * Adds the records of the selected arrivals to a table. Calls `yieldToOthers` between arrivals, so that
   * other requests can run meanwhile.
   */
  async execute(
    command: AdmitArrivalsCommand,
    yieldToOthers: () => Promise<void>,
  ): Promise<ArrivalsAdmitted> {
    const { organizationId, dataTableId, preview } = command
    const table = await this.#table(organizationId, dataTableId)
    const tally = preview ? await this.#rehearsal(organizationId) : new Tally()
    const auditEventOf = (counts: AdmissionCounts) => admissionAuditEvent(table, command.by, counts)
    const audit = new AdmissionAudit(tally, (counts) =>
      auditEntry(this.#ids.next(), this.#clock.now(), auditEventOf(counts)),
    )
    try {
      await this.#each(command, { table, tally, audit }, yieldToOthers)
    } catch (error) {
      // An arrival failed, for example because of a running import. The records of earlier arrivals are in the
      // table. Ignores a failure of the audit entry, so that the caller gets the original error.
      if (!preview) await this.#conclude(tally, audit, auditEventOf).catch(() => {})
      throw error
    }
    if (!preview) await this.#conclude(tally, audit, auditEventOf)
    return tally.result
  }

  async #each(
    command: AdmitArrivalsCommand,
    { table, tally, audit }: Admitting,
    yieldToOthers: () => Promise<void>,
  ): Promise<void> {
    const tableSchema = new TableSchema(table)
    for (let after: string | null = null; ; ) {
      const arrivals: readonly StoredArrival[] = await this.#arrivals.admissible(command, after, atOnce)
      if (arrivals.length === 0) break
      for (const arrival of arrivals) {
        // Leaves an arrival without a valid signature as it is, unless the user selected it by its id, because it
        // may be forged.
        if (isUnsigned(arrival) && command.arrivalIds === undefined) tally.hold(arrival.reasons)
        else if (command.preview) await this.#rehearse(arrival, tableSchema, tally)
        else await this.#admit(arrival, tally, { mayReuseId: mayReuseId(arrival, command), audit })
        await yieldToOthers()
      }
      after = arrivals.at(-1)?.id ?? null
    }
  }

  /** Counts the added records, and writes the audit entry with the numbers that the first entry does not have. */
  async #conclude(
    { admitted }: Tally,
    audit: AdmissionAudit,
    eventOf: (counts: AdmissionCounts) => AuditEvent,
  ): Promise<void> {
    if (admitted > 0) this.#metrics.noteRecords('webhookUrl', admitted)
    const { unwritten } = audit
    if (unwritten !== null) await this.#unitOfWork.run((tx) => tx.audit.add(eventOf(unwritten)))
  }

  async #table(organizationId: string, dataTableId: string): Promise<DataTable> {
    const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    return table
  }

  async #admit(
    arrival: StoredArrival,
    tally: Tally,
    requested: { readonly mayReuseId: boolean; readonly audit: AdmissionAudit },
  ): Promise<void> {
    const [arrivals, appender, reader] = [this.#arrivals, this.#appender, this.#reader]
    const tools = { arrivals, appender, reader, clock: this.#clock }
    const tableOf = () => this.#table(arrival.organizationId, arrival.dataTableId ?? '')
    const outcome = await admitStored(arrival, tools, tableOf, requested)
    if (outcome === null) return
    tally.admitted += outcome.accepted
    tally.duplicate += outcome.duplicates
    tally.ignored += outcome.ignored
    for (const reasons of outcome.waiting) tally.hold(reasons)
  }

  /**
   * Returns the empty result of a dry run. It counts records as added only up to the number that the plan
   * still allows this month. If the table has match columns, it counts records as new that an admission would use to
   * change existing records, so an admission may add more.
   */
  async #rehearsal(organizationId: string): Promise<Tally> {
    const period = periodOf(this.#clock.realNow())
    const { limit, used } = await this.#unitOfWork.run((tx) =>
      tx.plans.readMeter(organizationId, 'records', period),
    )
    return new Tally(limit === null ? Number.POSITIVE_INFINITY : limit - used)
  }

  async #rehearse(arrival: StoredArrival, tableSchema: TableSchema, tally: Tally): Promise<void> {
    if (arrival.body === null) return
    const { items, root, reasons } = await this.#reader.read(arrival.body, tableSchema)
    if (items === null) return tally.hold(reasons)
    const held = heldPositionsOf(arrival, { root, records: items.length })
    if (held === 'changed') {
      for (const _ of arrival.heldPositions ?? []) tally.hold([recordsChanged(arrival)])
      return
    }
    const concerned = items.filter(({ index }) => held?.includes(index) !== false)
    for (const item of concerned) {
      if (item.outcome === 'held') tally.hold(item.reasons)
      else if (item.outcome === 'ignored') tally.ignored++
    }
    const fitting = concerned.filter((item) => item.outcome === 'record')
    for (const group of grouped(fitting)) tally.admit(group.length)
  }
}

/**
 * Returns true if the user selected the arrival by its id, and its reason is a delivery id that was used with
 * other content.
 */
function mayReuseId({ code, reasons }: StoredArrival, { arrivalIds }: AdmitArrivalsCommand): boolean {
  if (arrivalIds === undefined) return false
  return code === 'IDEMPOTENCY_KEY_REUSED' || reasons.some((reason) => reason.code === deliveryIdReused)
}

function admissionAuditEvent(
  { id, name, organizationId }: DataTable,
  by: Actor,
  after: AdmissionCounts,
): AuditEvent {
  const subject = { kind: 'dataTable', id, name } as const
  return { action: 'arrivals.admitted', organizationId, by, subject, after }
}

/** The table, the numbers and the audit entries of one admission. */
interface Admitting {
  readonly table: DataTable
  readonly tally: Tally
  readonly audit: AdmissionAudit
}

class Tally {
  admitted = 0
  held = 0
  duplicate = 0
  ignored = 0
  readonly #room: number
  readonly #codes = new Map<string, number>()

  constructor(space = Number.POSITIVE_INFINITY) {
    this.#room = space
  }

  /** Counts records that one append adds: all of them as added if the plan allows them, or else all as held. */
  admit(records: number): void {
    if (this.admitted + records <= this.#room) this.admitted += records
    else for (let no = 0; no < records; no++) this.hold([{ code: 'PLAN_LIMIT', message: '' }])
  }

  /** Counts one record as held, by the first of its reasons. */
  hold(reasons: readonly ArrivalReason[]): void {
    this.held++
    const code = reasons[0]?.code ?? 'UNKNOWN_FORMAT'
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1)
  }

  get result(): ArrivalsAdmitted {
    const { admitted, held, duplicate, ignored } = this
    const reasons = [...this.#codes].map(([code, count]) => ({ code, count }))
    return { admitted, held, duplicate, ignored, reasons: reasons.toSorted((a, b) => b.count - a.count) }
  }
}
