import { service } from '../../../domain/account/audit/actor.ts'
import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import { type Mapping, mappingBounds } from '../../../domain/arrival/mapping/mapping.ts'
import { shapeOf } from '../../../domain/arrival/mapping/shape.ts'
import { placed } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { clearProposal } from '../../../domain/arrival/proposal/clear-proposal.ts'
import { propose } from '../../../domain/arrival/proposal/propose.ts'
import type { TableShape } from '../../../domain/table/table-shape.ts'
import type { BodyDecoder } from '../../../ports/arrival/body-decoder.ts'
import type { HeldBodies } from '../../../ports/arrival/held-bodies.ts'
import type { PhoneNumbers } from '../../../ports/arrival/phone-numbers.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The size in bytes of the largest body to learn from. Guessing takes much time, and anybody with the URL can
 * send a body.
 */
const largestLearntFrom = 64 * 1024
/**
 * The number of held bodies of the same shape to compare. A value that is the same in all of them is not a
 * name.
 */
const mostCompared = 9
/**
 * The largest size of all compared bodies together, in bytes. Ten bodies of 64 KB would block other requests
 * for up to 0.4 s.
 */
const mostBytesCompared = 2 * largestLearntFrom

/** Applies a mapping that nobody has reviewed, if the table allows it and the proposal leaves no doubt. */
export class AutomaticMapping {
  readonly #unitOfWork: UnitOfWork
  readonly #heldBodies: HeldBodies
  readonly #decoder: BodyDecoder
  readonly #phones: PhoneNumbers
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    heldBodies: HeldBodies,
    decoder: BodyDecoder,
    phones: PhoneNumbers,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#heldBodies = heldBodies
    this.#decoder = decoder
    this.#phones = phones
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns whether the table now has a mapping for bodies like this one. */
  async learn(body: ArrivalBody, table: TableShape): Promise<boolean> {
    if (!table.autoMap || body.bytes.length > largestLearntFrom) return false
    const { decoded } = this.#decoder.decode(body)
    if (decoded === null) return false
    const phoneOf = (text: string, country: string | null) =>
      this.#phones.read(text, country ?? table.defaultCountry)
    const { organizationId, tableId: dataTableId } = table
    const wanted = { dataTableId, shape: shapeOf(decoded), limit: mostCompared }
    const held = await this.#heldBodies.read(organizationId, wanted)
    let left = mostBytesCompared - body.bytes.length
    const compared = held.filter(({ bytes }) => {
      if (bytes.length > left) return false
      left -= bytes.length
      return true
    })
    const bodies = [body, ...compared].map((one) => ({
      decoded: this.#decoder.decode(one).decoded,
      context: { headers: one.headers, query: one.query, phoneOf },
    }))
    const proposal = propose(
      bodies,
      // No mapping of the table took the body.
      { shape: table, mappings: [] },
      'Created from the first delivery',
    )
    const mapping = clearProposal(proposal, table)
    return mapping !== null && this.#keep(mapping, table)
  }

  async #keep(
    mapping: Mapping,
    { tableId: dataTableId, organizationId, version }: TableShape,
  ): Promise<boolean> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      // The table may have changed: it may no longer allow automatic mappings, or need other columns.
      if (table === null || !table.autoMap || table.schemaVersion !== version) return false
      const others = await tx.mappings.of(dataTableId)
      if (others.length >= mappingBounds.perTable) return false
      const same = JSON.stringify([mapping.root, mapping.match])
      // Many deliveries of one kind may come at once, and another one may have created the mapping.
      if (others.some(({ root, match }) => JSON.stringify([root, match]) === same)) return true
      const at = this.#clock.now()
      const own = { id: this.#ids.next(), organizationId, dataTableId, createdAt: at, updatedAt: at }
      const made = { ...mapping, ...own, position: 0, version: 1 }
      await tx.mappings.replace(dataTableId, placed(others, made, others.length))
      const subject = { kind: 'mapping', id: made.id, name: mapping.name } as const
      const after = { dataTableId, version: 1 }
      await tx.audit.add({ action: 'mapping.created', organizationId, by: service, subject, after })
      return true
    })
  }
}
