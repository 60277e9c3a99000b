import type { PersonToErase } from '../../../domain/person/erasure.ts'
import type { ErasedRecord } from '../../../ports/person/people.ts'
import type { Database, Statement } from '../database.ts'
import type { TableFields } from '../schema/columns.ts'

const findErased: Statement = {
  name: 'find_erased_records',
  text: `
    select data_table_id as "dataTableId", record_id as "recordId" from erased_records
     where organization_id = $1 order by data_table_id, record_id limit $2`,
}

// Notes records of the person that were deleted. Record ids are never given out again, so a missing record
// was deleted.
const addDeleted: Statement = {
  name: 'note_deleted_records_of_person',
  text: `
    insert into erased_records (organization_id, data_table_id, record_id)
    select distinct $1::uuid, j.data_table_id, w.record_id
      from (select root_job_id as job_id, record_id from sent_emails where organization_id = $1 and address = $2
            union
            select job_id, record_id from message_log where organization_id = $1 and address = $2) w
      join jobs j on j.id = w.job_id
     where not exists (select from records r where r.data_table_id = j.data_table_id and r.id = w.record_id)
       and not exists (select from message_log m where m.job_id = w.job_id and m.record_id = w.record_id and m.address <> $2)
    on conflict do nothing`,
}

const forgetErased: Statement = {
  name: 'forget_erased_records',
  text: 'delete from erased_records where organization_id = $1 and data_table_id = $2 and record_id = any($3::bigint[])',
}

export function erasedRecords(
  database: Database,
  organizationId: string,
  most: number,
): Promise<readonly ErasedRecord[]> {
  return database.read<Pick<TableFields<'erased_records'>, 'dataTableId' | 'recordId'>>(findErased, [
    organizationId,
    most,
  ])
}

export async function noteDeleted(
  database: Database,
  { organizationId, address }: PersonToErase,
): Promise<void> {
  await database.write(addDeleted, [organizationId, address])
}

export async function forgetErasedRecords(
  database: Database,
  organizationId: string,
  records: readonly ErasedRecord[],
): Promise<void> {
  for (const [dataTableId, ids] of byTable(records))
    await database.write(forgetErased, [organizationId, dataTableId, ids])
}

/** Returns the ids of the records of each table, by its id. */
export function byTable(records: readonly ErasedRecord[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const { dataTableId, recordId } of records) {
    const ofTable = ids.get(dataTableId)
    if (ofTable === undefined) ids.set(dataTableId, [recordId])
    else ofTable.push(recordId)
  }
  return ids
}
