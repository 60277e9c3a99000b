import type { ArrivalBody } from '../../domain/arrival/arrival.ts'
import {
  countOwn,
  type DeliveryReading,
  readDelivery,
} from '../../domain/arrival/delivery/delivery-reading.ts'
import { shapeOf } from '../../domain/arrival/mapping/shape.ts'
import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'
import { doInParts } from '../../domain/parts.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'
import type { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import type { Mappings } from '../../ports/arrival/mappings.ts'
import type { PhoneNumbers } from '../../ports/table/record-keys.ts'
import type { Timers } from '../../ports/timers.ts'

/** The largest size in bytes of a refused body that is decoded to show its format in the list of arrivals. */
const largestLookedAt = 256 * 1024

/** The records in a body as read by the cached table and mappings, which may be outdated. */
export interface CachedReading {
  readonly reading: DeliveryReading
  readonly table: TableShape
  readonly mappings: readonly StoredMapping[]
}

/** Reads request bodies: returns the records that a body contains for a table, by the table's mappings. */
export class DeliveryReader {
  readonly #decoder: BodyDecoder
  readonly #mappings: Mappings
  readonly #phones: PhoneNumbers
  readonly #timers: Timers

  constructor(decoder: BodyDecoder, mappings: Mappings, phones: PhoneNumbers, timers: Timers) {
    this.#decoder = decoder
    this.#mappings = mappings
    this.#phones = phones
    this.#timers = timers
  }

  /**
   * Returns the records of a body by cached mappings; null if this process has not cached the table's
   * mappings.
   */
  async readCached(body: ArrivalBody, table: TableShape): Promise<CachedReading | null> {
    const mappings = this.#mappings.cachedOf(table.tableId)
    return mappings && { reading: await this.#readBy(mappings, body, table), table, mappings }
  }

  async read(body: ArrivalBody, table: TableShape): Promise<DeliveryReading> {
    return this.#readBy(await this.#mappings.of(table.tableId), body, table)
  }

  #readBy(
    mappings: readonly StoredMapping[],
    body: ArrivalBody,
    table: TableShape,
  ): Promise<DeliveryReading> {
    const { headers, query, isPartlyErased = false } = body
    const { defaultCountry } = table
    const phoneOf = (text: string, country: string | null) =>
      this.#phones.read(text, country ?? defaultCountry)
    const context = { headers, query, phoneOf, isPartlyErased }
    const reading = readDelivery(this.#decoder.decode(body), table, mappings, context)
    return doInParts(reading, () => this.#timers.yieldToOthers())
  }

  /**
   * Returns the format of a refused body, and the number of its records if it has the API's own format. Both
   * are null for bodies over 256 KB.
   */
  lookAt(body: ArrivalBody | null): { readonly shape: string | null; readonly records: number | null } {
    const nothing = { shape: null, records: null }
    if (body === null || body.bytes.length > largestLookedAt) return nothing
    const { decoded, fault } = this.#decoder.decode(body)
    return fault === null ? { shape: shapeOf(decoded), records: countOwn(decoded) } : nothing
  }
}
