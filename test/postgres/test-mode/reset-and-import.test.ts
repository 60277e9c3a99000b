import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { Ids } from '../../../src/ports/ids.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the reset of a test organization', () => {
  let world: World
  let api: Api
  let person: Person
  /** The database connection of an import, which the test controls. */
  let importing: pg.Client

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    importing = await world.connect()
    person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
  })
  afterEach(async () => {
    await api.close()
    await world.close()
  })

  it('waits for the end of an import', async () => {
    const project = await person.do('POST', '/projects', { name: 'Spring' })
    const { id } = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    const { name } = await person.do('GET', '/organization')
    const importId = world.container.get(Ids).next()
    await importing.query('insert into imports (id, data_table_id) values ($1, $2)', [importId, id])
    await importing.query('begin')
    await importing.query('select from imports where id = $1 for update', [importId])
    const reset = person.ask('POST', '/test-clock/reset', { name })
    await untilLocksAreAwaited(world.sql)
    await importing.query('update stored_data_tables set revision = revision where id = $1', [id])
    await importing.query('delete from imports where id = $1', [importId])
    await importing.query('commit')
    expect((await reset).status).toBe(204)
  })
})
