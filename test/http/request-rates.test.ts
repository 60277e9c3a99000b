import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead, type Reply } from '../support/api.ts'
import { createTenant, type Tenant } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

describe('clients that send too many requests', () => {
  let world: World
  let api: Api
  let fast: Tenant
  let other: Tenant
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    fast = await createTenant(world, { limits: { requestsPerSecond: 1 } })
    other = await createTenant(world)
  })
  afterAll(() => world.close())

  const ingest = ({ secrets, dataTableId }: Tenant, records: unknown[] = [lead(1)]) =>
    api.ingest(records, { key: secrets.apiKey, json: { dataTableId, records } })

  it('are refused with 429 whatever they send, and others are not', async () => {
    const refused = await ingest(fast, [{ nothing: 'of the table' }])
    expect(refused.status).toBe(422)
    const replies: Reply[] = []
    // Sends test requests until one is refused, because on a slow machine the rate limit recovers between the
    // requests.
    while (replies.length < 24 || replies.at(-1)?.status !== 429) replies.push(await ingest(fast))
    const { status, body, headers } = replies.at(-1) as Reply
    expect([status, body['code'], headers.get('ratelimit-limit')]).toEqual([429, 'RATE_LIMITED', '10'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(await world.inspect.records(fast.dataTableId)).toHaveLength(
      replies.filter((reply) => reply.status === 201).length,
    )
    const byUrl = await api.ingestByToken([lead(1)], { token: fast.secrets.ingestToken })
    expect([201, 429]).toContain(byUrl.status)
    for (let no = 0; no < 24; no++) {
      const reply = await ingest(other)
      expect([reply.status, reply.headers.get('ratelimit-limit')]).toEqual([201, null])
    }
  })

  it('receive the remaining number of requests', async () => {
    const calm = await createTenant(world, { limits: { requestsPerSecond: 100 } })
    // The service looks the limit up beside the first request of a client, and the headers are sent afterwards.
    let reply = await ingest(calm)
    await until(async () => {
      reply = await ingest(calm)
      return reply.headers.has('ratelimit-limit')
    })
    const { status, headers } = reply
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-reset')]).toEqual([
      201,
      '1000',
      '1',
    ])
    expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(900)
  })
})
