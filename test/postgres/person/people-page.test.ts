import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type PersonPlace, pageOfPeople } from '../../../src/adapters/postgres/person/list/people-page.ts'
import { gramsOf, searchedParts, searchTextOf } from '../../../src/domain/person/list/people-search.ts'
import { ExplainedReads } from '../../support/statements/explained-reads.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a page of the list of 20,000 people', () => {
  const total = 20_000
  let world: World
  let tenant: Tenant
  let smallTableId: string

  beforeAll(async () => {
    world = await createWorld()
    tenant = await createTenant(world)
    const { organizationId, dataTableId } = tenant
    const small = await createTenant(world)
    smallTableId = small.dataTableId
    await world.sql.query('update stored_data_tables set organization_id = $1 where id = $2', [
      organizationId,
      smallTableId,
    ])
    const people = Array.from({ length: total }, (_, no) => {
      const name = `Person${String(no).padStart(5, '0')} Smith${no % 2000}`
      const text = searchTextOf([name])
      return { no, name, text, grams: `{${gramsOf(organizationId, [text]).join()}}` }
    })
    await world.sql.query(
      `insert into people (organization_id, id, email, name_key, created_at, source)
       select $1, 'person' || lpad(p.no::text, 5, '0'), p.no || '@example.com', lower(p.name),
              timestamptz '2026-01-01' + p.no * interval '1 second', 'import'
         from jsonb_to_recordset($2) p(no int, name text)`,
      [organizationId, JSON.stringify(people)],
    )
    const enter = (tableId: string, entries: typeof people) =>
      world.sql.query(
        `insert into person_records (data_table_id, record_id, organization_id, person_id, name, name_key, search_text,
                                     grams, created_at, source)
         select $1, 1000000 + p.no, $2, 'person' || lpad(p.no::text, 5, '0'), p.name, lower(p.name), p.text,
                p.grams::int[], timestamptz '2026-01-01' + p.no * interval '1 second', 'import'
           from jsonb_to_recordset($3) p(no int, name text, text text, grams text)`,
        [tableId, organizationId, JSON.stringify(entries)],
      )
    await enter(dataTableId, people)
    await enter(smallTableId, people.slice(-20))
    await world.sql.query('update stored_data_tables set appended = $1 where id = $2', [total, dataTableId])
    await world.sql.query('update stored_data_tables set appended = 20 where id = $1', [smallTableId])
    await world.sql.query('vacuum analyze people, person_records')
  })
  afterAll(() => world.close())

  interface Request {
    readonly q?: string
    readonly dataTableId?: string
    readonly after?: PersonPlace | null
    readonly limit?: number
  }

  /** Returns a page of people in the order of sources, and the highest number of rows that a plan compared. */
  async function pageOf({ q, dataTableId = '', after = null, limit = 51 }: Request) {
    const database = new ExplainedReads(world.sql)
    const places = await pageOfPeople(database, {
      organizationId: tenant.organizationId,
      projectIds: null,
      sources: null,
      selection: {
        sort: 'source',
        descending: false,
        dataTableId: dataTableId === '' ? null : dataTableId,
        ids: null,
        parts: q === undefined ? [] : searchedParts(q),
        status: null,
        source: null,
      },
      after,
      limit,
    })
    return { places, compared: database.compared }
  }

  it('looks the people that match a search up by their ids, also far behind in the list', async () => {
    const first = await pageOf({ q: 'smith777', limit: 8 })
    const second = await pageOf({ q: 'smith777', limit: 8, after: first.places.at(-1) ?? null })
    expect([first.places.length, second.places.length]).toEqual([8, 2])
    expect(Math.max(first.compared, second.compared)).toBeLessThanOrEqual(total)
  })

  it('reads the records of a small table instead of all people before those of the table', async () => {
    const { places, compared } = await pageOf({ dataTableId: smallTableId })
    expect(places).toHaveLength(20)
    expect(compared).toBeLessThanOrEqual(4_000)
  })
})
