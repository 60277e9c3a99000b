import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead } from '../../support/api.ts'
import { signUp } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const keyed = { headers: { 'idempotency-key': 'claimed' } }

describe('an Idempotency-Key that another transaction is claiming', () => {
  let world: World
  let api: Api
  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterEach(() => world.close())

  async function claim(route: string): Promise<void> {
    await world.sql.query('begin')
    await world.sql.query(
      `insert into idempotency_keys (organization_id, route, key, fingerprint, answer, created_at)
       values ($1, $2, 'claimed', 'print', '{}', now())`,
      [world.demo.organizationId, route],
    )
  }

  it('makes a trigger fail with a retry hint, and the retry succeeds', async () => {
    await claim(`trigger:${world.demo.spinnerId}`)
    const refused = await api.trigger(keyed)
    expect([refused.status, refused.body['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    await world.sql.query('rollback')
    expect(await world.inspect.jobs()).toEqual([])
    expect((await api.trigger(keyed)).status).toBe(201)
  })

  it('makes an ingest fail with a retry hint, the retry succeeds, and other requests are not affected', async () => {
    await claim('ingest')
    const [refused, another] = await Promise.all([api.ingest([lead(1)], keyed), api.ingest([lead(2)])])
    expect([refused.status, refused.body['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(another.status).toBe(201)
    await world.sql.query('rollback')
    expect((await api.ingest([lead(1)], keyed)).status).toBe(201)
    expect(await world.inspect.records(world.demo.dataTableId)).toHaveLength(2)
  })
})

describe('a kept request whose Idempotency-Key another request is claiming', () => {
  it('is admitted after the other request, and recognizes what that request has stored', async () => {
    const world = await createWorld()
    const api = await createApi(world)
    try {
      const ada = await signUp(api)
      const { id: projectId } = await ada.do('POST', '/projects', { name: 'Leads' })
      const { id: dataTableId } = await ada.do('POST', `/projects/${projectId}/data-tables`, {
        name: 'Leads',
      })
      await ada.import(dataTableId, 'name,email\n')
      const { secret } = await ada.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
      const raw = JSON.stringify({
        dataTableId,
        records: [{ name: 'Ada', email: 'ada@example.com', city: 'Rome' }],
      })
      const send = () => api.ask('/api/v1/public/ingest', { method: 'POST', key: secret, raw, ...keyed })
      expect((await send()).status).toBe(422)
      await world.settle()
      await ada.do('POST', `/data-tables/${dataTableId}/columns`, { name: 'city' })
      // Deletes the row of the test's idempotency key, and inserts it again without a commit, like the
      // statement of a concurrent request.
      expect((await send()).status).toBe(201)
      const { rows } = await world.sql.query(
        'delete from idempotency_keys where data_table_id = $1 returning *',
        [dataTableId],
      )
      const [row] = rows
      await world.sql.query('begin')
      await world.sql.query(
        'insert into idempotency_keys select * from jsonb_populate_record(null::idempotency_keys, $1)',
        [JSON.stringify(row)],
      )
      const admitting = ada.do('POST', '/arrivals/admit', { dataTableId, all: true })
      await untilLocksAreAwaited(world.sql)
      await world.sql.query('commit')
      expect(await admitting).toMatchObject({ admitted: 0, duplicate: 1 })
    } finally {
      await api.close()
      await world.close()
    }
  })
})

it('a request that waits for any other lock is answered with OVERLOADED', async () => {
  const world = await createWorld()
  const api = await createApi(world)
  try {
    await world.sql.query('begin')
    await world.sql.query('select from data_tables where id = $1 for update', [world.demo.dataTableId])
    const { status, body } = await api.ingest([lead(1)], keyed)
    expect([status, body['code']]).toEqual([503, 'OVERLOADED'])
    await world.sql.query('rollback')
  } finally {
    await api.close()
    await world.close()
  }
})
