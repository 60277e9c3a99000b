import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'
import { type Api, createApi } from '../../support/api.ts'
import { signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a turn of a test organization', () => {
  let world: World
  let api: Api
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  async function testOrganization(): Promise<string> {
    const person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    const found = await world.container
      .get(UnitOfWork)
      .run((tx) => tx.testClocks.organizationOf(person.organizationId))
    return found ?? ''
  }

  async function requested(organizationId: string): Promise<number> {
    const { rows } = await world.sql.query<{ count: number }>(
      'select count(*)::int as count from graphile_worker.jobs where key = $1',
      [`test-clock:${organizationId}`],
    )
    return rows[0]?.count ?? 0
  }

  it('is queued again if the worker was busy with another test organization', async () => {
    const [one, other] = [await testOrganization(), await testOrganization()]
    const run = world.container.get(RunTestClock)
    const { signal } = new AbortController()
    await Promise.all([one, other].map((organizationId) => run.execute({ organizationId, signal })))
    expect([await requested(one), await requested(other)]).toEqual([0, 1])
  })
})
