import { beforeEach, describe, expect, it } from '@jest/globals'
import type { MeterName } from '../../../src/domain/plan/meter.ts'
import { createFixture, type Fixture, leads } from '../fixture.ts'

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})

const check = (meter: MeterName, amount: number, organizationId = on.demo.organizationId) =>
  on.checkPlanMeter.execute({ organizationId, meter, amount })

describe('the check of a meter', () => {
  it('reads zero before anything was used', async () => {
    expect(await check('records', 0)).toEqual({
      meter: 'records',
      limit: 50_000,
      used: 0,
      period: '2026-11',
      resetsAt: new Date('2026-12-01T00:00:00.000Z'),
    })
  })

  it('reads the used amount', async () => {
    await on.ingest(leads(3))
    expect(await check('records', 0)).toMatchObject({ used: 3 })
  })

  it('keeps meters separate', async () => {
    await on.ingest(leads(3))
    expect(await check('jobs', 0)).toMatchObject({ used: 0 })
  })

  it('does not change the meter', async () => {
    await check('records', 100)
    expect(await check('records', 0)).toMatchObject({ used: 0 })
  })

  it('permits exactly the remaining amount', async () => {
    expect(await check('records', 50_000)).toMatchObject({ used: 0 })
  })

  it('refuses one more than the remaining amount', async () => {
    await expect(check('records', 50_001)).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
      details: { limit: 50_000, used: 0, requested: 50_001 },
    })
  })

  it('permits any amount on a plan without limits', async () => {
    on.moveToPlan('unlimited')
    expect(await check('records', 1_000_000_000)).toMatchObject({ limit: null })
  })

  it('reads the limit of the present plan', async () => {
    on.moveToPlan('growth')
    expect(await check('jobs', 0)).toMatchObject({ limit: 10_000 })
  })

  it('reads zero again in the next month', async () => {
    await on.ingest(leads(3))
    on.clock.set('2026-12-01T00:00:00.000Z')
    expect(await check('records', 0)).toMatchObject({ used: 0, period: '2026-12' })
  })

  it('finds nothing for an unknown organization', async () => {
    await expect(check('records', 0, '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
