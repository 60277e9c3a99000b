import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RestoredDatabase } from '../../../src/ports/job/restore/restored-database.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the last moment before a restore', () => {
  let world: World
  let api: Api
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  it('is never the time of a test clock', async () => {
    const person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    await world.sql.query("update test_clocks set now = now + interval '300 days'")
    const { spinnerId } = await createWorkshop(person)
    await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    const moment = await world.container.get(RestoredDatabase).lastMoment()
    expect(moment?.getTime()).toBeLessThan(world.clock.now().getTime() + 86_400_000)
  })
})
