import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { argumentTypes } from '../../../scripts/generated/argument-types.ts'
import { schemaText } from '../../../scripts/generated/schema-text.ts'
import { tableTypes } from '../../../scripts/generated/table-types.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const written = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

it('migrations/schema.sql is the result of the dated files in a new database; if not: npm run schema', async () => {
  expect(written('migrations/schema.sql')).toBe(await schemaText(client))
})

it('the row types are those of the tables of a new database; if not: npm run schema', async () => {
  expect(written('src/adapters/postgres/schema/tables.ts')).toBe(await tableTypes(client))
})

it('the types of JSON arguments are those of the functions of a new database; if not: npm run schema', async () => {
  expect(written('src/adapters/postgres/schema/arguments.ts')).toBe(await argumentTypes(client))
})

it('no SQL function takes more than eight lists as arrays; further lists go into one JSON argument', async () => {
  const { rows } = await client.query<{ name: string; arrays: number }>(`
    select p.proname as name, count(*)::int as arrays
      from pg_proc p cross join lateral unnest(p.proargtypes) a(type) join pg_type t on t.oid = a.type
     where p.pronamespace = current_schema()::regnamespace and t.typcategory = 'A'
     group by p.oid, p.proname having count(*) > 8 order by 1`)
  expect(rows).toEqual([])
})

it('the driver returns values of the types that the row types name', async () => {
  const { rows } = await client.query<Record<string, unknown>>(`
    select 1::int8 as int8, 1::int4 as int4, 1::float8 as float8, now() as timestamptz, now()::date as date, true as bool,
           '1'::bytea as bytea, 'a'::"char" as char, '1'::xid8 as xid8, 'a'::varchar as varchar,
           array[1]::int8[] as int8s, array[1]::int4[] as int4s, array['a'] as texts, '[1]'::jsonb as json`)
  expect(rows[0]).toEqual({
    int8: '1',
    int4: 1,
    float8: 1,
    timestamptz: expect.any(Date),
    date: expect.any(Date),
    bool: true,
    bytea: expect.any(Buffer),
    char: 'a',
    xid8: '1',
    varchar: 'a',
    int8s: ['1'],
    int4s: [1],
    texts: ['a'],
    json: [1],
  })
})
