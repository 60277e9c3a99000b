import { createHash } from 'node:crypto'
import type pg from 'pg'
import { print, thousands } from '../arena.ts'
import { sizes } from '../sizes.ts'

const rowsPerCommit = 500
const table = '00000000-0000-0000-0000-000000000001'

const setUp = `
  create table bare_records (data_table_id uuid, id bigint, data jsonb not null, primary key (data_table_id, id));
  create table bare_keys (data_table_id uuid, generation int, key bytea, record_id bigint not null, version text,
                          primary key (data_table_id, generation, key))`
const append = `
  insert into bare_records select '${table}', $1::bigint + no, data from jsonb_array_elements($2::jsonb) with ordinality e(data, no)`
const claim = `
  insert into bare_keys select '${table}', 1, key, $1::bigint + no, null
    from unnest($2::bytea[]) with ordinality e(key, no) order by key`
const change = `
  update bare_records r set data = r.data || e.data
    from rows from (unnest($1::bigint[]), jsonb_array_elements($2::jsonb)) as e(id, data)
   where r.data_table_id = '${table}' and r.id = e.id`

/**
 * Measures the least cost of storing rows with a match key in PostgreSQL alone: without looking up keys,
 * detecting repeated requests or writing the ledger.
 */
export async function bareMatch(database: pg.Client, records: number): Promise<void> {
  await database.query(setUp)
  // Turns off the query plans that the service's SQL functions turn off too, so that PostgreSQL plans the
  // bare statements in the same way.
  for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'])
    await database.query(`set enable_${way} = off`)
  let last = 0
  const nextIds = () => Array.from({ length: rowsPerCommit }, () => ++last)
  const appendNext = async () => {
    const ids = nextIds()
    await database.query(append, [last - rowsPerCommit, JSON.stringify(ids.map(recordOf))])
    return ids
  }
  const appendWithKeys = async () => {
    const ids = await appendNext()
    await database.query(claim, [last - rowsPerCommit, ids.map(keyOf)])
  }
  for (let filled = 0; filled < records; filled += rowsPerCommit) await appendWithKeys()
  await database.query('vacuum analyze bare_records, bare_keys')
  await database.query('checkpoint')

  const rates = { append: 0, claim: 0, change: 0 }
  rates.append = await rate(appendNext)
  rates.claim = await rate(async () => {
    await database.query('begin')
    await appendWithKeys()
    await database.query('commit')
  })
  rates.change = await rate(async () => {
    const ids = Array.from({ length: rowsPerCommit }, () => 1 + Math.floor(Math.random() * records))
    await database.query(change, [ids.toSorted((a, b) => a - b), JSON.stringify(ids.map(recordOf))])
  })
  const line = (name: string, rows: number) => [name, thousands(rows), (rows / rates.append).toFixed(2)]
  process.stdout.write('\nPostgreSQL alone, 500 rows a commit, one connection\n')
  print([
    ['', 'rows /s', 'ratio'],
    line('append', rates.append),
    line('append, with a key for each', rates.claim),
    line('update of random rows by primary key', rates.change),
  ])
}

async function rate(commit: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + sizes.seconds * 1000
  let commits = 0
  for (; performance.now() < endsAt; commits++) await commit()
  return (commits * rowsPerCommit * 1000) / (performance.now() - startedAt)
}

const recordOf = (id: number) => ({
  name: `Person ${id}`,
  phone: '+1 202 555 0100',
  account_id: 'A',
  email: `person${id}@example.com`,
})

const keyOf = (id: number) => createHash('sha256').update(`person${id}`).digest().subarray(0, 16)
