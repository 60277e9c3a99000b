import type { ArrivalBody } from '../../domain/arrival/arrival.ts'
import {
  countOwn,
  type DeliveryReading,
  isIdentityLeftOut,
  readDelivery,
} from '../../domain/arrival/delivery/delivery-reading.ts'
import { formatOf } from '../../domain/arrival/mapping/format.ts'
import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'
import type { OwnIdentity } from '../../domain/arrival/proposal/lead/own-identity.ts'
import { doInParts } from '../../domain/parts.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import { readPhone } from '../../domain/text/phone-number.ts'
import type { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import type { MappingStore } from '../../ports/arrival/mappings.ts'
import type { Timers } from '../../ports/timers.ts'
import type { OwnIdentityOf } from './mapping/own-identity-of.ts'

/** The largest size in bytes of a refused body that is decoded to show its format in the list of arrivals. */
const maxInspectedBytes = 256 * 1024

/** The records in a body as read by the cached table and mappings, which may be outdated. */
export interface CachedReading {
  readonly reading: DeliveryReading
  readonly table: TableSchema
  readonly mappings: readonly StoredMapping[]
}

/** Reads request bodies: returns the records that a body contains for a table, by the table's mappings. */
export class DeliveryReader {
  readonly #decoder: BodyDecoder
  readonly #mappings: MappingStore
  readonly #timers: Timers
  readonly #ownIdentity: Pick<OwnIdentityOf, 'read'>

  constructor(
    decoder: BodyDecoder,
    mappings: MappingStore,
    timers: Timers,
    ownIdentity: Pick<OwnIdentityOf, 'read'>,
  ) {
    this.#decoder = decoder
    this.#mappings = mappings
    this.#timers = timers
    this.#ownIdentity = ownIdentity
  }

  /**
   * Returns the records of a body by cached mappings; null if this process has not cached the table's
   * mappings.
   */
  async readCached(body: ArrivalBody, table: TableSchema): Promise<CachedReading | null> {
    const mappings = this.#mappings.cachedOf(table.tableId)
    return mappings && { reading: await this.#readBy(mappings, body, table), table, mappings }
  }

  async read(body: ArrivalBody, table: TableSchema): Promise<DeliveryReading> {
    return this.#readBy(await this.#mappings.of(table.tableId), body, table)
  }

  /**
   * Reads a body by mappings. The addresses of the organization itself take five queries, so they are read only if a
   * mapping seems to leave out an address, and the body is then read again.
   */
  async #readBy(
    mappings: readonly StoredMapping[],
    body: ArrivalBody,
    table: TableSchema,
  ): Promise<DeliveryReading> {
    const { headers, query, isPartlyErased = false } = body
    const { defaultCountry } = table
    const phoneOf = (text: string, country: string | null) => readPhone(text, country ?? defaultCountry)
    const context = { headers, query, phoneOf, isPartlyErased }
    const decoding = this.#decoder.decode(body)
    const readWith = (ownIdentity?: OwnIdentity) =>
      doInParts(
        readDelivery(decoding, table, mappings, { ...context, ...(ownIdentity && { ownIdentity }) }),
        () => this.#timers.yieldToOthers(),
      )
    const reading = await readWith()
    return isIdentityLeftOut(reading) ? readWith(await this.#ownIdentity.read(table.organizationId)) : reading
  }

  /**
   * Returns the format of a refused body, and the number of its records if it has the API's own format. Both
   * are null for bodies over 256 KB.
   */
  lookAt(body: ArrivalBody | null): { readonly format: string | null; readonly records: number | null } {
    const nothing = { format: null, records: null }
    if (body === null || body.bytes.length > maxInspectedBytes) return nothing
    const { decoded, fault } = this.#decoder.decode(body)
    return fault === null ? { format: formatOf(decoded), records: countOwn(decoded) } : nothing
  }
}
