import type { Decoded } from '../../../domain/arrival/mapping/decoded.ts'
import { formatOf } from '../../../domain/arrival/mapping/format.ts'
import type { MappingProposal } from '../../../domain/arrival/proposal/proposal.ts'
import { propose, type ReadBody } from '../../../domain/arrival/proposal/propose.ts'
import { DomainError } from '../../../domain/errors.ts'
import { doInParts } from '../../../domain/parts.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { TableSchema } from '../../../domain/table/table-schema.ts'
import { readPhone } from '../../../domain/text/phone-number.ts'
import { cutText } from '../../../domain/text/storable-text.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { BodyDecoder } from '../../../ports/arrival/body-decoder.ts'
import type { MappingStore } from '../../../ports/arrival/mappings.ts'
import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import type { OwnIdentityOf } from './own-identity-of.ts'

export interface ProposeMappingCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly format?: string
  /** Sample bodies from the request. Each is the text that a source sends, or the decoded JSON. */
  readonly bodies?: readonly Decoded[]
}

/**
 * The largest number and total size in bytes of the bodies that are read to propose a mapping. Reading more
 * would block other requests.
 */
const maxBodies = 50
const maxBytes = 4 * 1024 * 1024

/** Proposes a mapping for the held bodies of a table. Changes nothing. */
export class ProposeMapping {
  readonly #dataTables: DataTableStore
  readonly #arrivals: ArrivalStore
  readonly #decoder: BodyDecoder
  readonly #mappings: MappingStore
  readonly #ownIdentity: OwnIdentityOf

  constructor(
    dataTables: DataTableStore,
    arrivals: ArrivalStore,
    decoder: BodyDecoder,
    mappings: MappingStore,
    ownIdentity: OwnIdentityOf,
  ) {
    this.#dataTables = dataTables
    this.#arrivals = arrivals
    this.#decoder = decoder
    this.#mappings = mappings
    this.#ownIdentity = ownIdentity
  }

  /** Calls `yieldToOthers` between parts of a few milliseconds. */
  async execute(
    command: ProposeMappingCommand,
    yieldToOthers: () => Promise<void>,
  ): Promise<MappingProposal> {
    const table = await this.#dataTables.find(command.organizationId, command.dataTableId)
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    const all = await this.#bodies(command, table)
    if (all.length === 0) {
      throw new DomainError('NOT_FOUND', {
        message:
          'The table has no held arrivals of this kind; send a test delivery, or send a body in `bodies`',
      })
    }
    const target = {
      tableSchema: new TableSchema(table),
      mappings: await this.#mappings.of(table.id),
      ownIdentity: await this.#ownIdentity.read(command.organizationId),
    }
    const name = cutText(`Deliveries to ${table.name}`, 200)
    return doInParts(propose(ofOneFormat(all), target, name), yieldToOthers)
  }

  async #bodies(command: ProposeMappingCommand, table: DataTable): Promise<readonly ReadBody[]> {
    const phoneOf = (text: string, country: string | null) => readPhone(text, country ?? table.defaultCountry)
    const given = (command.bodies ?? []).map((body) => ({
      decoded: typeof body === 'string' ? this.#decoded(new TextEncoder().encode(body), null, null) : body,
      context: { headers: {}, query: {}, phoneOf },
    }))
    const { organizationId, dataTableId, arrivalIds, format } = command
    if (given.length > 0 && arrivalIds === undefined && format === undefined) return given
    const held = await this.#arrivals.heldBodies(organizationId, {
      dataTableId,
      ...(arrivalIds === undefined ? {} : { arrivalIds }),
      ...(format === undefined ? {} : { format }),
      limit: maxBodies,
    })
    let remaining = maxBytes
    const few = held.filter(({ bytes }, at) => {
      remaining -= bytes.length
      return at === 0 || remaining >= 0
    })
    const read = few.map(({ bytes, contentType, contentEncoding = null, headers, query }) => ({
      decoded: this.#decoded(bytes, contentType, contentEncoding),
      context: { headers, query, phoneOf },
    }))
    return [...given, ...read]
  }

  #decoded(bytes: Uint8Array, contentType: string | null, contentEncoding: string | null): Decoded | null {
    return this.#decoder.decode({ bytes, contentType, contentEncoding }).decoded
  }
}

/**
 * Returns the bodies that have the format of the first readable body, because a mapping describes only one
 * format.
 */
function ofOneFormat(bodies: readonly ReadBody[]): readonly ReadBody[] {
  const formats = bodies.map(({ decoded }) => (decoded === null ? null : formatOf(decoded)))
  const wanted = formats.find((format) => format !== null)
  return wanted === undefined ? bodies : bodies.filter((_, at) => formats[at] === wanted)
}
