import type pg from 'pg'
import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { execute, type Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { notStaged } from '../table/change-records.ts'
import { keyedRecords, keyOfRecord, removeKeysOf } from '../table/keys-of-records.ts'
import { shareKeys } from '../table/lock-keys.ts'

const forgetIndexed = sqlFunction('remove_from_indexes', 'p_table', 'p_records')

// Locks records before they are deleted, and notes them for a running change of match columns, which may have computed
// their keys already.
const lockToRemove: Statement = {
  name: 'lock_records_to_remove',
  text: `
    with doomed as materialized (
      select r.id from records r where r.data_table_id = $1 and r.id = any($2::bigint[]) and ${notStaged}
       order by r.id for update
    )
    select note_key_changes(p_tables => array[$1::uuid], p_records => array(select id from doomed order by id))`,
}

const remove: Statement = {
  name: 'remove_records',
  text: `
    with doomed as materialized (
      select r.id from records r where r.data_table_id = $1 and r.id = any($2::bigint[]) and ${notStaged}
       order by r.id for update
    ), removed as (
      delete from records r using doomed d where r.data_table_id = $1 and r.id = d.id returning r.id, r.data
    ), binned as (
      insert into deleted_records (bin_entry_id, id, data) select $3, id, data from removed
    ), entered as (
      insert into bin_entries as b
        (id, organization_id, project_id, kind, data_table_id, name, records, deleted_by, deleted_at, deletes_at)
      select $3, $4, $5, 'records', $1, $6, count(*), $7, $8, $9 from removed having count(*) > 0
      on conflict (id) do update
        set records = b.records + excluded.records, deletes_at = greatest(b.deletes_at, excluded.deletes_at)
    ), counted as (
      update data_tables set removed = removed + (select count(*) from doomed)
       where id = $1 and exists (select from doomed)
    )
    select count(*)::int as removed from removed`,
}

/** Moves records of a table into an entry of the bin: see `BinStore.addRecords`. */
export async function removeRecords(
  connection: pg.Client,
  entry: BinEntry,
  recordIds: readonly string[],
): Promise<number> {
  const { dataTableId, organizationId, projectId, name, deletedBy, deletedAt, deletesAt } = entry
  const ids = recordIds.filter(isRecordId)
  // Shares the lock of the keys in every table: the last transaction of a change of match columns locks the table
  // before records, and the statement below locks records before the table.
  await shareKeys(connection, dataTableId)
  const records = await keyedRecords(connection, dataTableId, ids)
  const keyed = records.flatMap((record) => {
    const key = keyOfRecord(record, record.data)
    return key === null ? [] : [{ ...record, key }]
  })
  const [first] = keyed
  if (first !== undefined) {
    const keys = keyed.map(({ key }) => key)
    await removeKeysOf(
      connection,
      { dataTableId, ...first },
      keys,
      keyed.map(({ id }) => id),
    )
  }
  await execute(connection, lockToRemove, [dataTableId, ids])
  const into = [entry.id, organizationId, projectId, name, deletedBy, deletedAt, deletesAt]
  const [counted] = await execute<{ removed: number }>(connection, remove, [dataTableId, ids, ...into])
  // Locks the indexes after the table, as changes of columns and indexes do; otherwise the two could deadlock.
  await execute(connection, ...forgetIndexed({ p_table: dataTableId, p_records: ids }))
  return counted?.removed ?? 0
}
