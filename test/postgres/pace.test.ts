import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Pace } from '../../src/ports/job/pace.ts'
import { createPostgresWorld, type PostgresWorld } from '../support/world.ts'

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

  it('is slowed while appends come in', async () => {
    await waited()
    await append(500)
    await setTimeout(250)
    expect(await waited()).toBeGreaterThan(50)
  })

  it('is its own when there are few', async () => {
    await waited()
    await append(5)
    await setTimeout(250)
    expect(await waited()).toBeLessThan(50)
  })

  it('is its own when the channel took long enough', async () => {
    await waited()
    await append(500)
    await setTimeout(250)
    expect(await waited(performance.now() - 200)).toBeLessThan(50)
  })
})
