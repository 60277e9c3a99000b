import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { digest } from '../../src/adapters/security/secret.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobIntake, type JobOrder } from '../../src/ports/job-intake.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { createApi } from '../support/api.ts'
import { signUp } from '../support/person.ts'
import { adapters, createWorld, type World } from '../support/world.ts'

describe.each(adapters)('JobIntake on %s', (name) => {
  let world: World
  let intake: JobIntake

  beforeEach(async () => {
    world = await createWorld(name)
    intake = world.container.get(JobIntake)
  })
  afterEach(() => world.close())

  const order = (parts: Partial<JobOrder> = {}): JobOrder => ({
    jobId: world.container.get(Ids).next(),
    caller: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
    spinnerId: world.demo.spinnerId,
    idempotency: null,
    ...parts,
  })
  const keyed = (key: string, fingerprint = 'print'): JobOrder => order({ idempotency: { key, fingerprint } })
  const stranger = async () => {
    const api = await createApi(world)
    const { organizationId } = await signUp(api)
    await api.close()
    return { kind: 'session', organizationId } as const
  }
  const used = () => world.inspect.used(world.demo.organizationId, 'jobs', '2026-11')
  const jobIds = async () => (await world.inspect.jobs()).map(({ id }) => id)

  it('writes job and wake-up, spends one, and says whose job it is', async () => {
    const one = order()
    expect(await intake.start(one)).toBe(world.demo.organizationId)
    expect([await jobIds(), await world.inspect.wakeups()]).toEqual([[one.jobId], [one.jobId]])
    expect(await used()).toBe(1)
  })

  it('wakes the runtime for each of many that are started at once', async () => {
    const many = Array.from({ length: 70 }, () => order())
    const organizations = await Promise.all(many.map((one) => intake.start(one)))
    expect(new Set(organizations)).toEqual(new Set([world.demo.organizationId]))
    const ids = many.map(({ jobId }) => jobId).toSorted()
    expect((await jobIds()).toSorted()).toEqual(ids)
    expect((await world.inspect.wakeups()).toSorted()).toEqual(ids)
    expect(await used()).toBe(70)
  })

  it('starts a job for a person of the organization', async () => {
    const { organizationId } = world.demo
    expect(await intake.start(order({ caller: { kind: 'session', organizationId } }))).toBe(organizationId)
  })

  describe('writes nothing', () => {
    const nothing = async () => {
      expect([await world.inspect.jobs(), await world.inspect.wakeups(), await used()]).toEqual([[], [], 0])
    }

    it("for somebody else's spinner", async () => {
      expect(await intake.start(order({ caller: await stranger() }))).toBeNull()
      await nothing()
    })

    it('for a draft, and says so', async () => {
      await world.inspect.change({ unpublish: true })
      expect(await intake.start(order())).toBeNull()
      expect(await intake.standing(order())).toMatchObject({ isPublished: false })
      await nothing()
    })

    it('beyond the plan, and says how the meter stands', async () => {
      await world.inspect.change({ used: { meter: 'jobs', period: '2026-11', amount: 500 } })
      expect(await intake.start(keyed('k'))).toBeNull()
      expect(await intake.standing(keyed('k'))).toMatchObject({
        earlier: null,
        reading: { meter: 'jobs', limit: 500, used: 500 },
      })
      expect([await world.inspect.jobs(), await world.inspect.wakeups()]).toEqual([[], []])
    })

    it('for one of those that are asked for together, and starts the others', async () => {
      const orders = [order(), order({ caller: await stranger() }), order()]
      const answers = await Promise.all(orders.map((one) => intake.start(one)))
      const { organizationId } = world.demo
      expect(answers).toEqual([organizationId, null, organizationId])
      expect(await jobIds()).toHaveLength(2)
    })
  })

  describe('an idempotency key', () => {
    it('stands for the first job', async () => {
      const first = keyed('k', 'of the first')
      await intake.start(first)
      expect(await intake.start(keyed('k', 'of the second'))).toBeNull()
      const { jobId, spinnerId } = first
      expect((await intake.standing(keyed('k'))).earlier).toMatchObject({
        fingerprint: 'of the first',
        answer: { jobId, spinnerId },
      })
    })

    it('that comes many times at once starts one job', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => intake.start(keyed('k'))))
      expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
      expect([await used(), (await jobIds()).length]).toEqual([1, 1])
    })

    it('is forgotten in chunks, the old ones only', async () => {
      const now = world.clock.now()
      world.clock.set('2026-11-01T00:00:00.000Z')
      for (const key of ['o1', 'o2', 'o3']) await intake.start(keyed(key))
      world.clock.set(now.toISOString())
      await intake.start(keyed('young'))
      const forget = () => world.container.get(UnitOfWork).run((tx) => tx.idempotencyKeys.forget(now, 2))
      expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0])
      expect((await intake.standing(keyed('o1'))).earlier).toBeNull()
      expect((await intake.standing(keyed('young'))).earlier).not.toBeNull()
    })
  })
})
