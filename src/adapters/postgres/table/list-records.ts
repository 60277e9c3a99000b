import { sqlFunction } from '../sql-function.ts'

export const listRecords = sqlFunction('list_records', 'p_table', 'p_seq', 'p_last', 'p_id', 'p_limit')
