import { Database } from '../src/adapters/postgres/database.ts'
import { PostgresRecordIndexes } from '../src/adapters/postgres/table/record-indexes.ts'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { sizes } from './support/sizes.ts'

const columns = ['name', 'email', 'size', 'since', 'stage', 'city'] as const
const indexed = ['name', 'size', 'since', 'stage'] as const
const targetMs = 300

interface Question {
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
}

const size = (operator: string, value: number) => ({ column: 'size', operator, value })

/** What people ask of a grid: times of the API, and of a statement that reads fifty records by their key. */
export async function gridBench(): Promise<void> {
  const { database, service, environment } = await openArena({ DEFAULT_PLAN: 'unlimited' })
  const signUp = await fetch(`${service}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'bench@example.com',
      password: 'correct horse battery staple',
      name: 'Bench',
      organizationName: 'Bench',
    }),
  })
  const { token } = (await signUp.json()) as { token: string }
  const ask = async <Answer>(method: string, path: string, json?: object): Promise<Answer> => {
    const answer = await fetch(`${service}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const project = await ask<{ id: string }>('POST', '/projects', { name: 'Grid' })
  const table = await ask<{ id: string }>('POST', `/projects/${project.id}/data-tables`, { name: 'Grid' })
  const path = `/data-tables/${table.id}`
  for (const name of columns) await ask('POST', `${path}/columns`, { name })
  await addPeople(database, table.id, sizes.gridRecords)
  await database.query('vacuum analyze records, appends')

  const questions: readonly Question[] = [
    { name: 'one name', query: { q: 'person7 family77' } },
    { name: 'a word that all have', query: { q: 'example' } },
    { name: 'a rare word among common ones', query: { q: 'example com 4242' } },
    { name: 'equals, one in five', query: { where: { column: 'stage', operator: 'equals', value: 'won' } } },
    { name: 'a range, one in a thousand', query: { where: size('lessThan', 50) } },
    {
      name: 'two ranges, one in twenty each',
      query: {
        where: {
          and: [size('lessThan', 2500), { column: 'since', operator: 'after', value: '2026-10-01' }],
        },
      },
    },
    { name: 'sorted by number', query: { sort: 'size' } },
    { name: 'sorted by name, descending', query: { sort: 'name', direction: 'desc' } },
    {
      name: 'sorted by date, one in five',
      query: { sort: 'since', where: { column: 'stage', operator: 'equals', value: 'won' } },
    },
    {
      name: 'sorted by name, found by a rare word',
      query: { sort: 'name', q: '4242' },
    },
  ]
  const measure = async ({ name, query }: Question): Promise<readonly string[]> => {
    const words = Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const to = `${path}/records?${new URLSearchParams(words as [string, string][]).toString()}`
    const times: number[] = []
    const floor: number[] = []
    let last: { items: unknown[]; reach: { complete: boolean; looked: number } } | null = null
    for (let turn = 0; turn < sizes.samples; turn++) {
      let begun = performance.now()
      last = await ask(`GET`, to)
      times.push(performance.now() - begun)
      begun = performance.now()
      await database.query(byKey, [table.id])
      floor.push(performance.now() - begun)
    }
    const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
    return [
      name,
      median(times).toFixed(1),
      Math.max(...times).toFixed(1),
      median(floor).toFixed(1),
      (median(times) / Math.max(0.1, median(floor))).toFixed(1),
      String(targetMs),
      String(last?.items.length ?? 0),
      thousands(last?.reach.looked ?? 0),
      last?.reach.complete ? 'all' : 'a part',
    ]
  }
  const head = ['', 'ms', 'most', 'bare', 'ratio', 'target', 'found', 'looked', 'reach']
  process.stdout.write(`records  ${thousands(sizes.gridRecords)}\nwithout an index\n`)
  const without = []
  for (const question of questions) without.push(await measure(question))
  print([head, ...without])

  await ask('PUT', `${path}/indexes`, { columns: indexed, words: true })
  const own = new Database({ url: environment['DATABASE_URL'] ?? '', poolSize: 2 })
  const begun = performance.now()
  await new PostgresRecordIndexes(own).fill(new AbortController().signal)
  const seconds = (performance.now() - begun) / 1000
  await own.close()
  const { items } = await ask<{ items: { ready: boolean }[] }>('GET', `${path}/indexes`)
  if (items.some(({ ready }) => !ready)) throw new Error('An index was not filled')
  const { rows } = await database.query<{ bytes: string; entries: string }>(
    `select pg_total_relation_size('index_entries') as bytes, (select count(*) from index_entries) as entries`,
  )
  process.stdout.write(
    `filled  four columns and the words  ${seconds.toFixed(0)} s  ` +
      `${thousands(Number(rows[0]?.entries))} entries  ${thousands(Number(rows[0]?.bytes) / 2 ** 20)} MB\nwith indexes\n`,
  )
  await database.query('vacuum analyze index_entries, indexed_appends')
  const withIndexes = []
  for (const question of questions) withIndexes.push(await measure(question))
  print([head, ...withIndexes])
}

const byKey =
  'select id, data from records where data_table_id = $1 and id >= (select max(id) / 2 from records where data_table_id = $1) order by id limit 50'

async function addPeople(database: Arena['database'], table: string, count: number): Promise<void> {
  const blocks = Math.ceil(count / 500)
  await database.query(
    `with blocks as materialized (
       select b.no, nextval('record_blocks') as first_id, least(500, $2::int - (b.no - 1) * 500) as count
         from generate_series(1, $3::int) b(no)
     ), filled as (
       insert into records (data_table_id, id, data)
       select $1, b.first_id + r.no - 1, jsonb_build_object(
                'name', 'Person' || (p.no % 1000) || ' Family' || (p.no * 7919 % 100003),
                'email', 'p' || p.no || '@example.com',
                'size', (p.no * 7919 % 50021)::text,
                'since', to_char(date '2024-01-01' + (p.no * 31 % 1050)::int, 'YYYY-MM-DD'),
                'stage', (array['new', 'open', 'won', 'lost', 'idle'])[1 + p.no % 5],
                'city', 'City ' || (p.no % 5000))
         from blocks b cross join lateral generate_series(1, b.count) r(no)
         cross join lateral (select ((b.no - 1) * 500 + r.no)::bigint as no) p
     )
     insert into appends (data_table_id, seq, first_id, count, appended, request_id, created_at)
     select $1, b.no, b.first_id, b.count, least(b.no * 500, $2::int), 'bench', now() from blocks b`,
    [table, count, blocks],
  )
}
