import { type StoredMapping, versionsOf } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { MappingQueries } from '../../../ports/arrival/mappings.ts'
import type { Database, Statement } from '../database.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { SharedReads } from '../shared-reads.ts'
import { WeightedCache } from '../weighted-cache.ts'

export const storedMappings = entity(
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

export type MappingRow = Selected<typeof storedMappings>

// Reads the mappings of a table by a prepared statement, because every delivery reads them.
const listMappings: Statement = {
  name: 'list_mappings',
  text: `select ${storedMappings.selected()} from mappings where data_table_id = $1 order by position, id`,
}

export function mappingIn({ definition, ...row }: MappingRow): StoredMapping {
  return { ...row, ...definition }
}

/**
 * The maximum number of characters of all mappings that a process caches. One mapping has some hundred
 * characters, and may have a million.
 */
const mostCached = 16 * 1024 * 1024

export class PostgresMappings extends MappingQueries {
  readonly #database: Database
  readonly #reads = new SharedReads<readonly StoredMapping[]>()
  readonly #cached = new WeightedCache<readonly StoredMapping[]>(mostCached)

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override of(dataTableId: string): Promise<readonly StoredMapping[]> {
    return this.#reads.read(dataTableId, async () => {
      const rows = await this.#database.read<MappingRow>(listMappings, [dataTableId])
      const known = this.#cached.get(dataTableId)
      if (known !== null && versionsOf(known) === versionsOf(rows)) return known
      const mappings = rows.map(mappingIn)
      this.#cached.set(dataTableId, mappings, JSON.stringify(mappings).length)
      return mappings
    })
  }

  override cachedOf(dataTableId: string): readonly StoredMapping[] | null {
    return this.#cached.get(dataTableId)
  }

  override async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const row = await storedMappings.within(this.#database).find({ organizationId, id })
    return row && mappingIn(row)
  }
}
