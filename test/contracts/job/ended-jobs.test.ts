import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Binding, provideValue } from '../../../src/composition/provide.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ClearEndedJobs, ClearEndedJobsOptions } from '../../../src/use-cases/job/clear-ended-jobs.ts'
import { TakeTurn } from '../../../src/use-cases/job/take-turn.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const unaborted = new AbortController().signal

describe('JobStore', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  const open = async (...replacements: Binding[]) => {
    world = await createWorld(replacements)
    // The test clock follows the real time, because jobs end by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  }
  beforeEach(() => open())
  afterEach(() => world.close())

  const start = async (): Promise<string> =>
    (await person.do('POST', `/spinners/${own.spinnerId}/jobs`)).jobId
  const look = (jobId: string) => person.do('GET', `/jobs/${jobId}`)
  const advance = () =>
    world.container
      .get(TakeTurn)
      .execute({ organizationId: person.organizationId, length: 'short', signal: unaborted })
  const recipients = async (jobId: string) => (await person.do('GET', `/jobs/${jobId}/recipients`)).items
  const messages = async () => (await person.do('GET', '/outbox')).items

  /**
   * Clears the rows of the test's ended jobs as the runtime does every hour, with a clock that is some days
   * ahead.
   */
  async function clearAfter(days: number): Promise<void> {
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + days * 86_400_000).toISOString())
    await world.container.get(ClearEndedJobs).execute(unaborted)
    world.clock.set(now.toISOString())
  }

  it('is deleted after 90 days, and the job looks as before', async () => {
    await person.import(own.dataTableId, 'name,email\nNobody,not an address\n')
    const jobId = await start()
    await world.drain()
    const before = await look(jobId)
    expect(before.counts).toMatchObject({ total: 3, done: 2, failed: 1 })
    await clearAfter(91)
    expect(await recipients(jobId)).toEqual([])
    expect(await messages()).toEqual([])
    expect(await look(jobId)).toEqual(before)
    expect((await person.do('GET', '/jobs')).items).toEqual([before])
    await clearAfter(92)
    expect(await look(jobId)).toEqual(before)
  })

  it('is kept until then', async () => {
    const jobId = await start()
    await world.drain()
    await clearAfter(89)
    expect(await recipients(jobId)).toHaveLength(2)
    expect(await messages()).toHaveLength(2)
  })

  it('is kept for a job that has not ended, however old it is', async () => {
    await person.do('PATCH', `/spinners/${own.spinnerId}`, {
      steps: [{ type: 'wait', seconds: 86_400 }, welcome],
    })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    const jobId = await start()
    await advance()
    await clearAfter(1_000)
    expect((await look(jobId)).counts).toMatchObject({ total: 2, waiting: 2 })
    expect(await recipients(jobId)).toHaveLength(2)
  })

  it('is kept as long as a retry of its failed recipients has recipients', async () => {
    await person.import(own.dataTableId, 'name,email\nNobody,not an address\n')
    await person.do('PATCH', `/spinners/${own.spinnerId}`, {
      steps: [welcome, { type: 'wait', seconds: 86_400 }, welcome],
    })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    const jobId = await start()
    const endWaits = async () => {
      await world.drain()
      await world.inspect.endWaits()
      await world.container.get(Slices).requestTurns([person.organizationId])
      await world.drain()
    }
    await endWaits()
    const failed = (await recipients(jobId)).find(({ status }: { status: string }) => status === 'failed')
    await person.do('PATCH', `/data-tables/${own.dataTableId}/records/${failed.recordId}`, {
      data: { email: 'nobody@example.com' },
    })
    const retry = await person.do('POST', `/jobs/${jobId}/retry-failed`)
    await world.drain()
    expect((await look(retry.id)).counts).toMatchObject({ total: 1, waiting: 1 })
    await clearAfter(91)
    expect(await recipients(jobId)).toHaveLength(3)
    await endWaits()
    await clearAfter(91)
    expect(await recipients(retry.id)).toEqual([])
    expect(await recipients(jobId)).toEqual([])
  })

  it('is deleted for a cancelled job too', async () => {
    await person.do('PATCH', `/spinners/${own.spinnerId}`, {
      steps: [welcome, { type: 'wait', seconds: 86_400 }, welcome],
    })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    const jobId = await start()
    await advance()
    await person.do('POST', `/jobs/${jobId}/cancel`)
    const before = await look(jobId)
    expect(await recipients(jobId)).toHaveLength(2)
    await clearAfter(91)
    expect(await recipients(jobId)).toEqual([])
    expect(await look(jobId)).toEqual(before)
  })

  it('of a test organization is deleted after 90 days of its clock, whatever the real time is', async () => {
    const jobId = await start()
    await world.drain()
    const { organizationId } = person
    const ended = world.clock.now().getTime()
    const inTest = (days: number) => newTestClock(organizationId, new Date(ended + days * 86_400_000))
    const run = world.container.get(UnitOfWork)
    await run.run((tx) => tx.testClocks.add(inTest(89)))
    await clearAfter(1_000)
    expect(await recipients(jobId)).toHaveLength(2)
    await run.run((tx) => tx.testClocks.save(inTest(91)))
    await clearAfter(0)
    expect(await recipients(jobId)).toEqual([])
  })

  it('is kept for ever if the retention is 0', async () => {
    await api.close()
    await world.close()
    await open(provideValue(ClearEndedJobsOptions, new ClearEndedJobsOptions(0)))
    const jobId = await start()
    await world.drain()
    await clearAfter(10_000)
    expect(await recipients(jobId)).toHaveLength(2)
  })
})
