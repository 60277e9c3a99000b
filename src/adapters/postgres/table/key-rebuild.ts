import { numbersAfter, type PageOf, pageOf } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/record-cells.ts'
import type { DuplicateCounts } from '../../../domain/table/match.ts'
import { type KeyReader } from '../../../domain/table/record-key.ts'
import type { Duplicate, KeyRebuild, Merge, MergeCause, RecordKey } from '../../../ports/table/key-rebuild.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { listRecords } from './list-records.ts'
import { lockKeys } from './lock-keys.ts'
import { lockCurrentKeys, moveCurrentKeys } from './merged-keys.ts'

const begin: Statement = {
  name: 'begin_key_rebuild',
  text: `
    insert into key_rebuilds (id, data_table_id, generation)
    select $1, t.id, greatest(t.match_generation, (select max(generation) from key_rebuilds where data_table_id = t.id)) + 1
      from data_tables t where t.id = $2
    on conflict do nothing returning 1`,
}

// Stores the keys of a page of records for new match columns. If another record has a key already, the record
// is noted as a duplicate.
const write: Statement = {
  name: 'write_record_keys',
  text: `
    with hurried as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), own as materialized (
      update key_rebuilds set written_at = now() from hurried where id = $1 and not abandoned
      returning data_table_id, generation
    ), sent as materialized (
      select own.*, decode(r.key, 'hex') as key, r.record_id, r.version, r.no,
             row_number() over (partition by r.key order by r.no) = 1 as is_first
        from own cross join unnest($2::bigint[], $3::text[], $4::text[]) with ordinality r(record_id, key, version, no)
    ), claimed as (
      insert into record_keys (data_table_id, generation, key, record_id, version)
      select data_table_id, generation, key, record_id, version from sent where is_first order by key
      on conflict do nothing
      returning record_id
    ), waiting as (
      insert into staged_keys (owner, no, key, record_id, version)
      select $1, $5::bigint + no, key, record_id, version from sent s
       where record_id not in (select record_id from claimed)
         -- A record that arrives and changes meanwhile is written twice: as a changed one and in its page.
         and not exists (
           select from record_keys h
            where h.data_table_id = s.data_table_id and h.generation = s.generation and h.key = s.key
              and h.record_id = s.record_id)
         and not exists (
           select from staged_keys k where k.owner = $1 and k.key = s.key and k.record_id = s.record_id)
    )
    select 1 from own`,
}

const takeChanges = sqlFunction('take_key_changes', 'p_rebuild', 'p_most')

const readRecords: Statement = {
  name: 'records_with_changed_keys',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from data_tables t join records r on r.data_table_id = t.id
     where t.id = $1 and r.data_table_id = $1 and r.id = any($2::bigint[]) order by r.id`,
}

// Forgets the noted changes of merged records, which have the key of their cells now.
const forgetChanges: Statement = {
  name: 'forget_key_changes',
  text: 'delete from key_rebuild_changes where rebuild_id = $1 and record_id = any($2::bigint[])',
}

// Records that the key rebuild is still running, so that nobody takes it for abandoned.
const touch: Statement = {
  name: 'touch_key_rebuild',
  text: 'update key_rebuilds set written_at = now() where id = $1 and not abandoned returning 1',
}

const lastStaged: Statement = {
  name: 'last_staged_key',
  text: 'select coalesce(max(no), 0) as no from staged_keys where owner = $1',
}

const countStaged: Statement = {
  name: 'count_duplicate_records',
  text: `
    select count(distinct key)::float8 as groups, (count(*) + count(distinct key))::float8 as records
      from staged_keys where owner = $1`,
}

const forgetIndexed = sqlFunction('remove_from_indexes', 'p_table', 'p_records')
const noteChanges = sqlFunction('note_changes', 'p_tables', 'p_records', 'p_columns')

const noteRecords = sqlFunction('note_records', 'p_type', 'p_table', 'p_records', 'p_at')

const waitingDuplicates = sqlFunction('waiting_duplicates', 'p_rebuild', 'p_table', 'p_most')

const findKeepers: Statement = {
  name: 'find_keepers',
  text: `
    select encode(h.key, 'hex') as key, h.record_id as "recordId",
           case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from key_rebuilds k
      join data_tables t on t.id = k.data_table_id
      join record_keys h on h.data_table_id = k.data_table_id and h.generation = k.generation
       and h.key = any(array(select decode(hex, 'hex') from unnest($2::text[]) hex))
      left join records r on r.data_table_id = k.data_table_id and r.id = h.record_id
     where k.id = $1`,
}

const lockRecords: Statement = {
  name: 'lock_records_of_keys',
  text: 'select 1 from records where data_table_id = $1 and id = any($2::bigint[]) order by id for update',
}

const keep: Statement = {
  name: 'keep_merged_records',
  text: `
    with merged as materialized (
      select k.data_table_id, k.generation, m."recordId", m.key, m.version,
             case when t.column_keys is null then m.data else stored_cells(m.data, t.column_keys) end as data,
             case when t.column_keys is null then m.columns
                  else array(select t.column_keys ->> c from unnest(m.columns) c) end as columns
        from key_rebuilds k
        join data_tables t on t.id = k.data_table_id
        cross join jsonb_to_recordset($2::jsonb) m("recordId" bigint, key text, version text, data jsonb, columns text[])
       where k.id = $1
    ), keys as (
      update record_keys h set record_id = m."recordId", version = nullif(m.version, '')
        from merged m
       where h.data_table_id = m.data_table_id and h.generation = m.generation and h.key = decode(m.key, 'hex')
    ), changes as (
      insert into record_changes (data_table_id, record_id, at, request_id, columns)
      select data_table_id, "recordId", $3, $4, columns from merged where cardinality(columns) > 0
    )
    update records r set data = m.data
      from merged m
     where cardinality(m.columns) > 0 and r.data_table_id = m.data_table_id and r.id = m."recordId"
    returning r.id`,
}

const removeMerged: Statement = {
  name: 'remove_merged_records',
  text: `
    with removed as (
      delete from records where data_table_id = $1 and id = any($2::bigint[]) returning id
    ), settled as (
      delete from staged_keys where owner = $3 and no = any($4::bigint[])
    )
    update data_tables set removed = removed + (select count(*) from removed) where id = $1`,
}

const adopt: Statement = {
  name: 'adopt_keys',
  text: `
    with own as (
      delete from key_rebuilds where id = $1 and not abandoned returning data_table_id, generation
    ), before as (
      insert into key_rebuilds (id, data_table_id, generation, abandoned)
      select gen_random_uuid(), t.id, t.match_generation, true from data_tables t join own on own.data_table_id = t.id
       where t.match is not null
    )
    update data_tables t set match_generation = own.generation from own where t.id = own.data_table_id returning 1`,
}

const drop: Statement = {
  name: 'drop_keys',
  text: `
    insert into key_rebuilds (id, data_table_id, generation, abandoned)
    select gen_random_uuid(), id, match_generation, true from data_tables where id = $1 and match is not null`,
}

const rebuilds = entity('key_rebuilds', 'id')

interface KeeperRow extends Omit<Duplicate, 'no' | 'recordId'> {
  readonly recordId: TableFields<'record_keys'>['recordId']
}

export async function beginKeyRebuild(executor: Executor, { id, dataTableId }: KeyRebuild): Promise<boolean> {
  return (await executor.write(begin, [id, dataTableId])).length > 0
}

export async function isRebuildingKeys(executor: Executor, dataTableId: string): Promise<boolean> {
  return (await rebuilds.within(executor).find({ dataTableId, abandoned: false })) !== null
}

export async function recordsToRebuild(
  executor: Executor,
  { dataTableId }: KeyRebuild,
  after: string | null,
  most: number,
): Promise<PageOf<RecordView>> {
  const page = { limit: most, after }
  const [seq, id] = numbersAfter(page) ?? [0, 0]
  const call = listRecords({
    p_table: dataTableId,
    p_seq: seq,
    p_last: Number.MAX_SAFE_INTEGER,
    p_id: id,
    p_limit: most + 1,
  })
  type Row = { seq: string; id: string; data: DataRecord; created_at: Date }
  const rows = await executor.read<Row>(...call)
  const { items, next } = pageOf(rows, page, (row) => `${row.seq}.${row.id}`)
  const last = items.at(-1)
  return {
    items: items.map((row) => ({ id: row.id, data: row.data, createdAt: row.created_at })),
    // Returns a position to continue from even if no record is left, because more records may arrive while
    // keys are computed.
    next: next ?? (last === undefined ? after : `${last.seq}.${last.id}`),
  }
}

export async function writeKeys(
  executor: Executor,
  { id }: KeyRebuild,
  keys: readonly RecordKey[],
): Promise<boolean> {
  const [last] = await executor.write<{ no: string }>(lastStaged, [id])
  const columns = [
    keys.map(({ recordId }) => recordId),
    keys.map(({ key }) => key),
    keys.map(({ version }) => (version === '' ? null : version)),
  ]
  return (await executor.write(write, [id, ...columns, last?.no ?? 0])).length > 0
}

export async function waitForRecordChanges(executor: Executor, dataTableId: string): Promise<void> {
  await executor.write(lockKeys, [dataTableId])
}

export async function takeChangedRecords(executor: Executor, { id, dataTableId }: KeyRebuild, most: number) {
  const call = takeChanges({ p_rebuild: id, p_most: most })
  const [taken] = await executor.write<{ take_key_changes: readonly string[] }>(...call)
  const ids = taken?.take_key_changes ?? []
  if (ids.length === 0) return null
  return executor.write<Pick<RecordView, 'id' | 'data'>>(readRecords, [dataTableId, ids])
}

export async function countDuplicates(executor: Executor, { id }: KeyRebuild): Promise<DuplicateCounts> {
  const [counts] = await executor.read<{ groups: number; records: number }>(countStaged, [id])
  return counts ?? { groups: 0, records: 0 }
}

export async function lockDuplicates(
  executor: Executor,
  { id, dataTableId }: KeyRebuild,
  most: number,
  currentKeyOf: KeyReader,
) {
  const call = waitingDuplicates({ p_rebuild: id, p_table: dataTableId, p_most: most })
  const waiting = await executor.write<Duplicate>(...call)
  const keys = [...new Set(waiting.map(({ key }) => key))]
  const holders = await executor.write<KeeperRow>(findKeepers, [id, keys])
  const members = [...waiting, ...holders]
  await executor.onConnection((connection) => lockCurrentKeys(connection, dataTableId, members, currentKeyOf))
  const ids = members.map(({ recordId }) => recordId)
  await executor.write(lockRecords, [dataTableId, ids])
  // Reads the records again after locking them, because their cells can no longer change.
  const duplicates = await executor.write<Duplicate>(...call)
  const keepers = await executor.write<KeeperRow>(findKeepers, [id, keys])
  return { duplicates, keepers: new Map(keepers.map((keeper) => [keeper.key, keeper] as const)) }
}

export async function mergeDuplicates(
  executor: Executor,
  { id, dataTableId }: KeyRebuild,
  { primaries, removed, settled, current }: Merge,
  { requestId, at }: MergeCause,
): Promise<boolean> {
  await executor.onConnection((connection) => moveCurrentKeys(connection, dataTableId, current))
  const written = await executor.write<Pick<TableFields<'records'>, 'id'>>(keep, [
    id,
    JSON.stringify(primaries),
    at,
    requestId,
  ])
  const p_records = written.map((one) => one.id)
  if (written.length > 0) {
    await executor.write(...noteChanges({ p_tables: [dataTableId], p_records, p_columns: null }))
    const updated = { p_type: 'record.updated', p_table: dataTableId, p_records, p_at: at }
    await executor.write(...noteRecords(updated))
    await executor.write(forgetChanges, [id, p_records])
  }
  await executor.write(removeMerged, [dataTableId, removed, id, settled])
  await executor.write(...forgetIndexed({ p_table: dataTableId, p_records: removed }))
  // Locks the key rebuild after the table, as the closing of an organization does.
  return (await executor.write(touch, [id])).length > 0
}

export async function adoptKeys(executor: Executor, { id }: KeyRebuild): Promise<boolean> {
  return (await executor.write(adopt, [id])).length > 0
}

export async function dropKeys(executor: Executor, dataTableId: string): Promise<void> {
  await executor.write(drop, [dataTableId])
}

export async function abandonKeyRebuild(executor: Executor, { id }: KeyRebuild): Promise<void> {
  await rebuilds.within(executor).patch({ id }, { abandoned: true })
}
