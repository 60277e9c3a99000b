import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Ids } from '../../src/ports/ids.ts'
import { Wakeups } from '../../src/ports/job/wakeups.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { adapters, createWorld, type World } from '../support/world.ts'

describe.each(adapters)('Wakeups and WakeupStore on %s', (name) => {
  let world: World
  let wakeups: Wakeups
  let jobIds: string[]
  beforeAll(async () => {
    world = await createWorld(name)
    wakeups = world.container.get(Wakeups)
  })
  afterAll(() => world.close())
  beforeEach(() => {
    const ids = world.container.get(Ids)
    jobIds = [ids.next(), ids.next(), ids.next()]
  })

  /** Those of this test that wait, in order of the jobs. */
  const waiting = async () =>
    (await world.inspect.wakeups()).filter((id) => jobIds.includes(id)).toSorted((a, b) => (a < b ? -1 : 1))
  const add = (ids: readonly string[]) => world.container.get(UnitOfWork).run((tx) => tx.wakeups.add(ids))

  it('leave an entry for each job that is to be woken', async () => {
    await wakeups.wake(jobIds)
    expect(await waiting()).toEqual(jobIds)
  })

  it('may be for none', async () => {
    await wakeups.wake([])
    await wakeups.remind([])
    await add([])
    expect(await waiting()).toEqual([])
  })

  it('may be for later', async () => {
    await wakeups.wake(jobIds, 3_600)
    expect(await waiting()).toEqual(jobIds)
  })

  it('of a reminder are not doubled by another reminder', async () => {
    await wakeups.remind(jobIds.slice(0, 2))
    await wakeups.remind(jobIds)
    expect(await waiting()).toEqual(jobIds)
  })

  it('of a reminder are not doubled by those that come at once, nor by naming a job twice', async () => {
    const twice = [...jobIds, ...jobIds]
    await Promise.all(Array.from({ length: 5 }, () => wakeups.remind(twice)))
    expect(await waiting()).toEqual(jobIds)
  })

  it('of a transaction come with it', async () => {
    await add(jobIds)
    expect(await waiting()).toEqual(jobIds)
  })

  it('of a transaction that fails do not come, and leave those of others alone', async () => {
    const [first = '', second = ''] = jobIds
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      await tx.wakeups.add([first])
      await wakeups.wake([second])
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    expect(await waiting()).toEqual([second])
  })
})
