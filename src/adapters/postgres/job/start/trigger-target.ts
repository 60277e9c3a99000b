import type { TriggerField } from '../../../../domain/spinner/trigger-data.ts'
import type { Column, MissingColumns } from '../../../../domain/table/data-table.ts'
import type { Match } from '../../../../domain/table/match.ts'
import { TableShape } from '../../../../domain/table/table-shape.ts'
import type { TriggerTarget } from '../../../../ports/job/job-starter.ts'
import type { Statement } from '../../database.ts'

export const findTarget: Statement = {
  name: 'find_target_of_trigger',
  text: `
    select s.published_version as version, v.trigger_data, v.metadata_columns, t.id as table_id, t.columns, t.missing_columns,
           t.schema_version, t.match, t.default_country, t.ingest_token_digest as token_digest
      from spinners s
      join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      join data_tables t on t.id = s.data_table_id
     where s.id = $1 and s.organization_id = $2`,
}

export interface TargetRow {
  readonly version: number
  readonly trigger_data: readonly TriggerField[]
  readonly metadata_columns: readonly string[]
  readonly table_id: string
  readonly columns: readonly Column[]
  readonly missing_columns: MissingColumns
  readonly schema_version: number
  readonly match: Match | null
  readonly default_country: string | null
  readonly token_digest: string
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
