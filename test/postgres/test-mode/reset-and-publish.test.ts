import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { type Api, createApi } from '../../support/api.ts'
import { addSpinner, createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the reset of a test organization beside a publication', () => {
  let world: World
  let api: Api
  let person: Person
  let name: string
  let spinnerId: string
  /** The database connection of a publication, which the test controls. */
  let publishing: pg.Client

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    publishing = await world.connect()
    person = await signUp(api)
    const { organization } = await person.do('POST', '/test-mode/enter')
    name = organization.name
    const starts = { on: 'records' }
    spinnerId = await addSpinner(person, await createWorkshop(person), { audience: 'new', starts })
  })
  afterEach(async () => {
    await api.close()
    await world.close()
  })

  it('waits for a publication that has locked the spinner and changes its start next', async () => {
    await publishing.query('begin')
    await publishing.query('select from stored_spinners where id = $1 for update', [spinnerId])
    const reset = person.ask('POST', '/test-clock/reset', { name })
    await untilLocksAreAwaited(world.sql)
    const changed = 'update spinner_starts set organization_id = organization_id where spinner_id = $1'
    expect((await publishing.query(changed, [spinnerId])).rowCount).toBe(1)
    await publishing.query('commit')
    expect((await reset).status).toBe(204)
    expect((await person.do('GET', '/projects')).items).toEqual([])
  })
})
