import type { StoredMapping } from '../../../domain/arrival/mapping/stored-mapping.ts'
import type { MappingStore } from '../../../ports/arrival/mappings.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { findMapping, listMappings, type MappingRow, mappingIn } from './mappings.ts'

const remove: Statement = {
  name: 'remove_mappings',
  text: 'delete from mappings where data_table_id = $1 and id <> all ($2::uuid[])',
}

const put: Statement = {
  name: 'put_mapping',
  text: `
    insert into mappings as m
      (id, organization_id, data_table_id, position, version, name, definition, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)
    on conflict (id) do update
       set position = excluded.position, version = excluded.version, name = excluded.name,
           definition = excluded.definition, updated_at = excluded.updated_at
     where (m.position, m.version) <> (excluded.position, excluded.version)`,
}

export class PostgresMappingStore implements MappingStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(dataTableId: string): Promise<readonly StoredMapping[]> {
    return (await execute<MappingRow>(this.#tx.connection, listMappings, [dataTableId])).map(mappingIn)
  }

  async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const [row] = await execute<MappingRow>(this.#tx.connection, findMapping, [organizationId, id])
    return row === undefined ? null : mappingIn(row)
  }

  async replace(dataTableId: string, mappings: readonly StoredMapping[]): Promise<void> {
    const { connection } = this.#tx
    await execute(connection, remove, [dataTableId, mappings.map(({ id }) => id)])
    for (const mapping of mappings) await execute(connection, put, valuesOf(mapping))
  }
}

function valuesOf(mapping: StoredMapping): readonly unknown[] {
  const { id, organizationId, dataTableId, position, version, name, createdAt, updatedAt, ...definition } =
    mapping
  const said = JSON.stringify(definition)
  return [id, organizationId, dataTableId, position, version, name, said, createdAt, updatedAt]
}
