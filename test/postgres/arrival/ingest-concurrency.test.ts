import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead, leads } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

const period = '2026-11'

describe('ingest with parallel requests', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(() => world.inspect.change({ used: { meter: 'records', period, amount: 0 } }))

  const count = async () => (await world.inspect.records(world.demo.dataTableId)).length
  const used = () => world.inspect.used(world.demo.organizationId, 'records', period)

  /**
   * Runs this number of the test's clients at the same time. Each client sends one request after the other.
   * Calls `onAnswer` after each answer with the number of answers until then.
   */
  async function race(
    clients: number,
    each: number,
    send: (index: number) => Promise<{ status: number }>,
    onAnswer: (answers: number) => void = () => {},
  ): Promise<number[]> {
    let answers = 0
    const statuses = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const seen: number[] = []
        for (let turn = 0; turn < each; turn++) {
          seen.push((await send(client * each + turn)).status)
          onAnswer(++answers)
        }
        return seen
      }),
    )
    return statuses.flat()
  }

  it('stores each record of 32 clients exactly once, in a ledger without gaps', async () => {
    const before = await count()
    const statuses = await race(32, 10, (index) => api.ingest([lead(10_000 + index)]))
    expect(new Set(statuses)).toEqual(new Set([201]))
    const stored = (await world.inspect.records(world.demo.dataTableId))
      .slice(before)
      .map((row) => row['account_id'])
    expect(stored).toHaveLength(320)
    expect(new Set(stored)).toEqual(new Set(leads(320, 10_000).map((row) => row['account_id'])))
    const appends = await world.inspect.appends(world.demo.dataTableId)
    expect(appends.map(({ seq }) => seq)).toEqual(appends.map((_, index) => index + 1))
    expect(await used()).toBe(320)
  })

  it('fills a plan exactly when 32 clients compete for its last rows', async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 49_900 } })
    const before = await count()
    const statuses = await race(32, 8, (index) => api.ingest([lead(index)]))
    expect(statuses.filter((status) => status === 201)).toHaveLength(100)
    expect(statuses.filter((status) => status === 402)).toHaveLength(156)
    expect([await used(), (await count()) - before]).toEqual([50_000, 100])
  })

  it('accepts or refuses each request separately when large and small ones compete for the last rows', async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 49_000 } })
    const before = await count()
    const statuses = await race(16, 4, (index) => api.ingest(leads(index % 2 === 0 ? 100 : 7)))
    expect(new Set(statuses)).toEqual(new Set([201, 402]))
    expect((await count()) - before).toBe((await used()) - 49_000)
    expect(await used()).toBeGreaterThan(50_000 - 7)
    expect(await used()).toBeLessThanOrEqual(50_000)
  })

  it('accepts the valid requests of a shared commit and refuses the others', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        if (index % 3 === 0) return api.ingest([lead(index)])
        if (index % 3 === 1) return api.ingest([{ nope: 1 }])
        return api.ingestByToken([lead(index)])
      }),
    )
    expect(replies.map(({ status }) => status)).toEqual(
      replies.map((_, index) => (index % 3 === 1 ? 422 : 201)),
    )
    expect(await used()).toBe(20)
  })

  it('accepts nothing with a key after its revocation, while requests keep coming', async () => {
    let revoked = false
    const late: number[] = []
    const midway = Promise.withResolvers<void>()
    const send = async (index: number) => {
      const startedAfter = revoked
      const reply = await api.ingest([lead(index)])
      if (startedAfter) late.push(reply.status)
      return reply
    }
    const sending = race(16, 30, send, (answers) => {
      if (answers === 60) midway.resolve()
    })
    await midway.promise
    await world.inspect.change({ keyRevokedAt: new Date('2026-11-20T11:00:00Z') })
    revoked = true
    const statuses = await sending
    await world.inspect.change({ keyRevokedAt: null })
    expect(new Set(late)).toEqual(new Set([401]))
    expect(statuses).toContain(401)
    expect(await used()).toBe(statuses.filter((status) => status === 201).length)
  })

  it('checks every row against the present columns while the columns change', async () => {
    const columns = ['name', 'phone', 'account_id', 'email']
    const sending = race(8, 20, (index) =>
      api.ingest([index % 2 === 0 ? lead(index) : { ...lead(index), city: 'Paris' }]),
    )
    for (let turn = 0; turn < 6; turn++) {
      await world.inspect.change({ columns: turn % 2 === 0 ? [...columns, 'city'] : columns })
      await new Promise((done) => setTimeout(done, 10))
    }
    const statuses = await sending
    await world.inspect.change({ columns })
    expect(new Set(statuses)).toEqual(new Set([201, 422]))
    expect(await used()).toBe(statuses.filter((status) => status === 201).length)
  })

  it('answers one key in 30 parallel requests with two kinds of credential separately for each kind', async () => {
    const headers = { 'idempotency-key': 'two-doors' }
    const before = await count()
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? api.ingest([lead(1)], { headers }) : api.ingestByToken([lead(1)], { headers }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await count()) - before).toBe(2)
  })

  it('divides the rows between the meters of two months at the change of the month', async () => {
    const statuses = await race(
      8,
      20,
      (index) => api.ingest([lead(index)]),
      (answers) => {
        if (answers === 40) world.clock.set('2026-12-01T00:00:00.000Z')
      },
    )
    world.clock.set('2026-11-20T12:00:00.000Z')
    const december = await world.inspect.used(world.demo.organizationId, 'records', '2026-12')
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect((await used()) + december).toBe(160)
    // At most eight requests of the test are under way when the month changes after 40 answers.
    expect(december).toBeGreaterThanOrEqual(160 - 40 - 8)
    expect(december).toBeLessThanOrEqual(160 - 40)
  })
})
