import { TableShape } from '../../../../domain/table/table-shape.ts'
import type { TriggerTarget } from '../../../../ports/job/job-starter.ts'
import type { Statement } from '../../database.ts'
import type { RowOf } from '../../schema/columns.ts'

export const findTarget: Statement = {
  name: 'find_target_of_trigger',
  text: `
    select v.version, v.trigger_data, v.metadata_columns, t.id as table_id, t.columns, t.missing_columns,
           t.schema_version, t.match, t.default_country, t.ingest_token_digest as token_digest
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      join data_tables t on t.id = s.data_table_id
     where s.id = $1 and s.organization_id = $2`,
}

type TableColumn = 'columns' | 'missing_columns' | 'schema_version' | 'match' | 'default_country'

export interface TargetRow
  extends Pick<RowOf<'spinner_versions'>, 'trigger_data' | 'metadata_columns'>,
    Pick<RowOf<'data_tables'>, TableColumn> {
  readonly version: RowOf<'spinner_versions'>['version']
  readonly table_id: RowOf<'data_tables'>['id']
  readonly token_digest: RowOf<'data_tables'>['ingest_token_digest']
}

/**
 * The table and spinner of a trigger, with the digest of the table's own token, under which records of a
 * person are added.
 */
export interface StoredTarget extends TriggerTarget {
  readonly tokenDigest: string
}

export function readTarget(row: TargetRow, organizationId: string): StoredTarget {
  const shape = new TableShape({
    id: row.table_id,
    organizationId,
    columns: row.columns,
    missingColumns: row.missing_columns,
    schemaVersion: row.schema_version,
    match: row.match,
    defaultCountry: row.default_country,
  })
  const { version, trigger_data: triggerData, metadata_columns: metadataColumns } = row
  return { organizationId, version, triggerData, metadataColumns, shape, tokenDigest: row.token_digest }
}
