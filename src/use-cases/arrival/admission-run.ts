import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { AdmissionAudit } from '../../domain/account/audit/admission-audit.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import {
  type ArrivalReason,
  type ArrivalSettlement,
  type ArrivalSource,
  deliveryIdReused,
  maxReasons,
  type StoredArrival,
} from '../../domain/arrival/arrival.ts'
import { asAnotherDelivery, type Claim, claimsOf } from '../../domain/arrival/claims.ts'
import type { DeliveryReading, ReadItem } from '../../domain/arrival/delivery/delivery-reading.ts'
import { areSameRecords, heldPositionsOf, recordsChanged } from '../../domain/arrival/held-records.ts'
import type { Path } from '../../domain/arrival/mapping/path.ts'
import { TableBusy } from '../../domain/arrival/table-busy.ts'
import { DomainError } from '../../domain/errors.ts'
import { maxRecordsPerAppend } from '../../domain/record-cells.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { Admitted, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { Timers } from '../../ports/timers.ts'

/** The body of a new request or of a stored arrival, whose records are to be added to a table. */
export interface BodyToAdmit {
  readonly credential: Credential
  /**
   * The kind of credential with which the body was sent: API key or webhook URL. A held body may later be
   * admitted by another credential.
   */
  readonly source: ArrivalSource
  readonly dataTableId: string | null
  readonly requestId: string
  /** The id that the body has, or gets if it is stored, as an arrival. */
  readonly arrivalId: string
  readonly receivedAt: Date
  /** The digest of the bytes of the body, by which a repeated request is recognized. */
  readonly digest: string
  /** The stored arrival that holds the body; null for the body of a new request. */
  readonly storedArrival: StoredArrival | null
  /** Whether a user adds the held records although their delivery id was used before with other content. */
  readonly mayReuseId?: boolean
  /** Makes the audit entry of the caller's admission; absent if no person or API key has requested it. */
  readonly audit?: AdmissionAudit
}

/** The longest time for which a request waits until its records are added, and the timers that measure it. */
interface Patience {
  readonly timers: Timers
  readonly milliseconds: number
}

/**
 * The outcome of one attempt to add the records of a body. `stale`: the table was changed since it was read,
 * so other records may fit. `late`: the request has waited as long as it may. `settled`: another process has
 * processed the stored arrival.
 */
export type AdmissionOutcome = 'done' | 'stale' | 'late' | 'settled'

type Ready = Extract<ReadItem, { readonly outcome: 'record' }>

/**
 * Adds those records of a body to the table that fit it, each once. Collects the reasons why the other
 * records do not fit and are held.
 */
export class AdmissionRun {
  readonly #appender: RecordAppender
  readonly #body: BodyToAdmit
  /** The longest time for which a request waits for this run; null if no request waits for it. */
  readonly #patience: Patience | null
  #accepted = 0
  #duplicates = 0
  #ignored = 0
  /**
   * The positions of the records that were added, repeated or ignored. A further pass over the body skips
   * them.
   */
  readonly #done = new Set<number>()
  /**
   * The positions of records whose delivery id was used before with other content. These records are added as
   * if they had another delivery id.
   */
  readonly #otherDeliveries = new Set<number>()
  #waiting = new Map<number, readonly ArrivalReason[]>()
  /** The number of records in the body to which all positions refer; null before the first pass over the body. */
  #records: number | null
  /** The path to the records to which all positions refer; null before the first pass, or if it is unknown. */
  #recordsRoot: Path | null
  /** The positions of the records that are to be added. */
  #positions: readonly number[]
  /** Whether the body was read by a mapping that finds other records than an earlier one. */
  #isChanged = false
  #storedArrival: StoredArrival | null

  constructor(appender: RecordAppender, body: BodyToAdmit, patience: Patience | null = null) {
    this.#appender = appender
    this.#body = body
    this.#patience = patience
    this.#storedArrival = body.storedArrival
    this.#records = body.storedArrival?.records ?? null
    this.#recordsRoot = body.storedArrival?.recordsRoot ?? null
    this.#positions = body.storedArrival?.heldPositions ?? []
  }

  get arrivalId(): string {
    return this.#body.arrivalId
  }

  get receivedAt(): Date {
    return this.#body.receivedAt
  }

  get accepted(): number {
    return this.#accepted
  }

  get duplicates(): number {
    return this.#duplicates
  }

  get ignored(): number {
    return this.#ignored
  }

  /** The reasons why records are held, by the record's position in the body. */
  get waiting(): ReadonlyMap<number, readonly ArrivalReason[]> {
    return this.#waiting
  }

  /** The number of records in the body to which the positions of held records refer; null if it is unknown. */
  get records(): number | null {
    return this.#records
  }

  /** The path to the records in the body to which the positions of held records refer; null if it is unknown. */
  get recordsRoot(): Path | null {
    return this.#recordsRoot
  }

  /** The positions of the held records; null if all records are held and this run has added or ignored none. */
  get heldPositions(): readonly number[] | null {
    return this.#done.size === 0 ? null : [...this.#waiting.keys()]
  }

  async through(table: TableSchema, reading: DeliveryReading): Promise<AdmissionOutcome> {
    const held = this.#heldOf(reading)
    if (held === 'changed') {
      this.#isChanged = true
      const left = this.#positions.filter((index) => !this.#done.has(index))
      const reason = recordsChanged({ records: this.#records, recordsRoot: this.#recordsRoot })
      this.#waiting = new Map(left.map((index) => [index, [{ ...reason, index }]]))
      return 'done'
    }
    this.#isChanged = false
    const items = (reading.items ?? []).filter(
      ({ index }) => !this.#done.has(index) && held?.includes(index) !== false,
    )
    if (reading.items !== null) {
      this.#records = reading.items.length
      this.#recordsRoot = reading.root
      this.#positions = items.map(({ index }) => index)
    }
    this.#waiting = new Map(
      items.flatMap((item) => (item.outcome === 'held' ? [[item.index, item.reasons] as const] : [])),
    )
    for (const item of items) {
      if (item.outcome !== 'ignored') continue
      this.#done.add(item.index)
      this.#ignored++
    }
    const groups = grouped(items.filter((item) => item.outcome === 'record'))
    for (const [at, group] of groups.entries()) {
      const later = groups.slice(at + 1).flat()
      const outcome = await this.#take(group, later, table, reading)
      if (outcome === 'late')
        for (const { index } of [...group, ...later]) this.#waiting.set(index, [stillWriting])
      if (outcome !== 'done') return outcome
    }
    return 'done'
  }

  /**
   * Returns the new state of the stored arrival after its records were processed. Null if there is no stored
   * arrival, or if a commit has already stored its state.
   */
  settlementLeft(reading: DeliveryReading): ArrivalSettlement | null {
    if (this.#storedArrival === null) return null
    if (reading.items === null) return unchanged(this.#storedArrival, reading)
    const reasons = this.#reasons()
    if (this.#isChanged) {
      const counted = { records: this.#records, recordsRoot: this.#recordsRoot }
      const remainingArrival = {
        ...this.#storedArrival,
        ...counted,
        heldPositions: [...this.#waiting.keys()],
      }
      return unchanged(remainingArrival, { format: reading.format, reasons })
    }
    return this.#settlementOf(this.#storedArrival, reading, {
      later: [],
      reasons,
      accepted: 0,
      isOnItsWay: false,
    })
  }

  /**
   * Returns the positions of the stored arrival's records that are held; null if all are, or if no arrival is stored.
   * Returns `changed` if positions that were processed before belong to other records than those of the reading.
   */
  #heldOf({ items, root }: DeliveryReading): readonly number[] | null | 'changed' {
    const { storedArrival } = this.#body
    if (items === null) return this.#done.size > 0 && storedArrival === null ? 'changed' : null
    const found = { root, records: items.length }
    const counted = { records: this.#records, recordsRoot: this.#recordsRoot }
    if (this.#done.size > 0 && !areSameRecords(counted, found)) return 'changed'
    return storedArrival === null ? null : heldPositionsOf(storedArrival, found)
  }

  async #take(
    group: readonly Ready[],
    later: readonly Ready[],
    table: TableSchema,
    reading: DeliveryReading,
  ): Promise<AdmissionOutcome> {
    let left = group
    while (left.length > 0) {
      let admitted: Admitted | null | 'late'
      try {
        admitted = await this.#inTime(this.#audited(left, later, table, reading))
      } catch (error) {
        // Holds the records if too many requests wait for the table already.
        if (error instanceof TableBusy && this.#patience !== null) return 'late'
        if (!(error instanceof DomainError) || error.code !== 'PLAN_LIMIT') throw error
        const { code, message } = error
        for (const { index } of left) this.#waiting.set(index, [{ code, message, index }])
        return 'done'
      }
      if (admitted === 'late') return 'late'
      if (admitted === null) return 'stale'
      if (admitted.outcome === 'settled') return 'settled'
      if (admitted.outcome === 'appended') {
        this.#accepted += left.length
        for (const { index } of left) this.#done.add(index)
        if (this.#storedArrival !== null) {
          const { revision } = this.#storedArrival
          // Keeps an arrival received while later groups are left; otherwise no runtime would add them after a crash.
          const status = this.#storedArrival.status === 'received' ? 'received' : 'held'
          const heldPositions = [...this.#waiting.keys(), ...later.map(({ index }) => index)]
          const counted = { records: this.#records, recordsRoot: this.#recordsRoot }
          const noted = { status, ...counted, heldPositions, revision: revision + 1 } as const
          this.#storedArrival = later.length === 0 ? null : { ...this.#storedArrival, ...noted }
        }
        return 'done'
      }
      const places = new Set(admitted.places)
      for (const [place, { index }] of left.entries()) {
        if (!places.has(place)) continue
        this.#done.add(index)
        this.#duplicates++
      }
      const others = admitted.others.flatMap((place) => left[place] ?? [])
      for (const { index } of others) {
        if (this.#body.mayReuseId === true) this.#otherDeliveries.add(index)
        else this.#waiting.set(index, [{ ...idReused, index }])
      }
      left = left.filter(({ index }, place) => !places.has(place) && !this.#waiting.has(index))
    }
    return 'done'
  }

  #audited(
    group: readonly Ready[],
    later: readonly Ready[],
    table: TableSchema,
    reading: DeliveryReading,
  ): Promise<Admitted | null> {
    const admit = (entry: AuditEntry | null) => this.#admit(group, later, table, reading, entry)
    const { audit } = this.#body
    if (audit === undefined) return admit(null)
    const counts = { admitted: this.#accepted + group.length, held: this.#waiting.size + later.length }
    return audit.with(counts, admit, (admitted) => admitted?.outcome === 'appended')
  }

  #admit(
    group: readonly Ready[],
    later: readonly Ready[],
    table: TableSchema,
    reading: DeliveryReading,
    entry: AuditEntry | null,
  ): Promise<Admitted | null> {
    const { credential, dataTableId, requestId } = this.#body
    const records = group.map(({ record }) => record)
    const isOnItsWay = later.length > 0 && this.#storedArrival?.status === 'received'
    const reasons = [...this.#reasons(), ...(isOnItsWay ? [stillWriting] : [])].slice(0, maxReasons)
    const settlement =
      this.#storedArrival &&
      this.#settlementOf(this.#storedArrival, reading, { later, reasons, accepted: group.length, isOnItsWay })
    const claims = group.map((item) => this.#claimsOf(item, table))
    const tableSchema = group[0]?.isPatch === true ? table.forPatches : table
    const { mappingVersions } = reading
    const audited = entry === null ? {} : { audit: () => entry }
    return this.#appender.admit(
      {
        arrival: { credential, dataTableId, records, requestId, idempotency: null, ...audited },
        claims,
        mappingVersions,
        settlement,
      },
      tableSchema,
    )
  }

  /** Returns the new state of a stored arrival: accepted if none of its records is held. */
  #settlementOf(
    { id, revision, status, heldPositions }: StoredArrival,
    { format, mappingId, items }: DeliveryReading,
    {
      later,
      reasons,
      accepted,
      isOnItsWay,
    }: {
      readonly later: readonly Ready[]
      readonly reasons: readonly ArrivalReason[]
      readonly accepted: number
      /** Whether later groups of the records of a received arrival are still to be added. */
      readonly isOnItsWay: boolean
    },
  ): ArrivalSettlement {
    const left = [...this.#waiting.keys(), ...later.map(({ index }) => index)]
    const isDone = left.length === 0
    const areAllHeld = accepted === 0 && this.#done.size === 0 && heldPositions === null
    // A refused arrival stays refused if none of its records were added; otherwise it is held.
    const remaining = status === 'refused' && accepted === 0 ? 'refused' : isOnItsWay ? 'received' : 'held'
    return {
      id,
      revision,
      status: isDone ? 'accepted' : remaining,
      code: isDone ? null : (reasons[0]?.code ?? null),
      reasons: isDone ? [] : reasons,
      format,
      mappingId,
      records: items?.length ?? null,
      heldPositions: isDone || areAllHeld ? null : left,
      recordsRoot: this.#recordsRoot,
      accepted,
    }
  }

  #reasons(): readonly ArrivalReason[] {
    return [...this.#waiting.values()].flat().slice(0, maxReasons)
  }

  #claimsOf(item: Ready, table: TableSchema): readonly Claim[] {
    const claims = claimsOf(item, { ...this.#body, isStored: this.#body.storedArrival !== null }, table)
    return this.#otherDeliveries.has(item.index) ? asAnotherDelivery(claims) : claims
  }

  async #inTime(work: Promise<Admitted | null>): Promise<Admitted | null | 'late'> {
    if (this.#patience === null) return work
    const { timers, milliseconds } = this.#patience
    // Returns `late` if the admission takes longer than the request may wait. The admission continues; a
    // later run recognizes the records that it adds by their claims.
    let cancel = () => {}
    const late = new Promise<'late'>((resolve) => {
      cancel = timers.after(milliseconds, () => resolve('late'))
    })
    work.catch(() => {})
    try {
      return await Promise.race([work, late])
    } finally {
      cancel()
    }
  }
}

const stillWriting: ArrivalReason = {
  code: 'ON_ITS_WAY',
  message: 'The records of the arrival are being added to the table; this takes up to a minute',
}

const idReused: ArrivalReason = {
  code: deliveryIdReused,
  message:
    'The delivery id was used before for other content, which is in the table. If this is another delivery, admit this arrival individually; otherwise discard it',
}

/**
 * Returns the new state of a stored arrival of which the present mappings find no records, or other records than the
 * mappings before. All of its held records stay.
 */
function unchanged(
  stored: StoredArrival,
  { format, reasons }: Pick<DeliveryReading, 'format' | 'reasons'>,
): ArrivalSettlement {
  const { id, revision, status, mappingId, records, heldPositions, recordsRoot } = stored
  const code = reasons[0]?.code ?? stored.code
  return {
    id,
    revision,
    status: status === 'refused' ? 'refused' : 'held',
    code,
    reasons,
    format,
    mappingId,
    records,
    heldPositions,
    recordsRoot,
    accepted: 0,
  }
}

/**
 * Divides the records of a body, in their order, into groups of the size that one append allows. Patches are
 * in groups of their own.
 */
export function grouped(items: readonly Ready[]): readonly (readonly Ready[])[] {
  const groups: Ready[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last !== undefined && last.length < maxRecordsPerAppend && last[0]?.isPatch === item.isPatch)
      last.push(item)
    else groups.push([item])
  }
  return groups
}
