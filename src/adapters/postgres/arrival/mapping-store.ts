import { type StoredMapping, versionsOf } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { MappingStore } from '../../../ports/arrival/mappings.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { SharedReads } from '../shared-reads.ts'
import { WeightedCache } from '../weighted-cache.ts'

const storedMappings = entity(
  'mappings',
  'id',
  'organizationId',
  'dataTableId',
  'position',
  'version',
  'name',
  'definition',
  'createdAt',
  'updatedAt',
)

type MappingRow = Selected<typeof storedMappings>

// Reads the mappings of a table by a prepared statement, because every delivery reads them.
const listMappings: Statement = {
  name: 'list_mappings',
  text: `select ${storedMappings.selected()} from mappings where data_table_id = $1 order by position, id`,
}

function mappingIn({ definition, ...row }: MappingRow): StoredMapping {
  return { ...row, ...definition }
}

/**
 * The maximum number of characters of all mappings that a process caches. One mapping has some hundred
 * characters, and may have a million.
 */
const maxCachedCharacters = 16 * 1024 * 1024

export class PostgresMappingStore extends MappingStore {
  readonly #executor: Executor
  readonly #reads = new SharedReads<readonly StoredMapping[]>()
  readonly #cached = new WeightedCache<readonly StoredMapping[]>(maxCachedCharacters)

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override of(dataTableId: string): Promise<readonly StoredMapping[]> {
    return this.#reads.read(dataTableId, async () => {
      const rows = await this.#executor.read<MappingRow>(listMappings, [dataTableId])
      const cached = this.#cached.get(dataTableId)
      if (cached !== null && versionsOf(cached) === versionsOf(rows)) return cached
      const mappings = rows.map(mappingIn)
      this.#cached.set(dataTableId, mappings, JSON.stringify(mappings).length)
      return mappings
    })
  }

  override cachedOf(dataTableId: string): readonly StoredMapping[] | null {
    return this.#cached.get(dataTableId)
  }

  override async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const row = await storedMappings.within(this.#executor).find({ organizationId, id })
    return row && mappingIn(row)
  }

  override async replace(dataTableId: string, mappings: readonly StoredMapping[]): Promise<void> {
    const rows = storedMappings.within(this.#executor)
    const present = new Map((await this.of(dataTableId)).map((mapping) => [mapping.id, mapping]))
    const mappingIds = new Set(mappings.map(({ id }) => id))
    for (const id of present.keys()) if (!mappingIds.has(id)) await rows.remove({ id })
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
