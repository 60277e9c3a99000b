import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newSecret } from '../../../src/adapters/security/secret.ts'
import { type Api, createApi, lead, leads } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

const period = '2026-11'

describe('POST /public/trigger/{spinnerId}', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.inspect.loseTurns()
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 0 } })
  })

  it('queues a job and its wake-up, and counts one job on the meter', async () => {
    const { status, body } = await api.trigger()
    expect(status).toBe(201)
    expect(body).toEqual({ ok: true, jobId: expect.any(String), spinnerId: world.demo.spinnerId })
    expect((await world.inspect.jobs()).at(-1)).toMatchObject({ id: body['jobId'], status: 'queued' })
    expect(await world.inspect.turns()).toEqual([{ organizationId: world.demo.organizationId }])
    expect(await world.inspect.used(world.demo.organizationId, 'jobs', period)).toBe(1)
  })

  it.each([
    ['{} as the body', { json: {} }],
    ['an empty body', { raw: '' }],
    [
      'an empty form, as curl -d "" sends it',
      { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ])('accepts %s', async (_, ask) => {
    expect((await api.trigger(ask)).status).toBe(201)
  })

  it('refuses unknown fields', async () => {
    const { status, body } = await api.trigger({ json: { audience: 'all' } })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('assigns each record to exactly one job', async () => {
    await world.drain()
    const sent = async () => (await world.inspect.outbox()).map(({ to }) => to)
    const before = (await sent()).length
    await api.ingest(leads(3))
    await api.trigger()
    await api.ingest(leads(2, 3))
    await api.trigger()
    await api.trigger()
    await world.drain()
    expect((await sent()).slice(before).toSorted()).toEqual(leads(5).map(({ email }) => email))
  })

  it.each([
    ['an unknown id', '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d'],
    ['a malformed id', 'welcome'],
  ])('answers the same 404 for %s', async (_, spinnerId) => {
    const { status, body } = await api.trigger({ spinnerId })
    expect([status, body['code'], body['message']]).toEqual([
      404,
      'SPINNER_NOT_FOUND',
      'Published spinner not found',
    ])
  })

  it('answers 401 and 403 before 404', async () => {
    const spinnerId = 'nowhere'
    expect((await api.trigger({ spinnerId, key: newSecret('svc') })).status).toBe(401)
    await world.inspect.change({ scopes: ['ingest'] })
    const { status } = await api.trigger({ spinnerId })
    await world.inspect.change({ scopes: ['ingest', 'trigger'] })
    expect(status).toBe(403)
  })

  it('replays by Idempotency-Key: one job, one wake-up, one job on the meter', async () => {
    const headers = { 'idempotency-key': 'just-once' }
    const [jobs, used] = [
      (await world.inspect.jobs()).length,
      await world.inspect.used(world.demo.organizationId, 'jobs', period),
    ]
    const replies = await Promise.all(Array.from({ length: 30 }, () => api.trigger({ headers })))
    expect(new Set(replies.map(({ body }) => body['jobId'])).size).toBe(1)
    expect(replies.filter((reply) => reply.headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect((await world.inspect.jobs()).length - jobs).toBe(1)
    expect((await world.inspect.used(world.demo.organizationId, 'jobs', period)) - used).toBe(1)
  })

  it('refuses a job that exceeds the plan, and starts nothing', async () => {
    const before = await world.inspect.jobs()
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 500 } })
    const { status, body } = await api.trigger()
    expect(status).toBe(402)
    expect(body).toMatchObject({ code: 'PLAN_LIMIT', meter: 'jobs', limit: 500, used: 500, requested: 1 })
    expect(await world.inspect.jobs()).toEqual(before)
  })

  it('starts no unpublished spinner, and still replays a start from before', async () => {
    const headers = { 'idempotency-key': 'while-it-was-published' }
    const first = await api.trigger({ headers })
    await world.inspect.change({ unpublish: true })
    const again = await api.trigger({ headers })
    const fresh = await api.trigger()
    await world.inspect.change({ unpublish: false })
    expect([again.status, again.body['jobId']]).toEqual([201, first.body['jobId']])
    expect(fresh.status).toBe(404)
  })
})

describe('GET /public/jobs/{jobId}', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  it('shows a job from queued to completed', async () => {
    await api.ingest(leads(3))
    const { body } = await api.trigger()
    const jobId = String(body['jobId'])
    const queued = await api.job(jobId)
    expect(queued.body).toMatchObject({
      ok: true,
      jobId,
      status: 'queued',
      counts: { total: 3, pending: 3 },
      startedAt: null,
    })
    await world.drain()
    const { body: done } = await api.job(jobId)
    expect(done).toMatchObject({ status: 'completed', counts: { total: 3, pending: 0, done: 3, failed: 0 } })
    expect(done['finishedAt']).not.toBeNull()
  })

  it('counts a recipient with an invalid address as failed, and sends to the others', async () => {
    await api.ingest([
      lead(10),
      { ...lead(11), email: 'nowhere' },
      { ...lead(12), email: 'a@example.com, b@example.com' },
    ])
    const { body } = await api.trigger()
    await world.drain()
    const { body: job } = await api.job(String(body['jobId']))
    expect(job).toMatchObject({ status: 'completed', counts: { total: 3, done: 1, failed: 2 } })
  })

  it('splits a large audience into slices and sends to every recipient once', async () => {
    await api.ingest(leads(500, 2_000))
    await api.ingest(leads(499, 2_500))
    for (let index = 0; index < 5; index++) await api.ingest([lead(3_000 + index)])
    const { body } = await api.trigger()
    await world.drain()
    const { body: job } = await api.job(String(body['jobId']))
    expect(job).toMatchObject({ status: 'completed', counts: { total: 1004, done: 1004 } })
    const addresses = (await world.inspect.outbox()).map(({ to }) => to)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each([
    ['an unknown id', '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d'],
    ['a malformed id', 'latest'],
  ])('answers 404 for %s', async (_, jobId) => {
    const { status, body } = await api.job(jobId)
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
  })

  it('requires the trigger scope', async () => {
    await world.inspect.change({ scopes: ['ingest'] })
    const { status } = await api.job('latest')
    await world.inspect.change({ scopes: ['ingest', 'trigger'] })
    expect(status).toBe(403)
  })
})
