import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createWorld, type World } from '../../support/world.ts'

const appends = 3_000

/**
 * Tests how many database pages are read for one page of records, on a table that grew before PostgreSQL had
 * statistics of it. Each query runs three times and the smallest number counts: when autovacuum has analyzed the
 * table, the next call plans the query again and reads hundreds of pages of PostgreSQL's catalogs.
 */
describe('a page of 300,000 records', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await page(1)
    await newest(1)
    await world.sql.query(
      `insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
       select $1, s, s * 512, 100, 'r', now() from generate_series(1, ${appends}) s`,
      [world.demo.dataTableId],
    )
    await world.sql.query(
      `insert into records (data_table_id, id, data)
       select $1, s * 512 + r, '{"name": "x"}' from generate_series(1, ${appends}) s, generate_series(0, 99) r`,
      [world.demo.dataTableId],
    )
  })
  afterAll(() => world.close())

  const page = (seq: number) =>
    explained(`list_records('${world.demo.dataTableId}', ${seq}, ${appends}, 0, 51)`)
  const newest = (seq: number) =>
    explained(`list_newest_records('${world.demo.dataTableId}', ${seq}, ${seq * 512 + 100}, 51)`)

  async function explained(call: string): Promise<{ rows: number; pages: number }> {
    const runs = [await runOf(call), await runOf(call), await runOf(call)]
    return runs.reduce((least, run) => (run.pages < least.pages ? run : least))
  }

  async function runOf(call: string): Promise<{ rows: number; pages: number }> {
    const { rows } = await world.sql.query(`explain (analyze, buffers, format json) select * from ${call}`)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    return { rows: plan['Actual Rows'], pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
  }

  it.each([1, appends / 2, appends - 1])(
    'from append %i on reads fewer than 100 pages of the database',
    async (seq) => {
      const { rows, pages } = await page(seq)
      expect(rows).toBe(51)
      expect(pages).toBeLessThan(100)
    },
  )

  it.each([appends, appends / 2, 2])(
    'from append %i back reads fewer than 100 pages of the database',
    async (seq) => {
      const { rows, pages } = await newest(seq)
      expect(rows).toBe(51)
      expect(pages).toBeLessThan(100)
    },
  )
})
