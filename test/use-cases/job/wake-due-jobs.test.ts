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

const woken = () => on.store.wakeups.map((wakeup) => wakeup.jobId)

/** A hint that never arrives. */
const loseWakeups = () => {
  on.store.wakeups.length = 0
}

describe('the sweep', () => {
  it('wakes a queued job whose wake-up was lost', async () => {
    loseWakeups()
    await on.wakeDueJobs.execute()
    expect(woken()).toEqual([jobId])
  })

  it('brings a job whose wake-up was lost to its end', async () => {
    loseWakeups()
    await on.wakeDueJobs.execute()
    await on.drain()
    expect((await on.job(jobId)).status).toBe('completed')
  })

  it('does not wake a job twice that is about to be woken', async () => {
    await on.wakeDueJobs.execute()
    await on.wakeDueJobs.execute()
    expect(woken()).toEqual([jobId])
  })

  it('says how many jobs are due', async () => {
    await on.trigger()
    expect(await on.wakeDueJobs.execute()).toBe(2)
  })

  it('leaves a completed job alone', async () => {
    await on.drain()
    await on.wakeDueJobs.execute()
    expect(woken()).toEqual([])
  })
})

describe('a slice under a lease', () => {
  beforeEach(async () => {
    const slices = on.container.get(Slices)
    await slices.take(jobId, { holder: 'a runtime', seconds: 15 })
    loseWakeups()
  })

  it('is left to whoever works on it', async () => {
    on.later(14)
    await on.wakeDueJobs.execute()
    expect(woken()).toEqual([])
  })

  it('is taken up when the lease has run out', async () => {
    on.later(15)
    await on.wakeDueJobs.execute()
    expect(woken()).toEqual([jobId])
  })
})

describe('a job that only has to be finished', () => {
  it('is finished, though its runtime died just before', async () => {
    const slices = on.container.get(Slices)
    const lease = { holder: 'a runtime', seconds: 15 }
    on.store.records.get(on.demo.dataTableId)?.clear()
    const slice = await slices.take(jobId, lease)
    if (slice !== null) await slices.release(slice, lease)
    loseWakeups()

    await on.wakeDueJobs.execute()
    await on.drain()
    expect((await on.job(jobId)).status).toBe('completed')
  })
})
