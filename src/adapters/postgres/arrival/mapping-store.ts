import type { StoredMapping } from '../../../domain/arrival/mapping/stored-mapping.ts'
import type { MappingStore } from '../../../ports/arrival/mappings.ts'
import type { OpenTransaction } from '../rows.ts'
import { type MappingRow, mappingIn, storedMappings } from './mappings.ts'

export class PostgresMappingStore implements MappingStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(dataTableId: string): Promise<readonly StoredMapping[]> {
    const rows = await storedMappings.within(this.#tx).list({ dataTableId }, 'position', 'id')
    return rows.map(mappingIn)
  }

  async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const row = await storedMappings.within(this.#tx).find({ organizationId, id })
    return row && mappingIn(row)
  }

  async replace(dataTableId: string, mappings: readonly StoredMapping[]): Promise<void> {
    const rows = storedMappings.within(this.#tx)
    const present = new Map((await this.of(dataTableId)).map((mapping) => [mapping.id, mapping]))
    const kept = new Set(mappings.map(({ id }) => id))
    for (const id of present.keys()) if (!kept.has(id)) await rows.remove({ id })
    const changed = mappings.filter((mapping) => !isSame(present.get(mapping.id), mapping))
    await rows.put(...changed.map(rowOf))
  }
}

/**
 * Returns whether the stored mapping has the same position and version as the one to store. Each change of
 * its rules gives a mapping another version.
 */
function isSame(present: StoredMapping | undefined, mapping: StoredMapping): boolean {
  return present?.position === mapping.position && present.version === mapping.version
}

function rowOf(mapping: StoredMapping): MappingRow {
  const { id, organizationId, dataTableId, position, version, name, createdAt, updatedAt, ...definition } =
    mapping
  return { id, organizationId, dataTableId, position, version, name, definition, createdAt, updatedAt }
}
