import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newSettings } from '../../../src/domain/account/organization.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { defaultPlans, type Plan } from '../../../src/domain/plan/plan.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { PlanStore } from '../../../src/ports/plan/plans.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type KernelWorld, storages } from '../../support/demo/kernel.ts'
import { EventLog } from '../../support/event/event-log.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe.each(storages)('PlanStore (%s)', (_name, createStorage) => {
  let world: KernelWorld
  let plans: PlanStore
  beforeAll(async () => {
    world = await createStorage()
    plans = world.container.get(PlanStore)
  })
  afterAll(() => world.close())

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const planOf = (organizationId: string) => inTransaction((tx) => tx.plans.of(organizationId))

  async function organizationOn(plan: Plan): Promise<string> {
    const id = newId()
    await inTransaction(async (tx) => {
      await tx.plans.put([plan])
      const rest = { ...newSettings, createdAt: world.clock.now() }
      await tx.organizations.add({ id, name: 'One', planId: plan.id, ...rest })
    })
    return id
  }
  const newPlan = (): Plan => ({
    id: newId(),
    name: "Ørsted's plan",
    hasApiKeys: true,
    limits: { records: 9_007_199_254_740_991, jobs: 0, dataTables: null, spinners: 7, requestsPerSecond: 40 },
  })

  describe('plans', () => {
    it('are found as they were stored, with and without limits', async () => {
      const plan = newPlan()
      const organizationId = await organizationOn(plan)
      expect(await planOf(organizationId)).toEqual(plan)
    })

    it('change for the organizations that have them', async () => {
      const plan = newPlan()
      const organizationId = await organizationOn(plan)
      const changed = { ...plan, name: 'New', hasApiKeys: false, limits: { ...plan.limits, jobs: null } }
      await inTransaction((tx) => tx.plans.put([changed]))
      expect(await planOf(organizationId)).toEqual(changed)
    })

    it('remain with organizations that have them when others are stored', async () => {
      const plan = newPlan()
      const organizationId = await organizationOn(plan)
      await inTransaction((tx) => tx.plans.put(defaultPlans))
      expect(await planOf(organizationId)).toEqual(plan)
    })

    it('that exist are not changed when missing ones are added', async () => {
      const [known, missing] = [newPlan(), newPlan()]
      const organizationId = await organizationOn(known)
      await inTransaction((tx) => tx.plans.putMissing([{ ...known, name: 'Another' }, missing]))
      expect(await planOf(organizationId)).toEqual(known)
      await inTransaction(async (tx) => {
        const organization = await tx.organizations.lock(organizationId)
        if (organization !== null) await tx.organizations.save({ ...organization, planId: missing.id })
      })
      expect(await planOf(organizationId)).toEqual(missing)
    })

    it('may be an empty list', async () => {
      await inTransaction(async (tx) => {
        await tx.plans.put([])
        await tx.plans.putMissing([])
      })
    })

    it('do not apply to an unknown organization', async () => {
      await expect(planOf(newId())).rejects.toThrow('The organization does not exist, so it has no plan')
    })
  })

  describe('a meter', () => {
    const spend = (organizationId: string, amount: number, period = '2026-11') =>
      inTransaction((tx) => tx.plans.spend({ organizationId, meter: 'jobs', period, amount }))

    it('is zero before the first use, with the limit of the plan', async () => {
      const { organizationId } = await createTenant(world, { limits: { jobs: 3 } })
      const reading = { meter: 'jobs', limit: 3, used: 0 }
      expect(await plans.readMeter(organizationId, 'jobs', '2026-11')).toEqual(reading)
      expect(await inTransaction((tx) => tx.plans.readMeter(organizationId, 'jobs', '2026-11'))).toEqual(
        reading,
      )
    })

    it('returns what was used, in its own period only', async () => {
      const { organizationId } = await createTenant(world)
      await spend(organizationId, 2)
      await spend(organizationId, 5, '2026-12')
      expect(await plans.readMeter(organizationId, 'jobs', '2026-11')).toEqual({
        meter: 'jobs',
        limit: null,
        used: 2,
      })
      expect(await plans.readMeter(organizationId, 'records', '2026-11')).toMatchObject({ used: 0 })
      const other = await createTenant(world)
      expect(await plans.readMeter(other.organizationId, 'jobs', '2026-11')).toMatchObject({ used: 0 })
    })

    it('shows uncommitted use inside the transaction, and outside only after the commit', async () => {
      const { organizationId } = await createTenant(world)
      const inside = await inTransaction(async (tx) => {
        await tx.plans.spend({ organizationId, meter: 'jobs', period: '2026-11', amount: 4 })
        return tx.plans.readMeter(organizationId, 'jobs', '2026-11')
      })
      expect([inside.used, (await plans.readMeter(organizationId, 'jobs', '2026-11')).used]).toEqual([4, 4])
    })

    it('returns its state if the amount exceeds it, and does not change', async () => {
      const { organizationId } = await createTenant(world, { limits: { jobs: 3 } })
      expect(await spend(organizationId, 2)).toBeNull()
      expect(await spend(organizationId, 2)).toEqual({ meter: 'jobs', limit: 3, used: 2 })
      expect(await spend(organizationId, 1)).toBeNull()
    })

    it('counts far beyond 32 bits', async () => {
      const { organizationId } = await createTenant(world)
      for (let time = 0; time < 2; time++) await spend(organizationId, 4_000_000_000)
      expect(await plans.readMeter(organizationId, 'jobs', '2026-11')).toMatchObject({ used: 8_000_000_000 })
    })

    it('does not exist for an unknown organization', async () => {
      await expect(plans.readMeter(newId(), 'jobs', '2026-11')).rejects.toThrow(new DomainError('NOT_FOUND'))
      await expect(spend(newId(), 1)).rejects.toThrow()
    })
  })
})

describe('a meter tells that it has reached', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const spend = (organizationId: string, amount: number, period = '2026-11') =>
    inTransaction((tx) => tx.plans.spend({ organizationId, meter: 'jobs', period, amount }))
  const month = { meter: 'jobs', period: '2026-11' } as const
  const percents = async (log: EventLog) =>
    (await log.next('meter.reached')).map(({ object, data }) => {
      expect([object, data['month']]).toEqual([{ type: 'meter', id: 'jobs' }, '2026-11'])
      return [data['percent'], data['used'], data['limit']]
    })

  it('80 % and 100 % of its limit, each once in a month', async () => {
    const { organizationId } = await createTenant(world, { limits: { jobs: 10 } })
    const log = await EventLog.of(world, organizationId)
    await spend(organizationId, 7)
    expect(await percents(log)).toEqual([])
    await spend(organizationId, 1)
    expect(await percents(log)).toEqual([[80, 8, 10]])
    await spend(organizationId, 1)
    expect(await percents(log)).toEqual([])
    expect(await spend(organizationId, 2)).not.toBeNull()
    expect(await percents(log)).toEqual([])
    await spend(organizationId, 1)
    expect(await percents(log)).toEqual([[100, 10, 10]])
    await spend(organizationId, 10, '2026-12')
    const next = (await log.next()).map(({ data }) => [data['month'], data['percent']])
    expect(next).toEqual([
      ['2026-12', 80],
      ['2026-12', 100],
    ])
  })

  it('its limit after a change of the plan, and writes one event about it', async () => {
    const { organizationId, offer } = await createTenant(world, { limits: { jobs: 100 } })
    const log = await EventLog.of(world, organizationId)
    const noteReached = () => inTransaction((tx) => tx.plans.noteReached({ organizationId, ...month }))
    await noteReached()
    await spend(organizationId, 9)
    await offer({ jobs: 10 })
    for (let time = 0; time < 2; time++) await noteReached()
    expect(await percents(log)).toEqual([[80, 9, 10]])
    await offer({ jobs: 5 })
    await noteReached()
    expect(await percents(log)).toEqual([[100, 9, 5]])
    // A higher limit is not reached again in the same month.
    await offer({ jobs: 20 })
    await spend(organizationId, 11)
    expect(await percents(log)).toEqual([])
    await offer({ jobs: null })
    await noteReached()
    await spend(organizationId, 1_000)
    expect(await percents(log)).toEqual([])
  })

  it('nothing if the transaction is rolled back', async () => {
    const { organizationId } = await createTenant(world, { limits: { jobs: 10 } })
    const log = await EventLog.of(world, organizationId)
    const failing = inTransaction(async (tx) => {
      await tx.plans.spend({ organizationId, ...month, amount: 10 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await percents(log)).toEqual([])
    await spend(organizationId, 10)
    expect(await percents(log)).toEqual([
      [80, 10, 10],
      [100, 10, 10],
    ])
  })
})

it('the plan of an organization is shown with the organization', async () => {
  const world = await createWorld()
  const { organizationId } = world.demo
  const plan = await world.container.get(UnitOfWork).run((tx) => tx.plans.of(organizationId))
  expect((await world.container.get(OrganizationStore).find(organizationId))?.plan).toEqual(plan)
  await world.close()
})
