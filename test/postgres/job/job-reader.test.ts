import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { JobReader } from '../../../src/use-cases/job/job-reader.ts'
import { createFixture, type Fixture, leads } from '../../support/demo/fixture.ts'

let on: Fixture
let jobId: string
beforeEach(async () => {
  on = await createFixture()
  await on.ingest(leads(2))
  jobId = (await on.trigger()).answer.jobId
})
afterEach(() => on.close())

const get = (id = jobId) =>
  on.container.get(JobReader).find({ organizationId: on.demo.organizationId, projectIds: null }, id)

describe('JobReader', () => {
  it('returns a queued job', async () => {
    expect(await get()).toMatchObject({
      id: jobId,
      organizationId: on.demo.organizationId,
      spinnerId: on.demo.spinnerId,
      status: 'queued',
      counts: { total: 2, pending: 2, waiting: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0 },
      createdAt: new Date('2026-11-20T12:00:00.000Z'),
      startedAt: null,
      finishedAt: null,
      error: null,
    })
  })

  it('returns a completed job', async () => {
    await on.later(60)
    await on.drain()
    expect(await get()).toMatchObject({
      status: 'completed',
      counts: { total: 2, pending: 0, done: 2 },
      startedAt: new Date('2026-11-20T12:01:00.000Z'),
      finishedAt: new Date('2026-11-20T12:01:00.000Z'),
    })
  })

  it('accepts the id in capitals', async () => {
    expect((await get(jobId.toUpperCase())).id).toBe(jobId)
  })
})

describe('a job is not found', () => {
  it.each(['01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d', 'not an id', ''])('by %j', async (id) => {
    await expect(get(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Job not found' })
  })

  it('by another organization, as if it did not exist', async () => {
    await on.sql.query('update jobs set organization_id = gen_random_uuid() where id = $1', [jobId])
    await expect(get()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Job not found' })
  })
})
