import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

/** A record as the SQL functions that list records return it. */
export type RecordRow = Pick<RowOf<'records'>, 'id' | 'data'> & Pick<RowOf<'appends'>, 'seq' | 'created_at'>

export const listRecords = sqlFunction('list_records', 'p_table', 'p_seq', 'p_last', 'p_id', 'p_limit')

export const listNewestRecords = sqlFunction('list_newest_records', 'p_table', 'p_seq', 'p_id', 'p_limit')
