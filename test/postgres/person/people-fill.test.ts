import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { PeopleList } from '../../../src/ports/person/people-list.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createEmptyDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the list of people, when it is read for the first time', () => {
  let world: World
  let own: Tenant
  let other: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    other = await world.connect()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    await own.ingest([{ name: 'Ada', phone: null, account_id: null, email: 'ada@example.com' }])
  })
  afterEach(() => other.query('rollback'))

  const catchUpWhole = () => until(catchUp)
  const catchUp = () => world.container.get(PeopleList).catchUp(own.organizationId)

  it('waits for an open transaction, which may have changed records without noting them', async () => {
    await other.query('begin')
    await other.query('update records set data = data where data_table_id = $1', [own.dataTableId])
    expect(await catchUp()).toBe(false)
    await other.query('commit')
    expect(await catchUp()).toBe(true)
  })

  it('waits for no transaction that begins later, because it notes its changes', async () => {
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    expect(await catchUp()).toBe(false)
    await other.query('commit')
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    expect(await catchUp()).toBe(true)
  })

  it('waits for no transaction of another database', async () => {
    const database = await createEmptyDatabase()
    const foreign = new pg.Client({ connectionString: database.url })
    await foreign.connect()
    try {
      await foreign.query('begin')
      await foreign.query('select pg_current_xact_id()')
      expect(await catchUp()).toBe(true)
    } finally {
      await foreign.end()
      await database.drop()
    }
  })

  it('takes over a table whose list was begun on another server', async () => {
    await other.query(
      `insert into people_progress (data_table_id, organization_id, columns_digest, begun_in_transaction)
       values ($1, $2, '', (pg_current_xact_id()::text::bigint + 1000000)::text::xid8)`,
      [own.dataTableId, own.organizationId],
    )
    expect(await catchUp()).toBe(true)
  })

  it('enters the sources and companies of people that an earlier release has entered without them', async () => {
    await catchUpWhole()
    await other.query(`update people set source = '' where organization_id = $1`, [own.organizationId])
    await other.query(`update person_records set source = '' where organization_id = $1`, [
      own.organizationId,
    ])
    await other.query(`update people set company_key = 'none' where organization_id = $1`, [
      own.organizationId,
    ])
    await other.query('update people_progress set entries_version = 2 where organization_id = $1', [
      own.organizationId,
    ])
    await catchUpWhole()
    const { rows } = await other.query<{ source: string; hasNoCompany: boolean }>(
      'select p.source, p.company_key = chr(1114109) as "hasNoCompany" from people p where p.organization_id = $1',
      [own.organizationId],
    )
    expect(rows).toEqual([
      { source: expect.stringMatching(/^(?:webhookUrl|[\da-f-]{36})$/), hasNoCompany: true },
    ])
  })

  it('has all records of a table that is restored from the bin while its records are removed from the list', async () => {
    const list = world.container.get(PeopleList)
    const records = Array.from({ length: 450 }, (_, no) => ({
      name: `Person ${no}`,
      phone: null,
      account_id: null,
      email: `person${no}@example.com`,
    }))
    await own.ingest(records)
    await catchUpWhole()
    const count = async () => {
      const { rows } = await other.query<{ count: number }>(
        'select count(*)::int as count from person_records where data_table_id = $1',
        [own.dataTableId],
      )
      return rows[0]?.count
    }
    expect(await count()).toBe(451)
    const setBinEntry = (entry: string) =>
      other.query(`update stored_data_tables set bin_entry_id = ${entry} where id = $1`, [own.dataTableId])
    await setBinEntry('gen_random_uuid()')
    let looks = 0
    // Ends the fill after one page, as a runtime that stops.
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', { get: () => looks++ > 0 })
    await list.fill(signal)
    expect(await count()).toBe(51)
    await setBinEntry('null')
    await catchUpWhole()
    expect(await count()).toBe(451)
  })
})
