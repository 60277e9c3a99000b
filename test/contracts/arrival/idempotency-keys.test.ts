import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { leads } from '../../support/api.ts'
import { type KernelWorld, storages } from '../../support/demo/kernel.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld } from '../../support/world.ts'

describe.each(storages)('tx.arrivals (%s)', (_name, createStorage) => {
  let world: KernelWorld
  let own: Tenant
  beforeAll(async () => {
    world = await createStorage()
    own = await createTenant(world)
  })
  afterAll(() => world.close())

  const arrival = (key: string) => ({
    credential: own.key,
    dataTableId: own.dataTableId,
    records: leads(1),
    idempotency: { key, fingerprint: 'print' },
    requestId: 'request',
  })
  const use = (key: string) => world.container.get(IngestRecords).execute(arrival(key))
  const isKnown = async (key: string) =>
    (await world.container.get(RecordAppender).factsOf(arrival(key))).earlier !== null
  const forget = (before: Date, most: number) =>
    world.container
      .get(UnitOfWork)
      .run((tx) => tx.arrivals.forgetIdempotencyKeys(before, most, world.clock.now()))

  it('deletes keys older than a given time, in batches, and no others', async () => {
    const now = world.clock.now()
    world.clock.set('2026-10-01T00:00:00.000Z')
    for (const key of ['a', 'b', 'c']) await use(key)
    world.clock.set('2026-10-02T00:00:00.000Z')
    await use('at the moment')
    const moment = world.clock.now()
    world.clock.set(now.toISOString())
    expect([
      await forget(moment, 0),
      await forget(moment, 2),
      await forget(moment, 2),
      await forget(moment, 2),
    ]).toEqual([0, 2, 1, 0])
    expect(await Promise.all(['a', 'b', 'c', 'at the moment'].map(isKnown))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('keeps a key whose deletion was rolled back', async () => {
    world.clock.set('2026-11-01T00:00:00.000Z')
    await use('kept')
    world.clock.set('2026-11-20T12:00:00.000Z')
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      await tx.arrivals.forgetIdempotencyKeys(world.clock.now(), 100, world.clock.now())
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    expect(await isKnown('kept')).toBe(true)
  })

  it('accepts a deleted key as new', async () => {
    await use('again')
    await forget(new Date('2027-01-01T00:00:00.000Z'), 100)
    expect((await use('again')).replayed).toBe(false)
    expect((await use('again')).replayed).toBe(true)
  })
})

it('measures the age of keys of a test organization by its clock', async () => {
  const world = await createWorld()
  const real = world.clock.now()
  const testing = await createTenant(world)
  const used = new Date('2026-09-01T00:00:00.000Z')
  const hours = (count: number) => count * 3_600_000
  const inTest = (age: number) => newTestClock(testing.organizationId, new Date(used.getTime() + hours(age)))
  const unitOfWork = world.container.get(UnitOfWork)
  const tested = {
    credential: testing.key,
    dataTableId: testing.dataTableId,
    records: leads(1),
    idempotency: { key: 'tested', fingerprint: 'print' },
    requestId: 'request',
  }
  const before = new Date(real.getTime() - hours(48))
  const forget = () =>
    unitOfWork.run((tx) => tx.arrivals.forgetIdempotencyKeys(before, 100, world.clock.now()))
  const known = async () => (await world.container.get(RecordAppender).factsOf(tested)).earlier !== null
  world.clock.set(used.toISOString())
  await world.container.get(IngestRecords).execute(tested)
  world.clock.set(real.toISOString())
  await unitOfWork.run((tx) => tx.testClocks.add(inTest(47)))
  await forget()
  expect(await known()).toBe(true)
  await unitOfWork.run((tx) => tx.testClocks.save(inTest(49)))
  expect(await forget()).toBe(1)
  expect(await known()).toBe(false)
  await world.close()
})
