import type { Actor } from '../../domain/account/audit/actor.ts'
import {
  type ArrivalBody,
  isUnsigned,
  maxReasons,
  rowsLeftOut,
  type StoredArrival,
} from '../../domain/arrival/arrival.ts'
import { spaceLevelOf } from '../../domain/arrival/arrival-bounds.ts'
import type { DeliveryReading } from '../../domain/arrival/delivery/delivery-reading.ts'
import { areSameRecords } from '../../domain/arrival/held-records.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision, changedSinceRead } from '../../domain/revision.ts'
import { TableSchema } from '../../domain/table/table-schema.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import type { DeliveryReader } from './delivery-reader.ts'

export interface EditArrivalCommand {
  readonly organizationId: string
  readonly arrivalId: string
  readonly bytes: Uint8Array
  /** The content type of the new body; undefined to keep the content type of the original. */
  readonly contentType?: string
  /**
   * The revision of the arrival that the user edited; null to edit any revision. Another revision is refused.
   */
  readonly revision: number | null
  readonly by: Actor & { readonly kind: 'user' }
}

/**
 * Replaces the body of a held or refused arrival and returns the reasons why the new body does not fit. The
 * headers and the digest of the original stay, so that a repeat of the delivery is recognized.
 */
export class EditArrival {
  readonly #arrivals: ArrivalStore
  readonly #reader: DeliveryReader
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(arrivals: ArrivalStore, reader: DeliveryReader, unitOfWork: UnitOfWork, clock: Clock) {
    this.#arrivals = arrivals
    this.#reader = reader
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(command: EditArrivalCommand): Promise<StoredArrival> {
    const { organizationId, arrivalId, by, revision } = command
    const arrival = await this.#arrivals.find(organizationId, arrivalId)
    if (arrival === null) {
      // An arrival that was accepted at once is not stored with a body.
      if ((await this.#arrivals.accepted(organizationId, arrivalId)) !== null) throw notEditable()
      throw new DomainError('NOT_FOUND', { message: 'Arrival not found' })
    }
    const { body, dataTableId } = arrival
    const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId ?? ''))
    const isEditable = arrival.status === 'held' || arrival.status === 'refused'
    if (body === null || table === null || !isEditable || arrival.code === rowsLeftOut) throw notEditable()
    assertRevision(arrival, revision)
    if (
      command.bytes.length > body.bytes.length &&
      spaceLevelOf(await this.#arrivals.room(organizationId)) === 'full'
    )
      throw new DomainError('CONFLICT', {
        message: 'The space for held arrivals is full. Admit or discard some arrivals first',
      })
    const edited = this.#edited(body, command)
    const reading = await this.#reader.read(edited, new TableSchema(table))
    const after = { ...arrival, body: edited, ...this.#readAs(arrival, reading) }
    const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
    await this.#unitOfWork.run(async (tx) => {
      if (!(await tx.arrivals.replace(arrival, after))) throw changedSinceRead()
      await tx.audit.add({ action: 'arrival.edited', organizationId, by, subject, after: { arrivalId } })
    })
    return { ...after, revision: arrival.revision + 1 }
  }

  #edited(body: ArrivalBody, { bytes, contentType, by }: EditArrivalCommand): ArrivalBody {
    const originalBytes = body.edited?.originalBytes ?? body.bytes.length
    return {
      ...body,
      bytes,
      contentType: contentType ?? body.contentType,
      contentEncoding: null,
      edited: { at: this.#clock.now().toISOString(), by: by.email, originalBytes },
    }
  }

  #readAs(arrival: StoredArrival, { items, root, reasons, format, mappingId }: DeliveryReading) {
    const { heldPositions } = arrival
    // Refuses a new body with other records if some records of the arrival are, or may be, in the table.
    const records = items?.length ?? null
    if (heldPositions !== null && (records === null || !areSameRecords(arrival, { root, records })))
      throw new DomainError('CONFLICT', {
        message:
          'Some records of the arrival are already in the table. Keep the number and the order of the records, and the path by which the mapping finds them',
      })
    const waiting = items?.filter(({ index }) => heldPositions?.includes(index) !== false) ?? null
    const found = waiting?.flatMap((item) => (item.outcome === 'held' ? item.reasons : [])) ?? reasons
    const keepsCode = isUnsigned(arrival)
    return {
      format,
      mappingId,
      records,
      recordsRoot: root,
      // An unsigned arrival keeps its code, because it is admitted only if a user selects it by
      // its id.
      code: keepsCode ? arrival.code : (found[0]?.code ?? null),
      reasons: keepsCode ? arrival.reasons : found.slice(0, maxReasons),
      heldPositions,
    }
  }
}

function notEditable(): DomainError {
  return new DomainError('CONFLICT', { message: 'Only a held or refused arrival with a body can be edited' })
}
