import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { RestoredDatabase } from '../../../src/ports/job/restore/restored-database.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the sweep of real organizations', () => {
  let world: World
  let api: Api
  let person: Person
  let testId: string
  let testJobId: string
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    testId = (await person.do('GET', '/organization')).id
    const { spinnerId } = await createWorkshop(person)
    testJobId = (await person.do('POST', `/spinners/${spinnerId}/jobs`, {})).jobId
    await world.sql.query("update jobs set status = 'paused' where id = $1", [testJobId])
    // Adds 1,000 slices of a test organization to the test's database, as many as one sweep reads. All are due
    // for longer than the slices of real organizations.
    await world.sql.query(
      `insert into slices (job_id, no, organization_id, due_at)
       select $1, n, $2, '2020-01-01' from generate_series(1, 1000) n`,
      [testJobId, testId],
    )
  })
  afterAll(() => world.close())

  const states = async (jobId: string) => {
    const { rows } = await world.sql.query<{ status: string }>(
      'select distinct status from slices where job_id = $1',
      [jobId],
    )
    return rows.map(({ status }) => status)
  }

  it('finds slices of paused jobs behind any number of slices of test organizations', async () => {
    await api.ingest(leads(1))
    const jobId = String((await api.trigger()).body['jobId'])
    const slices = world.container.get(Slices)
    await slices.take(jobId, { holder: world.container.get(Ids).next(), seconds: 60 })
    const { organizationId } = world.demo
    await world.container.get(Jobs).pause({ organizationId, by: operator }, jobId)
    await world.sql.query('update slices set lease_until = now() where job_id = $1', [jobId])
    await slices.due(null, 10)
    expect(await states(jobId)).toEqual(['paused'])
    expect(await states(testJobId)).toEqual(['open'])
  })

  it('leaves slices of paused jobs of a test organization to its own turn', async () => {
    await world.container.get(TestClockStore).wake(testId, world.clock.now())
    expect(await states(testJobId)).toEqual(['paused'])
  })

  it('omits test organizations from the list that an operator compares with sources after a restore', async () => {
    const appends = await world.container.get(RestoredDatabase).lastAppends(10)
    expect(appends.map(({ organization }) => organization)).not.toContain('Analytical Engines (test)')
    expect(appends).not.toEqual([])
  })
})
