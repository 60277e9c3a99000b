import type pg from 'pg'
import { type KeyReader } from '../../../domain/table/record-key.ts'
import type { CurrentKeys, Duplicate } from '../../../ports/table/key-rebuild.ts'
import { execute, type Statement } from '../database.ts'

const generation = '(select t.match_generation from data_tables t where t.id = $1)'

const lock: Statement = {
  name: 'lock_current_keys',
  text: `
    select 1 from record_keys
     where data_table_id = $1 and generation = ${generation}
       and key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))
     order by key for update`,
}

// Looks up each key by the whole primary key. A plain join could be planned as a scan of all keys of the table.
const release: Statement = {
  name: 'release_current_keys',
  text: `
    delete from record_keys
     where data_table_id = $1 and generation = ${generation}
       and key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))
       and (key, record_id) in (select decode(u.key, 'hex'), u.id from unnest($2::text[], $3::bigint[]) u(key, id))`,
}

const claim: Statement = {
  name: 'claim_current_keys',
  text: `
    insert into record_keys (data_table_id, generation, key, record_id, version)
    select t.id, t.match_generation, decode(u.key, 'hex'), u.id, nullif(u.version, '')
      from data_tables t cross join unnest($2::text[], $3::bigint[], $4::text[]) u(key, id, version)
     where t.id = $1 order by 3
    on conflict do nothing`,
}

/**
 * Locks the keys of duplicate records by the current match columns. Call it before the records are locked, because
 * flushes lock keys before records; otherwise two transactions could deadlock.
 */
export async function lockCurrentKeys(
  connection: pg.Client,
  dataTableId: string,
  members: readonly Pick<Duplicate, 'data'>[],
  currentKeyOf: KeyReader,
): Promise<void> {
  const keys = members.flatMap(({ data }) => (data === null ? [] : (currentKeyOf(data) ?? [])))
  if (keys.length > 0) await execute(connection, lock, [dataTableId, keys])
}

/**
 * Deletes the keys of merged records by the current match columns, and then gives each kept record the key of its
 * merged cells. Uses two statements, because one statement cannot insert a key that it deletes.
 */
export async function moveCurrentKeys(
  connection: pg.Client,
  dataTableId: string,
  { released, claimed }: CurrentKeys,
): Promise<void> {
  const lists = (keys: CurrentKeys['released']) => [
    keys.map(({ key }) => key),
    keys.map(({ recordId }) => recordId),
  ]
  if (released.length > 0) await execute(connection, release, [dataTableId, ...lists(released)])
  if (claimed.length === 0) return
  const versions = claimed.map(({ version }) => version)
  await execute(connection, claim, [dataTableId, ...lists(claimed), versions])
}
