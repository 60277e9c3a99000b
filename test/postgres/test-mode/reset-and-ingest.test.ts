import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the reset of a test organization beside ingest', () => {
  let world: World
  let api: Api
  let person: Person
  let name: string
  let tableId: string
  /** The database connection of an ingest transaction, which the test controls. */
  let ingesting: pg.Client

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    ingesting = await world.connect()
    person = await signUp(api)
    const { organization } = await person.do('POST', '/test-mode/enter')
    name = organization.name
    const project = await person.do('POST', '/projects', { name: 'Autumn' })
    tableId = (await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Guests' })).id
    await person.import(tableId, 'name,email\nLin,lin@example.com\nMei,mei@example.com\n')
    const match = { columns: ['email'], onMatch: 'update' }
    const { webhookUrl } = await person.do('PATCH', `/data-tables/${tableId}`, {
      match,
      acceptsAnyFormat: true,
    })
    const held = { method: 'POST', json: { guest: { mail: 'ann@example.com' } } }
    expect((await api.ask(new URL(webhookUrl).pathname, held)).status).toBe(200)
    await world.sql.query(
      `insert into arrival_claims (data_table_id, key, positions, at, valid_seconds)
       values ($1, '\\x0011', '{1}', now(), 3600)`,
      [tableId],
    )
  })
  afterEach(async () => {
    await api.close()
    await world.close()
  })

  it.each(['arrivals', 'arrival_claims', 'record_keys', 'records'])(
    'waits for a transaction that has locked %s and locks their data table next',
    async (rows) => {
      await ingesting.query('begin')
      const { rowCount } = await ingesting.query(`select from ${rows} where data_table_id = $1 for update`, [
        tableId,
      ])
      expect(rowCount).toBeGreaterThan(0)
      const reset = person.ask('POST', '/test-clock/reset', { name })
      await untilLocksAreAwaited(world.sql)
      await ingesting.query('select from stored_data_tables where id = $1 for no key update', [tableId])
      await ingesting.query('commit')
      expect((await reset).status).toBe(204)
      expect((await person.do('GET', '/projects')).items).toEqual([])
    },
  )
})
