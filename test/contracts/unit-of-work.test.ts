import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Job } from '../../src/domain/job/job.ts'
import { Ids } from '../../src/ports/ids.ts'
import { type MeterSpending, UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { adapters, createWorld, type World } from '../support/world.ts'

describe.each(adapters)('UnitOfWork on %s', (name) => {
  let world: World
  let unitOfWork: UnitOfWork
  let newId: () => string

  beforeAll(async () => {
    world = await createWorld(name)
    unitOfWork = world.container.get(UnitOfWork)
    const ids = world.container.get(Ids)
    newId = () => ids.next()
  })
  afterAll(() => world.close())

  const job = (id: string): Job => ({
    id,
    organizationId: world.demo.organizationId,
    spinnerId: world.demo.spinnerId,
    spinnerVersion: 1,
    dataTableId: world.demo.dataTableId,
    source: 'api',
    audience: { from: { seq: 0, records: 0 }, to: { seq: 0, records: 0 } },
    createdAt: world.clock.now(),
  })
  const spending = (amount: number, period = '2026-11'): MeterSpending => ({
    organizationId: world.demo.organizationId,
    meter: 'jobs',
    period,
    amount,
  })

  it('commits job and wake-up together', async () => {
    const id = newId()
    await unitOfWork.run(async (tx) => {
      await tx.jobs.addQueued([job(id)])
      await tx.wakeups.add([id])
    })
    expect((await world.inspect.jobs()).map((one) => one.id)).toContain(id)
    expect(await world.inspect.wakeups()).toContain(id)
  })

  it('leaves neither when something fails between the two', async () => {
    const id = newId()
    const run = unitOfWork.run(async (tx) => {
      await tx.jobs.addQueued([job(id)])
      await Promise.reject(new Error('between the two'))
      await tx.wakeups.add([id])
    })
    await expect(run).rejects.toThrow('between the two')
    expect((await world.inspect.jobs()).map((one) => one.id)).not.toContain(id)
    expect(await world.inspect.wakeups()).not.toContain(id)
  })

  it('leaves nothing of what was done before a failure at the end', async () => {
    const id = newId()
    const before = await world.inspect.used(world.demo.organizationId, 'jobs', '2026-11')
    const run = unitOfWork.run(async (tx) => {
      await Promise.all([tx.jobs.addQueued([job(id)]), tx.wakeups.add([id]), tx.meters.spend(spending(1))])
      throw new Error('at the end')
    })
    await expect(run).rejects.toThrow('at the end')
    expect(await world.inspect.used(world.demo.organizationId, 'jobs', '2026-11')).toBe(before)
    expect((await world.inspect.jobs()).map((one) => one.id)).not.toContain(id)
    expect(await world.inspect.wakeups()).not.toContain(id)
  })

  it('answers what the work answers', async () => {
    expect(await unitOfWork.run(async () => 'done')).toBe('done')
  })

  describe('meters', () => {
    it('spend what fits, to the last one, and say how they stand when it does not', async () => {
      const period = '2031-01'
      const first = await unitOfWork.run((tx) => tx.meters.spend(spending(499, period)))
      const over = await unitOfWork.run((tx) => tx.meters.spend(spending(2, period)))
      const last = await unitOfWork.run((tx) => tx.meters.spend(spending(1, period)))
      expect([first, last]).toEqual([null, null])
      expect(over).toEqual({ meter: 'jobs', limit: 500, used: 499 })
      expect(await world.inspect.used(world.demo.organizationId, 'jobs', period)).toBe(500)
    })

    it('refuse a first spending that is larger than the plan', async () => {
      const over = await unitOfWork.run((tx) => tx.meters.spend(spending(501, '2031-02')))
      expect(over).toEqual({ meter: 'jobs', limit: 500, used: 0 })
    })

    it('are exact among 32 that race for the last ones', async () => {
      const period = '2031-03'
      await unitOfWork.run((tx) => tx.meters.spend(spending(490, period)))
      const readings = await Promise.all(
        Array.from({ length: 32 }, () => unitOfWork.run((tx) => tx.meters.spend(spending(1, period)))),
      )
      expect(readings.filter((reading) => reading === null)).toHaveLength(10)
      expect(await world.inspect.used(world.demo.organizationId, 'jobs', period)).toBe(500)
    })
  })

  describe('idempotency keys', () => {
    const slot = (key: string) => ({ organizationId: world.demo.organizationId, route: 'test', key })
    const claim = (key: string, answer: string) => ({
      ...slot(key),
      fingerprint: `print of ${answer}`,
      answer,
    })

    it('are taken once, and then say what they stand for', async () => {
      const at = world.clock.now()
      const first = await unitOfWork.run((tx) => tx.idempotencyKeys.claim([claim('a', 'first')], at))
      const second = await unitOfWork.run((tx) =>
        tx.idempotencyKeys.claim([claim('a', 'second'), claim('b', 'other')], at),
      )
      expect(first).toEqual([null])
      expect(second).toEqual([
        expect.objectContaining({ fingerprint: 'print of first', answer: 'first' }),
        null,
      ])
    })

    it('stand for the first of two in one transaction', async () => {
      const claims = [claim('twice', 'first'), claim('twice', 'second')]
      const found = await unitOfWork.run((tx) => tx.idempotencyKeys.claim(claims, world.clock.now()))
      expect(found).toEqual([null, expect.objectContaining({ answer: 'first' })])
    })

    it('are free again when the transaction fails', async () => {
      const run = unitOfWork.run(async (tx) => {
        await tx.idempotencyKeys.claim([claim('undone', 'x')], world.clock.now())
        throw new Error('no')
      })
      await expect(run).rejects.toThrow('no')
      expect(await unitOfWork.run((tx) => tx.idempotencyKeys.find([slot('undone')]))).toEqual([null])
    })

    it('are forgotten in chunks, the old ones only', async () => {
      const old = new Date('2020-01-01T00:00:00Z')
      await unitOfWork.run((tx) =>
        tx.idempotencyKeys.claim(
          ['o1', 'o2', 'o3'].map((key) => claim(key, key)),
          old,
        ),
      )
      await unitOfWork.run((tx) => tx.idempotencyKeys.claim([claim('young', 'y')], world.clock.now()))
      const before = new Date('2021-01-01T00:00:00Z')
      expect(await unitOfWork.run((tx) => tx.idempotencyKeys.forget(before, 2))).toBe(2)
      expect(await unitOfWork.run((tx) => tx.idempotencyKeys.forget(before, 2))).toBe(1)
      expect(await unitOfWork.run((tx) => tx.idempotencyKeys.find([slot('young')]))).not.toEqual([null])
    })
  })

  describe('shared', () => {
    it('gives each command its own answer or refusal', async () => {
      const double = unitOfWork.shared<number, number>(async (_tx, commands) =>
        commands.map((command) => (command < 0 ? new RangeError('negative') : command * 2)),
      )
      const answers = await Promise.allSettled([1, -1, 3].map((command) => double(command)))
      expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
        2,
        'refused',
        6,
      ])
    })

    it('does the commands one by one when they cannot be done together', async () => {
      const id = [newId(), newId(), newId()]
      const add = unitOfWork.shared<string, string>(async (tx, commands) => {
        await tx.jobs.addQueued(commands.map(job))
        if (commands.includes(id[1] ?? '')) throw new Error('not this one')
        return commands
      })
      const answers = await Promise.allSettled(id.map((one) => add(one)))
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      const jobs = new Set((await world.inspect.jobs()).map((one) => one.id))
      expect(id.map((one) => jobs.has(one))).toEqual([true, false, true])
    })
  })
})
