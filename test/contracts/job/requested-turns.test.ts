import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('Slices.requestTurns, tx.jobs.announceTurns', () => {
  let world: World
  let slices: Slices
  let ids: string[]
  beforeAll(async () => {
    world = await createWorld()
    slices = world.container.get(Slices)
  })
  afterAll(() => world.close())
  beforeEach(() => {
    const newIds = world.container.get(Ids)
    ids = [newIds.next(), newIds.next(), newIds.next()]
  })

  /** Returns the queue entries of this test's organizations (requested turns), in the order of the queue. */
  const waiting = async () =>
    (await world.inspect.turns())
      .filter(({ organizationId }) => ids.includes(organizationId))
      .map(({ organizationId }) => ids.indexOf(organizationId))
  const announce = (some: readonly string[]) =>
    world.container.get(UnitOfWork).run((tx) => tx.jobs.announceTurns(some))

  it('leave an entry for each organization that needs a turn', async () => {
    await slices.requestTurns(ids)
    expect(await waiting()).toEqual([0, 1, 2])
  })

  it('accept an empty list', async () => {
    await slices.requestTurns([])
    await announce([])
    expect(await waiting()).toEqual([])
  })

  it('are not duplicated by later ones, and keep their place', async () => {
    await slices.requestTurns(ids.slice(1))
    await slices.requestTurns(ids)
    await slices.requestTurns(ids.slice(2))
    expect(await waiting()).toEqual([1, 2, 0])
  })

  it('are not duplicated by simultaneous ones, or by naming an organization twice', async () => {
    const twice = [...ids.toReversed(), ...ids]
    await Promise.all(Array.from({ length: 5 }, () => slices.requestTurns(twice)))
    await Promise.all(Array.from({ length: 5 }, () => announce(twice)))
    expect((await waiting()).toSorted((a, b) => a - b)).toEqual([0, 1, 2])
  })

  it('are created again for a turn that was taken', async () => {
    await slices.requestTurns(ids)
    while ((await world.takeNext()) !== null) {
      // Takes all of the test's turns from the queue; they find nothing to do.
    }
    await slices.requestTurns(ids.slice(1, 2))
    expect(await waiting()).toEqual([1])
  })

  it('are announced when the transaction of a started job commits, and are then in the queue', async () => {
    await announce(ids.slice(0, 1))
    expect(await waiting()).toEqual([0])
  })

  it('of a failed transaction are not created, and those of others remain', async () => {
    const [first = '', second = ''] = ids
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      await tx.jobs.announceTurns([first])
      await slices.requestTurns([second])
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    expect(await waiting()).toEqual([1])
  })
})
