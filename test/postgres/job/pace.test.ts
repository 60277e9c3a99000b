import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Pace } from '../../../src/ports/job/pace.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

describe('the pace of a job', () => {
  let world: PostgresWorld
  let pace: Pace
  beforeEach(async () => {
    world = await createPostgresWorld()
    pace = world.container.get(Pace)
  })
  afterEach(() => world.close())

  /** What so many appends leave behind, through whatever process they came. */
  const append = (count: number) =>
    world.sql.query("select nextval('record_blocks') from generate_series(1, $1::int)", [count])

  async function waited(begunAt = performance.now()): Promise<number> {
    const askedAt = performance.now()
    await pace.giveWay(begunAt)
    return performance.now() - askedAt
  }

  /**
   * Several times, because a machine that is busy adds to some of them, and now and then takes longer than a second.
   */
  async function waits(appends: number, begunAgoMs = 0): Promise<number[]> {
    const each: number[] = []
    for (let time = 0; time < 5; time++) {
      await waited()
      await append(appends)
      await setTimeout(250)
      each.push(await waited(performance.now() - begunAgoMs))
    }
    return each
  }

  it('is slowed while appends come in', async () => {
    expect(Math.max(...(await waits(500)))).toBeGreaterThan(50)
  })

  it('is its own when there are few', async () => {
    expect(Math.min(...(await waits(5)))).toBeLessThan(50)
  })

  it('is its own when the channel took long enough', async () => {
    expect(Math.min(...(await waits(500, 200)))).toBeLessThan(50)
  })
})
