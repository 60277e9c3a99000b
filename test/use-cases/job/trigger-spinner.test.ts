import { beforeEach, describe, expect, it } from '@jest/globals'
import { audienceSize } from '../../../src/domain/spinner/audience.ts'
import { createFixture, type Fixture, leads } from '../fixture.ts'

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})

const sizeOf = (jobId: string) => {
  const job = on.store.jobs.get(jobId)
  return job && audienceSize(job.audience)
}
const audiences = () =>
  [...on.store.jobs.values()].map(({ audience }) => [audience.from.seq, audience.to.seq])

describe('a trigger', () => {
  it('is acknowledged with the job and its organization', async () => {
    const { organizationId, spinnerId } = on.demo
    expect(await on.trigger()).toEqual({
      answer: { jobId: expect.any(String), spinnerId },
      replayed: false,
      organizationId,
    })
  })

  it('queues a job of the published version', async () => {
    const { answer } = await on.trigger()
    const stored = { status: 'queued', spinnerVersion: 1, source: 'api' }
    expect(on.store.jobs.get(answer.jobId)).toMatchObject(stored)
  })

  it('wakes a worker for the job', async () => {
    await on.trigger()
    expect([...on.store.turns]).toEqual([on.demo.organizationId])
  })

  it('is counted on the meter', async () => {
    await on.trigger()
    expect(await on.used('jobs')).toBe(1)
  })

  it('accepts the spinner id in capitals', async () => {
    const { answer } = await on.trigger({ spinnerId: on.demo.spinnerId.toUpperCase() })
    expect(answer.spinnerId).toBe(on.demo.spinnerId)
  })

  it('starts an empty job if there are no records', async () => {
    const { answer } = await on.trigger()
    expect(sizeOf(answer.jobId)).toBe(0)
  })
})

describe('the audience of a job', () => {
  it('is every record that was acknowledged before the trigger', async () => {
    await on.ingest(leads(2))
    await on.ingest(leads(3))
    const { answer } = await on.trigger()
    expect(sizeOf(answer.jobId)).toBe(5)
  })

  it('leaves later records to the next job', async () => {
    await on.ingest(leads(2))
    await on.trigger()
    await on.ingest(leads(3))
    await on.trigger()
    expect(audiences()).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('is never shared by jobs that are triggered at once', async () => {
    await on.ingest(leads(2))
    await Promise.all([on.trigger(), on.trigger(), on.trigger()])
    expect(audiences()).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
    ])
  })

  it('is every record each time if the version says "all"', async () => {
    on.changeVersion({ audience: 'all' })
    await on.ingest(leads(2))
    await on.trigger()
    await on.trigger()
    expect(audiences()).toEqual([
      [0, 1],
      [0, 1],
    ])
  })
})

describe('spinners over one table', () => {
  it('each take every record', async () => {
    const spinnerId = on.addSpinner()
    await on.ingest(leads(2))
    await on.trigger()
    await on.trigger({ spinnerId })
    expect(audiences()).toEqual([
      [0, 1],
      [0, 1],
    ])
  })
})

describe('a trigger is refused', () => {
  it('with an unknown key', async () => {
    const caller = { kind: 'apiKey', digest: 'unknown' } as const
    await expect(on.trigger({ caller })).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('with a revoked key', async () => {
    on.changeKey({ revokedAt: on.clock.now() })
    await expect(on.trigger()).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('with a key that lacks the scope', async () => {
    on.changeKey({ scopes: ['ingest'] })
    await expect(on.trigger()).rejects.toMatchObject({ code: 'MISSING_SCOPE' })
  })

  it('because of its key before its spinner is checked', async () => {
    on.changeKey({ scopes: ['ingest'] })
    await expect(on.trigger({ spinnerId: 'no id' })).rejects.toMatchObject({ code: 'MISSING_SCOPE' })
  })

  it.each([
    ['a spinner that does not exist', '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d'],
    ['a value that is not an id', 'no id'],
    ['nothing', ''],
  ])('for %s', async (_what, spinnerId) => {
    await expect(on.trigger({ spinnerId })).rejects.toMatchObject({
      code: 'SPINNER_NOT_FOUND',
      message: 'Published spinner not found',
    })
  })

  it('for a draft', async () => {
    on.unpublish()
    await expect(on.trigger()).rejects.toMatchObject({ code: 'SPINNER_NOT_FOUND' })
  })

  it("for another organization's spinner, as if it did not exist", async () => {
    const { spinnerId } = on.demo
    const spinner = on.store.spinners.get(spinnerId)
    if (spinner !== undefined) on.store.spinners.set(spinnerId, { ...spinner, organizationId: 'another' })
    await expect(on.trigger()).rejects.toMatchObject({
      code: 'SPINNER_NOT_FOUND',
      message: 'Published spinner not found',
    })
  })
})

describe('a trigger that the plan refuses', () => {
  beforeEach(async () => {
    await on.limit({ jobs: 1 })
    await on.trigger()
    await on.ingest(leads(2))
  })

  it('returns the reason', async () => {
    await expect(on.trigger()).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
      details: { meter: 'jobs', limit: 1, used: 1, requested: 1, resetsAt: '2026-12-01T00:00:00.000Z' },
    })
  })

  it('creates no job', async () => {
    await on.trigger().catch(() => {})
    expect(on.store.jobs.size).toBe(1)
  })

  it('creates no wake-up', async () => {
    on.store.turns.clear()
    await on.trigger().catch(() => {})
    expect(on.store.turns.size).toBe(0)
  })

  it('leaves its audience to the next job', async () => {
    await on.trigger().catch(() => {})
    await on.limit({ jobs: 2 })
    await on.trigger()
    expect(audiences().at(-1)).toEqual([0, 1])
  })

  it('leaves its idempotency key unused', async () => {
    const idempotency = { key: 'k', fingerprint: 'f' }
    await on.trigger({ idempotency }).catch(() => {})
    await on.limit({ jobs: 2 })
    expect(await on.trigger({ idempotency })).toMatchObject({ replayed: false })
  })

  it('does not change the meter', async () => {
    await on.trigger().catch(() => {})
    expect(await on.used('jobs')).toBe(1)
  })
})

describe('an idempotency key', () => {
  const idempotency = { key: 'k', fingerprint: 'of the payload' }

  it('that is repeated returns the first job', async () => {
    const { answer } = await on.trigger({ idempotency })
    expect(await on.trigger({ idempotency })).toMatchObject({ answer, replayed: true })
  })

  it('that is repeated starts nothing', async () => {
    await on.trigger({ idempotency })
    await on.trigger({ idempotency })
    expect(on.store.jobs.size).toBe(1)
  })

  it('that is repeated does not change the meter', async () => {
    await on.trigger({ idempotency })
    await on.trigger({ idempotency })
    expect(await on.used('jobs')).toBe(1)
  })

  it('that is used many times at once starts one job', async () => {
    await Promise.all(Array.from({ length: 20 }, () => on.trigger({ idempotency })))
    expect(on.store.jobs.size).toBe(1)
  })

  it('with a different payload is refused', async () => {
    await on.trigger({ idempotency })
    await expect(on.trigger({ idempotency: { key: 'k', fingerprint: 'of another' } })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('can be used for another spinner too', async () => {
    const { answer } = await on.trigger({ idempotency })
    const spinnerId = on.addSpinner()
    expect(await on.trigger({ idempotency, spinnerId })).not.toMatchObject({ answer })
  })

  it('returns its first job even if the spinner is a draft again', async () => {
    const { answer } = await on.trigger({ idempotency })
    on.unpublish()
    expect(await on.trigger({ idempotency })).toMatchObject({ answer, replayed: true })
  })

  it('is not used up by an unknown spinner', async () => {
    on.unpublish()
    await on.trigger({ idempotency }).catch(() => {})
    expect(on.store.idempotencyKeys.size).toBe(0)
  })

  it('shows no answer to an invalid key', async () => {
    await on.trigger({ idempotency })
    on.changeKey({ revokedAt: on.clock.now() })
    await expect(on.trigger({ idempotency })).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })
})
