import type { Mapping } from '../../../domain/arrival/mapping/mapping.ts'
import { type StoredMapping, versionsOf } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { Mappings } from '../../../ports/arrival/mappings.ts'
import type { Database, Statement } from '../database.ts'
import { selected } from '../rows.ts'
import { SharedReads } from '../shared-reads.ts'
import { WeightedCache } from '../weighted-cache.ts'

/** The fields of a mapping that are stored as JSON: all but its name. */
type MappingDefinition = Omit<Mapping, 'name'>

export interface MappingRow extends Omit<StoredMapping, keyof MappingDefinition> {
  readonly definition: MappingDefinition
}

const columns = selected([
  'id',
  'organizationId',
  'dataTableId',
  'position',
  'version',
  'name',
  'definition',
  'createdAt',
  'updatedAt',
])

export const listMappings: Statement = {
  name: 'list_mappings',
  text: `select ${columns} from mappings where data_table_id = $1 order by position, id`,
}

export const findMapping: Statement = {
  name: 'find_mapping',
  text: `select ${columns} from mappings where organization_id = $1 and id = $2`,
}

export function mappingIn({ definition, ...row }: MappingRow): StoredMapping {
  return { ...row, ...definition }
}

/**
 * The maximum number of characters of all mappings that a process caches. One mapping has some hundred
 * characters, and may have a million.
 */
const mostCached = 16 * 1024 * 1024

export class PostgresMappings extends Mappings {
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

  override remembered(dataTableId: string): readonly StoredMapping[] | null {
    return this.#cached.get(dataTableId)
  }

  override async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const [row] = await this.#database.read<MappingRow>(findMapping, [organizationId, id])
    return row === undefined ? null : mappingIn(row)
  }
}
