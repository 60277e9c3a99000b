import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { Ids } from '../../../src/ports/ids.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const password = 'correct horse battery staple'

describe('the deletion of an organization during an import', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let importId: string
  /** Database connections that the test controls. */
  let blocker: pg.Client
  let importing: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    blocker = await world.connect()
    importing = await world.connect()
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
    importId = world.container.get(Ids).next()
  })

  const deletion = () =>
    person.ask('POST', '/organization/deletion', { name: 'Analytical Engines', password })

  it('waits for the end of the import, and lets records arrive in the meantime', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Matched' })
    await person.import(id, 'name,email\nAda,ada@example.com\n')
    await person.do('PATCH', `/data-tables/${id}`, { match: { columns: ['email'], onMatch: 'update' } })
    // Keeps the import from its end, after it has locked its own row and before it locks its data table.
    await blocker.query('begin')
    await blocker.query('select from records where data_table_id = $1 for update', [id])
    const imported = person.import(id, 'name,email\nCountess,ada@example.com\n')
    await untilLocksAreAwaited(world.sql)
    const deleted = deletion()
    await untilLocksAreAwaited(world.sql, 2)
    const json = { dataTableId: own.dataTableId, records: [{ name: 'Lin', email: 'lin@example.com' }] }
    const ingested = await api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json })
    expect(ingested.status).toBe(201)
    await blocker.query('commit')
    expect([(await imported).status, (await deleted).status]).toEqual([201, 200])
  })

  it('waits for the end of an import that begins while the deletion waits for a data table', async () => {
    await blocker.query('begin')
    await blocker.query('select from stored_data_tables where id = $1 for no key update', [own.dataTableId])
    const deleted = deletion()
    await untilLocksAreAwaited(world.sql)
    await importing.query('insert into imports (id, data_table_id) values ($1, $2)', [
      importId,
      own.dataTableId,
    ])
    await importing.query('begin')
    await importing.query('select from imports where id = $1 for update', [importId])
    const entered = importing.query('update stored_data_tables set revision = revision where id = $1', [
      own.dataTableId,
    ])
    await untilLocksAreAwaited(world.sql, 2)
    await blocker.query('commit')
    await entered
    await importing.query('delete from imports where id = $1', [importId])
    await importing.query('commit')
    expect((await deleted).status).toBe(200)
  })

  it('refuses the end of an import that has begun before', async () => {
    await world.sql.query('insert into imports (id, data_table_id) values ($1, $2)', [
      importId,
      own.dataTableId,
    ])
    expect((await deletion()).status).toBe(200)
    const { rows } = await world.sql.query('select abandoned from imports where id = $1', [importId])
    expect(rows).toEqual([{ abandoned: true }])
  })
})
