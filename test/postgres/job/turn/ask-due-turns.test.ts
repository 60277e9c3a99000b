import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Ids } from '../../../../src/ports/ids.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { createFixture, type Fixture, leads } from '../../../support/demo/fixture.ts'

let on: Fixture
let jobId: string
beforeEach(async () => {
  on = await createFixture()
  await on.ingest(leads(1))
  jobId = (await on.trigger()).answer.jobId
})
afterEach(() => on.close())

const requested = async () => (await on.inspect.turns()).map((turn) => turn.organizationId)

/** Drops all of the test's queued wake-ups, which are hints and may be lost. */
const loseWakeups = () => on.inspect.loseTurns()

describe('the sweep', () => {
  it('requests a turn for a queued job whose wake-up was lost', async () => {
    await loseWakeups()
    await on.askDueTurns()
    expect(await requested()).toEqual([on.demo.organizationId])
  })

  it('completes a job whose wake-up was lost', async () => {
    await loseWakeups()
    await on.askDueTurns()
    await on.drain()
    expect((await on.job(jobId)).status).toBe('completed')
  })

  it('does not request another turn for an organization that waits for its turn', async () => {
    await loseWakeups()
    await on.askDueTurns()
    await on.askDueTurns()
    expect(await requested()).toEqual([on.demo.organizationId])
  })

  it('returns how many organizations have due work, however many jobs each has', async () => {
    await on.trigger()
    expect(await on.askDueTurns()).toBe(1)
  })

  it('ignores a completed job', async () => {
    await on.drain()
    await on.askDueTurns()
    expect(await requested()).toEqual([])
  })

  it('continues where it stopped, if more organizations are due than it requests turns for at once', async () => {
    const ids = Array.from(
      { length: 700 },
      (_, no) => `00000000-0000-7000-8000-${String(no).padStart(12, '0')}`,
    )
    await on.sql.query('create temporary table queued as table jobs')
    await on.sql.query('truncate jobs, recipient_actions')
    await on.sql.query(
      `insert into jobs
       select (jsonb_populate_record(q, jsonb_build_object('id', o, 'organization_id', o))).*
         from queued q, unnest($1::uuid[]) o`,
      [ids],
    )
    for (const [from, to] of [
      [0, 500],
      [500, 700],
      [0, 500],
    ]) {
      await loseWakeups()
      await on.askDueTurns()
      expect(await requested()).toEqual(ids.slice(from, to))
    }
  })
})

describe('a slice under a lease', () => {
  beforeEach(async () => {
    const slices = on.container.get(Slices)
    await slices.take(jobId, { holder: on.container.get(Ids).next(), seconds: 15 })
    await loseWakeups()
  })

  it('is left to its worker', async () => {
    await on.later(10)
    await on.askDueTurns()
    expect(await requested()).toEqual([])
  })

  it('is taken by another worker after the lease has ended', async () => {
    await on.later(15)
    await on.askDueTurns()
    expect(await requested()).toEqual([on.demo.organizationId])
  })
})

describe('a job that is complete except for its final state', () => {
  it('is finished, although its worker died just before', async () => {
    const slices = on.container.get(Slices)
    const lease = { holder: on.container.get(Ids).next(), seconds: 15 }
    await on.sql.query('delete from records')
    const slice = await slices.take(jobId, lease)
    if (slice !== null) await slices.release(slice, lease)
    await loseWakeups()

    await on.askDueTurns()
    await on.drain()
    expect((await on.job(jobId)).status).toBe('completed')
  })
})
