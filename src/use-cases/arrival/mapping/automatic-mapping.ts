import { service } from '../../../domain/account/audit/actor.ts'
import type { ArrivalBody, ArrivalReason } from '../../../domain/arrival/arrival.ts'
import { formatOf } from '../../../domain/arrival/mapping/format.ts'
import { type Mapping, mappingBounds } from '../../../domain/arrival/mapping/mapping.ts'
import { withMappingAt } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { doubtOf, type ProposalDoubt } from '../../../domain/arrival/proposal/clear-proposal.ts'
import { propose } from '../../../domain/arrival/proposal/propose.ts'
import { doInParts } from '../../../domain/parts.ts'
import type { TableSchema } from '../../../domain/table/table-schema.ts'
import { readPhone } from '../../../domain/text/phone-number.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { BodyDecoder } from '../../../ports/arrival/body-decoder.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Timers } from '../../../ports/timers.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnIdentityOf } from './own-identity-of.ts'

/**
 * The size in bytes of the largest body from which a mapping is guessed. Guessing takes much time, and
 * every person with the webhook URL can send a body.
 */
const maxSampledBytes = 64 * 1024
/**
 * The largest number of held bodies of the same format that are compared. A field with the same value for different
 * people is not taken for a person's address or name.
 */
const maxCompared = 24
/**
 * The largest total size of the compared bodies in bytes. Ten bodies of 64 KB would take up to 0.4 s of
 * processor time.
 */
const maxBytesCompared = 2 * maxSampledBytes

const tooLarge = `The body is larger than ${maxSampledBytes / 1024} KB`
const tableChanged = 'The table was changed while the body was read'
const keysChanging = 'The match columns of the table were being changed'
const tooManyMappings = `The table has ${mappingBounds.perTable} mappings, which is the limit`

function notMapped(doubt: ProposalDoubt): readonly ArrivalReason[] {
  return [{ code: 'NOT_MAPPED_AUTOMATICALLY', ...doubt }]
}

/** Creates a mapping that no user has reviewed, if the table allows it and the proposal is certain. */
export class AutomaticMapping {
  readonly #unitOfWork: UnitOfWork
  readonly #arrivals: Pick<ArrivalStore, 'heldBodies'>
  readonly #decoder: BodyDecoder
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #timers: Timers
  readonly #ownIdentity: Pick<OwnIdentityOf, 'read'>

  constructor(
    unitOfWork: UnitOfWork,
    arrivals: Pick<ArrivalStore, 'heldBodies'>,
    decoder: BodyDecoder,
    clock: Clock,
    ids: Ids,
    timers: Timers,
    ownIdentity: Pick<OwnIdentityOf, 'read'>,
  ) {
    this.#unitOfWork = unitOfWork
    this.#arrivals = arrivals
    this.#decoder = decoder
    this.#clock = clock
    this.#ids = ids
    this.#timers = timers
    this.#ownIdentity = ownIdentity
  }

  /**
   * Creates a mapping for bodies of the same format as this one, if possible. Returns `mapped` if the table has
   * such a mapping now, and otherwise the reasons why no mapping was created; none if the table is not mapped
   * automatically.
   */
  async learn(body: ArrivalBody, table: TableSchema): Promise<'mapped' | readonly ArrivalReason[]> {
    if (!table.mapsAutomatically) return []
    if (body.bytes.length > maxSampledBytes) return notMapped({ message: tooLarge })
    const { decoded } = this.#decoder.decode(body)
    if (decoded === null) return []
    const phoneOf = (text: string, country: string | null) => readPhone(text, country ?? table.defaultCountry)
    const { organizationId, tableId: dataTableId } = table
    const wanted = { dataTableId, format: formatOf(decoded), limit: maxCompared }
    const held = await this.#arrivals.heldBodies(organizationId, wanted)
    let remaining = maxBytesCompared - body.bytes.length
    const compared = held.filter(({ bytes }) => {
      if (bytes.length > remaining) return false
      remaining -= bytes.length
      return true
    })
    const bodies = [body, ...compared].map((one) => ({
      decoded: this.#decoder.decode(one).decoded,
      context: { headers: one.headers, query: one.query, phoneOf },
    }))
    // Ignores the table's existing mappings for the proposal, because none of them matched the body.
    const target = {
      tableSchema: table,
      mappings: [],
      ownIdentity: await this.#ownIdentity.read(organizationId),
    }
    const work = propose(bodies, target, 'Created from the first delivery')
    const proposal = await doInParts(work, () => this.#timers.yieldToOthers())
    const doubt = doubtOf(proposal, table)
    if (doubt !== null) return notMapped(doubt)
    const refusal = await this.#keep(proposal.mapping, table)
    return refusal === null ? 'mapped' : notMapped({ message: refusal })
  }

  /** Stores a mapping. Returns null if the table has the mapping now, and otherwise why it is not stored. */
  async #keep(
    mapping: Mapping,
    { tableId: dataTableId, organizationId, version }: TableSchema,
  ): Promise<string | null> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      // Creates no mapping if the table no longer allows automatic mappings, or if its columns have changed
      // since the proposal.
      if (table === null || !table.mapsAutomatically || table.schemaVersion !== version) return tableChanged
      // Leaves the delivery held while another request changes the match columns, which the mapping may not fill.
      if (await tx.dataTables.isRebuildingKeys(dataTableId)) return keysChanging
      const others = await tx.mappings.of(dataTableId)
      if (others.length >= mappingBounds.perTable) return tooManyMappings
      const same = JSON.stringify([mapping.root, mapping.match])
      // Returns null if another delivery of the same format has created the mapping meanwhile.
      if (others.some(({ root, match }) => JSON.stringify([root, match]) === same)) return null
      const at = this.#clock.now()
      const own = { id: this.#ids.next(), organizationId, dataTableId, createdAt: at, updatedAt: at }
      const made = { ...mapping, ...own, position: 0, version: 1 }
      await tx.mappings.replace(dataTableId, withMappingAt(others, made, others.length))
      const subject = { kind: 'mapping', id: made.id, name: mapping.name } as const
      const after = { dataTableId, version: 1 }
      await tx.audit.add({ action: 'mapping.created', organizationId, by: service, subject, after })
      return null
    })
  }
}
