import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ClearEndedJobs } from '../../../src/use-cases/job/clear-ended-jobs.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the progress of a job', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeEach(async () => {
    world = await createWorld()
    // The test clock follows the real time, because jobs run by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterEach(() => world.close())

  const start = async (): Promise<string> =>
    (await person.do('POST', `/spinners/${own.spinnerId}/jobs`)).jobId
  const progress = (jobId: string) => person.do('GET', `/jobs/${jobId}/progress`)

  it('is zero while the job is queued', async () => {
    expect(await progress(await start())).toEqual({ points: [], isEstimate: false })
  })

  it('ends with the counts of the job, at its end', async () => {
    await person.import(own.dataTableId, 'name,email\nNobody,not an address\n')
    const jobId = await start()
    await world.drain()
    const { points, isEstimate } = await progress(jobId)
    const { counts, finishedAt } = await person.do('GET', `/jobs/${jobId}`)
    expect(counts).toMatchObject({ total: 3, done: 2, failed: 1 })
    expect(isEstimate).toBe(false)
    expect(points.at(-1)).toEqual({
      at: finishedAt,
      total: 3,
      finished: 3,
      done: 2,
      skipped: 0,
      failed: 1,
      unconfirmed: 0,
    })
  })

  it('counts completed recipients during the job, and not waiting ones', async () => {
    const steps = [
      { type: 'condition', column: 'name', operator: 'equals', value: 'Ada' },
      { type: 'wait', seconds: 3_600 },
      welcome,
    ]
    await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    const jobId = await start()
    await world.drain()
    const { points } = await progress(jobId)
    expect((await person.do('GET', `/jobs/${jobId}`)).status).toBe('running')
    expect(points.at(-1)).toMatchObject({ total: 2, finished: 1, skipped: 1, done: 0 })
  })

  it('is its start and its end after its recipients are deleted', async () => {
    const jobId = await start()
    await world.drain()
    const { points: before } = await progress(jobId)
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + 91 * 86_400_000).toISOString())
    await world.container.get(ClearEndedJobs).execute(new AbortController().signal)
    world.clock.set(now.toISOString())
    const { points, isEstimate } = await progress(jobId)
    expect([isEstimate, points.at(-1)]).toEqual([true, before.at(-1)])
    expect(points.length).toBeLessThanOrEqual(2)
  })
})
