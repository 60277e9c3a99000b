import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import type { StoredMapping } from '../../../../src/domain/arrival/mapping/stored-mapping.ts'
import { BodyDecoder } from '../../../../src/ports/arrival/body-decoder.ts'
import { MappingStore } from '../../../../src/ports/arrival/mappings.ts'
import { Timers } from '../../../../src/ports/timers.ts'
import { DeliveryReader } from '../../../../src/use-cases/arrival/delivery-reader.ts'
import { OwnIdentityOf } from '../../../../src/use-cases/arrival/mapping/own-identity-of.ts'

type Parts = ConstructorParameters<typeof DeliveryReader>

/** A planted fault for tests of the simulator: every mapping lets the columns that it does not fill stay empty. */
class CarelessMappings extends MappingStore {
  readonly #mappings: MappingStore

  constructor(mappings: MappingStore) {
    super()
    this.#mappings = mappings
  }

  override async of(dataTableId: string): Promise<readonly StoredMapping[]> {
    return (await this.#mappings.of(dataTableId)).map(withEmptyColumns)
  }

  override cachedOf(): null {
    return null
  }

  override find(organizationId: string, id: string): Promise<StoredMapping | null> {
    return this.#mappings.find(organizationId, id)
  }

  override replace(): Promise<void> {
    throw new Error('This test double only reads')
  }
}

function withEmptyColumns(mapping: StoredMapping): StoredMapping {
  const empty = ['email', 'phone']
    .filter((column) => !mapping.fields.some((field) => field.column === column))
    .map((column) => ({ column, from: [{ constant: null }], transform: [] }))
  return { ...mapping, fields: [...mapping.fields, ...empty] }
}

/** A planted fault for tests of the simulator: all paths to the records of a body count as the same path. */
class RootlessReader extends DeliveryReader {
  override async read(...of: Parameters<DeliveryReader['read']>): ReturnType<DeliveryReader['read']> {
    const reading = await super.read(...of)
    return { ...reading, root: reading.root && [] }
  }

  override readCached(): Promise<null> {
    return Promise.resolve(null)
  }
}

const readerOf = (make: (...parts: Parts) => DeliveryReader): readonly Binding[] => [
  provideMade(
    DeliveryReader,
    (...parts: Parts) => make(...parts),
    BodyDecoder,
    MappingStore,
    Timers,
    OwnIdentityOf,
  ),
]

/** The binding of a planted fault by which bodies are deleted although their address was left out. */
export const carelessMappings = readerOf(
  (decoder, mappings, ...others) => new DeliveryReader(decoder, new CarelessMappings(mappings), ...others),
)

/** The binding of a planted fault by which held positions of one list are read from another list. */
export const forgottenRoots = readerOf((...parts) => new RootlessReader(...parts))
