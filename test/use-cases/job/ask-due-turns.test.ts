import { beforeEach, describe, expect, it } from '@jest/globals'
import { Slices } from '../../../src/ports/job/slices.ts'
import { createFixture, type Fixture, leads } from '../fixture.ts'

let on: Fixture
let jobId: string
beforeEach(async () => {
  on = await createFixture()
  await on.ingest(leads(1))
  jobId = (await on.trigger()).answer.jobId
})

const asked = () => on.store.turns.map((turn) => turn.organizationId)

/** Drops all of the test's queued wake-ups, which are hints and may be lost. */
const loseWakeups = () => {
  on.store.turns.length = 0
}

describe('the sweep', () => {
  it('requests a turn for a queued job whose wake-up was lost', async () => {
    loseWakeups()
    await on.askDueTurns.execute()
    expect(asked()).toEqual([on.demo.organizationId])
  })

  it('completes a job whose wake-up was lost', async () => {
    loseWakeups()
    await on.askDueTurns.execute()
    await on.drain()
    expect((await on.job(jobId)).status).toBe('completed')
  })

  it('does not request another turn for an organization that waits for its turn', async () => {
    loseWakeups()
    await on.askDueTurns.execute()
    await on.askDueTurns.execute()
    expect(asked()).toEqual([on.demo.organizationId])
  })

  it('returns how many organizations have due work, however many jobs each has', async () => {
    await on.trigger()
    expect(await on.askDueTurns.execute()).toBe(1)
  })

  it('ignores a completed job', async () => {
    await on.drain()
    await on.askDueTurns.execute()
    expect(asked()).toEqual([])
  })

  it('continues where it stopped, if more organizations are due than it requests turns for at once', async () => {
    const queued = on.store.jobs.get(jobId)
    if (queued === undefined) throw new Error('It was triggered')
    const ids = Array.from({ length: 700 }, (_, no) => `organization ${String(no).padStart(3, '0')}`)
    on.store.jobs.clear()
    for (const organizationId of ids)
      on.store.jobs.set(organizationId, { ...queued, id: organizationId, organizationId })
    for (const [from, to] of [
      [0, 500],
      [500, 700],
      [0, 500],
    ]) {
      loseWakeups()
      await on.askDueTurns.execute()
      expect(asked()).toEqual(ids.slice(from, to))
    }
  })
})

describe('a slice under a lease', () => {
  beforeEach(async () => {
    const slices = on.container.get(Slices)
    await slices.take(jobId, { holder: 'a runtime', seconds: 15 })
    loseWakeups()
  })

  it('is left to its worker', async () => {
    on.later(14)
    await on.askDueTurns.execute()
    expect(asked()).toEqual([])
  })

  it('is taken by another worker after the lease has ended', async () => {
    on.later(15)
    await on.askDueTurns.execute()
    expect(asked()).toEqual([on.demo.organizationId])
  })
})

describe('a job that is complete except for its final state', () => {
  it('is finished, although its worker died just before', async () => {
    const slices = on.container.get(Slices)
    const lease = { holder: 'a runtime', seconds: 15 }
    on.store.records.get(on.demo.dataTableId)?.clear()
    const slice = await slices.take(jobId, lease)
    if (slice !== null) await slices.release(slice, lease)
    loseWakeups()

    await on.askDueTurns.execute()
    await on.drain()
    expect((await on.job(jobId)).status).toBe('completed')
  })
})
