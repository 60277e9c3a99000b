import type { Mapping } from '../../../domain/arrival/mapping/mapping.ts'
import type { StoredMapping } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { Mappings } from '../../../ports/arrival/mappings.ts'
import type { Database, Statement } from '../database.ts'
import { selected } from '../rows.ts'
import { SharedReads } from '../shared-reads.ts'

/** What a mapping says, beside its name. */
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
  text: `select ${columns} from mappings where data_table_id = $1 order by position`,
}

export const findMapping: Statement = {
  name: 'find_mapping',
  text: `select ${columns} from mappings where organization_id = $1 and id = $2`,
}

export function mappingIn({ definition, ...row }: MappingRow): StoredMapping {
  return { ...row, ...definition }
}

export class PostgresMappings extends Mappings {
  readonly #database: Database
  readonly #reads = new SharedReads<readonly StoredMapping[]>()

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override of(dataTableId: string): Promise<readonly StoredMapping[]> {
    return this.#reads.read(dataTableId, async () =>
      (await this.#database.read<MappingRow>(listMappings, [dataTableId])).map(mappingIn),
    )
  }

  override async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const [row] = await this.#database.read<MappingRow>(findMapping, [organizationId, id])
    return row === undefined ? null : mappingIn(row)
  }
}
