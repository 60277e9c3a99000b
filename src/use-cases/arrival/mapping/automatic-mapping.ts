import { service } from '../../../domain/account/audit/actor.ts'
import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import { type Mapping, mappingBounds } from '../../../domain/arrival/mapping/mapping.ts'
import { shapeOf } from '../../../domain/arrival/mapping/shape.ts'
import { withMappingAt } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { clearProposal } from '../../../domain/arrival/proposal/clear-proposal.ts'
import { propose } from '../../../domain/arrival/proposal/propose.ts'
import { doInParts } from '../../../domain/parts.ts'
import type { TableShape } from '../../../domain/table/table-shape.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { BodyDecoder } from '../../../ports/arrival/body-decoder.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { PhoneNumbers } from '../../../ports/table/record-keys.ts'
import type { Timers } from '../../../ports/timers.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnSideOf } from './own-side-of.ts'

/**
 * The size in bytes of the largest body from which a mapping is guessed. Guessing takes much time, and
 * every person with the webhook URL can send a body.
 */
const largestLearntFrom = 64 * 1024
/**
 * The largest number of held bodies of the same format that are compared. A field with the same value for different
 * people is not taken for a person's address or name.
 */
const maxCompared = 24
/**
 * The largest total size of the compared bodies in bytes. Ten bodies of 64 KB would take up to 0.4 s of
 * processor time.
 */
const mostBytesCompared = 2 * largestLearntFrom

/** Creates a mapping that no user has reviewed, if the table allows it and the proposal is certain. */
export class AutomaticMapping {
  readonly #unitOfWork: UnitOfWork
  readonly #arrivals: Pick<ArrivalStore, 'heldBodies'>
  readonly #decoder: BodyDecoder
  readonly #phones: PhoneNumbers
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #timers: Timers
  readonly #ownSide: Pick<OwnSideOf, 'read'>

  constructor(
    unitOfWork: UnitOfWork,
    arrivals: Pick<ArrivalStore, 'heldBodies'>,
    decoder: BodyDecoder,
    phones: PhoneNumbers,
    clock: Clock,
    ids: Ids,
    timers: Timers,
    ownSide: Pick<OwnSideOf, 'read'>,
  ) {
    this.#unitOfWork = unitOfWork
    this.#arrivals = arrivals
    this.#decoder = decoder
    this.#phones = phones
    this.#clock = clock
    this.#ids = ids
    this.#timers = timers
    this.#ownSide = ownSide
  }

  /**
   * Creates a mapping for bodies of the same format as this one, if possible. Returns whether the table has
   * such a mapping now.
   */
  async learn(body: ArrivalBody, table: TableShape): Promise<boolean> {
    if (!table.autoMap || body.bytes.length > largestLearntFrom) return false
    const { decoded } = this.#decoder.decode(body)
    if (decoded === null) return false
    const phoneOf = (text: string, country: string | null) =>
      this.#phones.read(text, country ?? table.defaultCountry)
    const { organizationId, tableId: dataTableId } = table
    const wanted = { dataTableId, shape: shapeOf(decoded), limit: maxCompared }
    const held = await this.#arrivals.heldBodies(organizationId, wanted)
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
    // Ignores the table's existing mappings for the proposal, because none of them matched the body.
    const target = { shape: table, mappings: [], ownSide: await this.#ownSide.read(organizationId) }
    const work = propose(bodies, target, 'Created from the first delivery')
    const proposal = await doInParts(work, () => this.#timers.yieldToOthers())
    const mapping = clearProposal(proposal, table)
    return mapping !== null && this.#keep(mapping, table)
  }

  async #keep(
    mapping: Mapping,
    { tableId: dataTableId, organizationId, version }: TableShape,
  ): Promise<boolean> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      // Creates no mapping if the table no longer allows automatic mappings, or if its columns have changed
      // since the proposal.
      if (table === null || !table.autoMap || table.schemaVersion !== version) return false
      // Leaves the delivery held while another request changes the match columns, which the mapping may not fill.
      if (await tx.keyRebuilds.isRunning(dataTableId)) return false
      const others = await tx.mappings.of(dataTableId)
      if (others.length >= mappingBounds.perTable) return false
      const same = JSON.stringify([mapping.root, mapping.match])
      // Returns true if another delivery of the same format has created the mapping meanwhile.
      if (others.some(({ root, match }) => JSON.stringify([root, match]) === same)) return true
      const at = this.#clock.now()
      const own = { id: this.#ids.next(), organizationId, dataTableId, createdAt: at, updatedAt: at }
      const made = { ...mapping, ...own, position: 0, version: 1 }
      await tx.mappings.replace(dataTableId, withMappingAt(others, made, others.length))
      const subject = { kind: 'mapping', id: made.id, name: mapping.name } as const
      const after = { dataTableId, version: 1 }
      await tx.audit.add({ action: 'mapping.created', organizationId, by: service, subject, after })
      return true
    })
  }
}
