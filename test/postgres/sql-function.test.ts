import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { hexOf, sqlFunction } from '../../src/adapters/postgres/sql-function.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let client: pg.Client
const readLists = sqlFunction('read_lists', 'p_lists')

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    create function read_lists(p_lists jsonb)
    returns table (texts text[], ids bigint[], times timestamptz[], seconds float8[], bytes bytea[], objects jsonb[], missing int[])
    language sql as $$
      select * from jsonb_to_record(p_lists) as l(
        texts text[], ids bigint[], times timestamptz[], seconds float8[], bytes bytea[], objects jsonb[], missing int[])
    $$`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function read(lists: object): Promise<Record<string, unknown> | undefined> {
  const [statement, values] = readLists({ p_lists: lists })
  const { rows } = await client.query<Record<string, unknown>>({ ...statement, values: [...values] })
  return rows[0]
}

it('lists in a JSON argument arrive as they would as arrays', async () => {
  const texts = ['', 'null', '{a,"b\\"}', '\\ud800', 'é😀', null]
  const at = new Date('2026-11-23T05:50:36.123Z')
  expect(
    await read({
      texts,
      ids: ['9223372036854775807', null],
      times: [at, null],
      seconds: [0.1, null, 'Infinity'],
      bytes: [hexOf(Buffer.from([0, 1, 255])), null],
      objects: [{ a: [null, '{1}'] }, null],
    }),
  ).toEqual({
    texts,
    ids: ['9223372036854775807', null],
    times: [at, null],
    seconds: [0.1, null, Number.POSITIVE_INFINITY],
    bytes: [Buffer.from([0, 1, 255]), null],
    objects: [{ a: [null, '{1}'] }, null],
    missing: null,
  })
})

it('a list may be a text of ids, and may be empty', async () => {
  expect(await read({ ids: '{1,2,null}', texts: [] })).toMatchObject({ ids: ['1', '2', null], texts: [] })
})

it('times keep microseconds and infinity', async () => {
  const { rows } = await client.query<{ same: boolean }>(`
    select times = array['2026-11-23 05:50:36.123456+00', 'infinity']::timestamptz[] as same
      from read_lists(jsonb_build_object('times', array['2026-11-23 05:50:36.123456+00', 'infinity']::timestamptz[]))`)
  expect(rows).toEqual([{ same: true }])
})

it('half of a surrogate pair becomes U+FFFD, and a NUL character is refused', async () => {
  expect(await read({ texts: ['a\ud800b', '\\ud800'], objects: [{ a: '\udfff' }] })).toMatchObject({
    texts: ['a\uFFFDb', '\\ud800'],
    objects: [{ a: '\uFFFD' }],
  })
  await expect(read({ texts: ['a\0b'] })).rejects.toMatchObject({ code: '22P05' })
})

it('a list that is missing, misspelt or of another type does not compile', () => {
  const settle = sqlFunction('settle_arrivals', 'p_settled')
  const lists = { ids: ['a'], revisions: [1], states: ['held'], codes: [null], accepted: [0] }
  const complete = { ...lists, facts: [{}] }
  expect(settle({ p_settled: complete })[1]).toEqual([JSON.stringify(complete)])
  // @ts-expect-error The list `facts` is missing.
  settle({ p_settled: lists })
  // @ts-expect-error The function reads no list `fact`.
  settle({ p_settled: { ...lists, fact: [{}] } })
  // @ts-expect-error Revisions are numbers.
  settle({ p_settled: { ...complete, revisions: ['1'] } })
})
