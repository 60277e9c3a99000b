import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Ids } from '../../src/ports/ids.ts'
import type { MeterSpending } from '../../src/ports/plan/plans.ts'
import type { ProjectStore } from '../../src/ports/table/projects.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../support/world.ts'

describe('UnitOfWork', () => {
  let world: World
  let unitOfWork: UnitOfWork
  let newId: () => string

  beforeAll(async () => {
    world = await createWorld()
    unitOfWork = world.container.get(UnitOfWork)
    const ids = world.container.get(Ids)
    newId = () => ids.next()
  })
  afterAll(() => world.close())

  const spending = (amount: number, period = '2026-11'): MeterSpending => ({
    organizationId: world.demo.organizationId,
    meter: 'jobs',
    period,
    amount,
  })

  const requested = async () => (await world.inspect.turns()).map(({ organizationId }) => organizationId)
  const used = (period: string) => world.inspect.used(world.demo.organizationId, 'jobs', period)

  /** A type test that never runs: it fails if a store can write or lock outside of a transaction. */
  async function outside(projects: ProjectStore) {
    // @ts-expect-error a write outside of a transaction
    await projects.add({ id: '', organizationId: '', name: '', createdAt: new Date(0) })
    // @ts-expect-error a lock outside of a transaction
    await projects.lock('', '')
    return projects.find('', '')
  }

  it('gives the stores that write and lock', async () => {
    expect(outside).toHaveLength(1)
    expect(await unitOfWork.run((tx) => tx.projects.lock(newId(), newId()))).toBeNull()
  })

  it('commits a meter and a wake-up together', async () => {
    const id = newId()
    await unitOfWork.run(async (tx) => {
      await tx.plans.spend(spending(1, '2030-01'))
      await tx.jobs.announceTurns([id])
    })
    expect(await used('2030-01')).toBe(1)
    expect(await requested()).toContain(id)
  })

  it('stores neither if an error occurs between the two', async () => {
    const id = newId()
    const run = unitOfWork.run(async (tx) => {
      await tx.plans.spend(spending(1, '2030-02'))
      await Promise.reject(new Error('between the two'))
      await tx.jobs.announceTurns([id])
    })
    await expect(run).rejects.toThrow('between the two')
    expect(await used('2030-02')).toBe(0)
    expect(await requested()).not.toContain(id)
  })

  it('stores nothing from before an error at the end', async () => {
    const id = newId()
    const run = unitOfWork.run(async (tx) => {
      await Promise.all([tx.jobs.announceTurns([id]), tx.plans.spend(spending(1, '2030-03'))])
      throw new Error('at the end')
    })
    await expect(run).rejects.toThrow('at the end')
    expect(await used('2030-03')).toBe(0)
    expect(await requested()).not.toContain(id)
  })

  it('returns the result of the work', async () => {
    expect(await unitOfWork.run(async () => 'done')).toBe('done')
  })

  describe('meters', () => {
    it('are charged up to the limit, and return their state beyond it', async () => {
      const period = '2031-01'
      const first = await unitOfWork.run((tx) => tx.plans.spend(spending(499, period)))
      const over = await unitOfWork.run((tx) => tx.plans.spend(spending(2, period)))
      const last = await unitOfWork.run((tx) => tx.plans.spend(spending(1, period)))
      expect([first, last]).toEqual([null, null])
      expect(over).toEqual({ meter: 'jobs', limit: 500, used: 499 })
      expect(await world.inspect.used(world.demo.organizationId, 'jobs', period)).toBe(500)
    })

    it('refuse a first amount beyond the plan', async () => {
      const over = await unitOfWork.run((tx) => tx.plans.spend(spending(501, '2031-02')))
      expect(over).toEqual({ meter: 'jobs', limit: 500, used: 0 })
    })

    it('are exact when 32 compete for the last units', async () => {
      const period = '2031-03'
      await unitOfWork.run((tx) => tx.plans.spend(spending(490, period)))
      const readings = await Promise.all(
        Array.from({ length: 32 }, () => unitOfWork.run((tx) => tx.plans.spend(spending(1, period)))),
      )
      expect(readings.filter((reading) => reading === null)).toHaveLength(10)
      expect(await world.inspect.used(world.demo.organizationId, 'jobs', period)).toBe(500)
    })
  })
})
