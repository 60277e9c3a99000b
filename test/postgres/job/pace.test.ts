import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { PostgresPace } from '../../../src/adapters/postgres/job/pace.ts'
import type { Timers } from '../../../src/ports/timers.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the pauses of job processing', () => {
  let world: World
  let pace: PostgresPace
  /**
   * The reading of the test's timer in milliseconds. `rested` is how many milliseconds the job has rested for
   * other work.
   */
  let now: number
  let rested: number

  beforeEach(async () => {
    world = await createWorld()
    now = 10_000
    rested = 0
    const sleep = (milliseconds: number) => {
      rested += milliseconds
      now += milliseconds
      return Promise.resolve()
    }
    const timers: Timers = {
      elapsedMs: () => now,
      sleep,
      after: () => () => {},
      every: () => () => {},
      abortAfter: () => new AbortController().signal,
      yieldToOthers: () => Promise.resolve(),
    }
    pace = new PostgresPace(world.database, timers)
    await pace.pauseForRequests(now)
  })
  afterEach(() => world.close())

  /** Takes blocks of record ids from the sequence in the test, as the appends of any process do. */
  const append = (count: number) =>
    world.sql.query("select nextval('record_blocks') from generate_series(1, $1::int)", [count])

  it('fill 80 ms while appends arrive', async () => {
    await append(100)
    now += 250
    await pace.pauseForRequests(now - 30)
    expect(rested).toBe(50)
  })

  it('are longer the more appends arrive, up to 160 ms', async () => {
    await append(500)
    now += 250
    await pace.pauseForRequests(now - 30)
    expect(rested).toBeCloseTo(70, 0)
    rested = 0
    await append(5_000)
    now += 250
    await pace.pauseForRequests(now - 30)
    expect(rested).toBe(130)
  })

  it('are zero while few appends arrive', async () => {
    await append(5)
    now += 250
    await pace.pauseForRequests(now)
    expect(rested).toBe(0)
  })

  it('are as long as a part that was slow, because processors are scarce', async () => {
    await append(100)
    now += 250
    await pace.pauseForRequests(now - 70)
    expect(rested).toBe(70)
  })

  it('are 80 ms after a part that waited for a mail server', async () => {
    await append(100)
    now += 250
    await pace.pauseForRequests(now - 9_000)
    expect(rested).toBe(80)
  })

  it('are zero if the last measurement is older than a second', async () => {
    await append(5_000)
    now += 1_001
    await pace.pauseForRequests(now)
    expect(rested).toBe(0)
  })

  it('return to zero after the appends end', async () => {
    await append(100)
    now += 250
    await pace.pauseForRequests(now)
    now += 250
    await pace.pauseForRequests(now)
    expect(rested).toBe(80)
  })
})
