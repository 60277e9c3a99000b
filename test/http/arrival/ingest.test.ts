import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { digest, newSecret } from '../../../src/adapters/security/secret.ts'
import { type Api, createApi, lead, leads } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

const period = '2026-11'

describe('POST /public/ingest', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 0 } })
  })

  const stored = () => world.inspect.records(world.demo.dataTableId)
  const used = () => world.inspect.used(world.demo.organizationId, 'records', period)

  /** Runs a refused request of the test and expects that nothing was added to the table or to the plan's meter. */
  async function expectNothingWritten(act: () => Promise<void>): Promise<void> {
    const [before, usedBefore] = [(await stored()).length, await used()]
    await act()
    expect([(await stored()).length, await used()]).toEqual([before, usedBefore])
  }

  it('stores a record and returns 201', async () => {
    const { status, body } = await api.ingest([lead(1)])
    expect({ status, body }).toEqual({ status: 201, body: { ok: true, inserted: 1 } })
    expect((await stored()).at(-1)).toEqual(lead(1))
  })

  it('stores 500 records in the order of the request, and counts them on the meter', async () => {
    await api.ingest(leads(500, 1000))
    expect((await stored()).slice(-500)).toEqual(leads(500, 1000))
    expect(await used()).toBe(500)
  })

  it('stores numbers, booleans, nulls and text of any script as they were sent', async () => {
    const record = {
      name: '梅 “quoted” \\ \u{1F9F5} \u007f',
      phone: -1.5e-7,
      account_id: 9_007_199_254_740_991,
      email: null,
    }
    await api.ingest([record])
    expect((await stored()).at(-1)).toEqual(record)
  })

  it.each([
    ['no header', null],
    ['a made-up key', 'svc_nonsense'],
    ['a well-formed key that does not exist', newSecret('svc')],
    ['an ingest token', newSecret('tbl')],
  ])('answers 401 for %s', async (_, key) => {
    const { status, body, headers } = await api.ingest([lead(1)], { key })
    expect([status, body['code'], body['message']]).toEqual([401, 'INVALID_API_KEY', 'Invalid API key'])
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each([
    ['expired', { keyExpiresAt: new Date('2026-11-20T11:59:59Z') }, { keyExpiresAt: null }],
    ['revoked', { keyRevokedAt: new Date('2026-11-20T11:59:59Z') }, { keyRevokedAt: null }],
    ['of a plan without API keys', { plan: 'free' }, { plan: 'starter' }],
  ])('refuses a key that is %s at the very next request', async (_, change, restore) => {
    expect((await api.ingest([lead(1)])).status).toBe(201)
    await world.inspect.change(change)
    const { status, body } = await api.ingest([lead(1)])
    await world.inspect.change(restore)
    expect([status, body['code']]).toEqual([401, 'INVALID_API_KEY'])
  })

  it('answers 403 for a key without the scope, even when the body is wrong too', async () => {
    await world.inspect.change({ scopes: ['trigger'] })
    const fine = await api.ingest([lead(1)])
    const wrong = await api.ingest([], { raw: '{' })
    await world.inspect.change({ scopes: ['ingest', 'trigger'] })
    expect([fine.status, fine.body['code'], fine.body['message']]).toEqual([
      403,
      'MISSING_SCOPE',
      'Missing scope',
    ])
    expect(wrong.status).toBe(403)
  })

  it('checks the key before the body, so that a stranger learns nothing about the body', async () => {
    const { status } = await api.ingest([], {
      key: newSecret('svc'),
      raw: 'not json',
      headers: { 'content-type': 'text/plain' },
    })
    expect(status).toBe(401)
  })

  it.each<[string, number, string, Parameters<Api['ingest']>[1]]>([
    ['text that is not JSON', 400, 'MALFORMED_JSON', { raw: 'name=Ada' }],
    ['truncated JSON', 400, 'MALFORMED_JSON', { raw: '{"records":[{"name":"A' }],
    ['an empty body', 400, 'MALFORMED_JSON', { raw: '' }],
    ['100,000 nested levels', 400, 'MALFORMED_JSON', { raw: '['.repeat(100_000) + ']'.repeat(100_000) }],
    ['a NUL in a string', 400, 'MALFORMED_JSON', { raw: '{"records":[{"name":"a\\u0000b"}]}' }],
    ['a lone surrogate', 400, 'MALFORMED_JSON', { raw: '{"records":[{"name":"\\ud800"}]}' }],
    [
      'invalid UTF-8',
      400,
      'MALFORMED_JSON',
      { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
    ],
    ['1e400', 400, 'MALFORMED_JSON', { raw: '{"records":[{"name":1e400}]}' }],
    ['2^53+1', 400, 'MALFORMED_JSON', { raw: '{"records":[{"name":9007199254740993}]}' }],
    ['more than 5 MB', 413, 'PAYLOAD_TOO_LARGE', { raw: `{"x":"${'x'.repeat(6 * 1024 * 1024)}"}` }],
    [
      'a form',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'another charset',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { raw: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
    ],
    ['broken gzip', 400, 'MALFORMED_JSON', { raw: 'not gzip', headers: { 'content-encoding': 'gzip' } }],
    [
      'an unknown encoding',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { raw: '{}', headers: { 'content-encoding': 'zip' } },
    ],
    ['a bare string', 400, 'VALIDATION_FAILED', { raw: '"hello"' }],
    [
      'a malformed Idempotency-Key',
      400,
      'VALIDATION_FAILED',
      { headers: { 'idempotency-key': 'x'.repeat(256) } },
    ],
  ])('refuses %s', async (_, status, code, ask) => {
    await expectNothingWritten(async () => {
      const reply = await api.ingest([lead(1)], ask)
      expect([reply.status, reply.body['code']]).toEqual([status, code])
    })
  })

  it.each<[string, object, string]>([
    ['no records', { records: [] }, '/records'],
    ['501 records', { records: leads(501) }, '/records'],
    ['records that are not a list', { records: lead(1) }, '/records'],
    ['a record that is not an object', { records: [lead(1), 'x'] }, '/records/1'],
    ['a record that is a list', { records: [[1]] }, '/records/0'],
    ['a nested value', { records: [{ ...lead(1), name: { first: 'Ada' } }] }, '/records/0/name'],
    ['a malformed table id', { dataTableId: 'leads' }, '/dataTableId'],
    ['an unknown field', { force: true }, '/force'],
  ])('refuses %s and points at it', async (_, part, pointer) => {
    await expectNothingWritten(async () => {
      const json = { dataTableId: world.demo.dataTableId, records: [lead(1)], ...part }
      const { status, body } = await api.ingest([], { json })
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(body['errors']).toContainEqual(expect.objectContaining({ pointer }))
    })
  })

  it('answers quickly when a body has 400,000 unknown fields', async () => {
    const fields = Array.from({ length: 400_000 }, (_, index) => `"a${index}":1`)
    const { status, body } = await api.ingest([], { raw: `{${fields.join(',')}}` })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('never repeats a value in an error', async () => {
    const { body } = await api.ingest([{ ...lead(1), name: { secret: 'hunter2' } }])
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  it('lists expected and received columns, and suggests the nearest name', async () => {
    await expectNothingWritten(async () => {
      const { phone, ...rest } = lead(1)
      const { status, body } = await api.ingest([lead(0), { ...rest, Phone: phone }])
      expect([status, body['code']]).toEqual([422, 'SCHEMA_MISMATCH'])
      expect(body['expected']).toEqual(['name', 'phone', 'account_id', 'email'])
      expect(body['received']).toEqual(['name', 'account_id', 'email', 'Phone'])
      expect(body['errors']).toContainEqual({
        pointer: '/records/1',
        code: 'UNKNOWN_COLUMN',
        column: 'Phone',
        suggestion: 'phone',
      })
    })
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'treats a column called %s as unknown',
    async (column) => {
      await expectNothingWritten(async () => {
        const record = JSON.stringify(lead(1)).replace('{', `{"${column}":"x",`)
        const raw = `{"dataTableId":"${world.demo.dataTableId}","records":[${record}]}`
        const { status, body } = await api.ingest([], { raw })
        expect([status, body['code']]).toEqual([422, 'SCHEMA_MISMATCH'])
        expect(body['received']).toContain(column)
      })
    },
  )

  it('answers the same for an unknown table as for a table of another organization', async () => {
    const json = { dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d', records: [lead(1)] }
    const { status, body } = await api.ingest([], { json })
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
  })

  it('accepts the table id in capitals', async () => {
    const json = { dataTableId: world.demo.dataTableId.toUpperCase(), records: [lead(1)] }
    expect((await api.ingest([], { json })).status).toBe(201)
  })

  it('fills the meter to the last row, and refuses a whole request that exceeds it', async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 49_990 } })
    await expectNothingWritten(async () => {
      const { status, body } = await api.ingest(leads(11))
      expect(status).toBe(402)
      expect(body).toMatchObject({
        code: 'PLAN_LIMIT',
        meter: 'records',
        limit: 50_000,
        used: 49_990,
        requested: 11,
        resetsAt: '2026-12-01T00:00:00.000Z',
      })
    })
    expect((await api.ingest(leads(10))).status).toBe(201)
    expect((await api.ingest(leads(1))).status).toBe(402)
    expect(await used()).toBe(50_000)
  })

  it('starts a new meter with the UTC month', async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 50_000 } })
    world.clock.set('2026-12-01T00:00:00.000Z')
    const { status } = await api.ingest([lead(1)])
    const spent = await world.inspect.used(world.demo.organizationId, 'records', '2026-12')
    world.clock.set('2026-11-20T12:00:00.000Z')
    expect([status, spent, await used()]).toEqual([201, 1, 50_000])
  })

  it('keeps the request id of the client, and replaces one that could split a header or a log line', async () => {
    const answer = await api.ingest([lead(1)], { headers: { 'x-request-id': 'crm-42' } })
    const made = await api.ingest([lead(1)], { headers: { 'x-request-id': 'with blank' } })
    expect(answer.headers.get('x-request-id')).toBe('crm-42')
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  describe('with an Idempotency-Key', () => {
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

    it('answers a repeat with the first answer, stores no rows and leaves the meter unchanged', async () => {
      const first = await api.ingest([lead(1)], keyed('once'))
      await expectNothingWritten(async () => {
        const again = await api.ingest([lead(1)], keyed('once'))
        expect([again.status, again.body]).toEqual([first.status, first.body])
        expect(again.headers.get('idempotency-replayed')).toBe('true')
        expect(first.headers.get('idempotency-replayed')).toBeNull()
      })
    })

    it('refuses the key with a different payload', async () => {
      await api.ingest([lead(1)], keyed('reused'))
      await expectNothingWritten(async () => {
        const { status, body } = await api.ingest([lead(2)], keyed('reused'))
        expect([status, body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
      })
    })

    it('accepts the key again after a request that was refused', async () => {
      await world.inspect.change({ used: { meter: 'records', period, amount: 50_000 } })
      expect((await api.ingest([lead(3)], keyed('later'))).status).toBe(402)
      await world.inspect.change({ used: { meter: 'records', period, amount: 0 } })
      const { status, headers } = await api.ingest([lead(3)], keyed('later'))
      expect([status, headers.get('idempotency-replayed')]).toEqual([201, null])
    })

    it('replays when the plan has no room left, and still refuses a reused key', async () => {
      await api.ingest([lead(6)], keyed('last-one'))
      await world.inspect.change({ used: { meter: 'records', period, amount: 50_000 } })
      const again = await api.ingest([lead(6)], keyed('last-one'))
      const other = await api.ingest([lead(7)], keyed('last-one'))
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
      expect([other.status, other.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    })

    it('replays after the columns have changed, because the repeat is detected before the check', async () => {
      await api.ingest([lead(4)], keyed('before-the-change'))
      await world.inspect.change({ columns: ['name', 'phone', 'account_id', 'email', 'city'] })
      const again = await api.ingest([lead(4)], keyed('before-the-change'))
      await world.inspect.change({ columns: ['name', 'phone', 'account_id', 'email'] })
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    })

    it('inserts once for 30 parallel requests with one key', async () => {
      const before = (await stored()).length
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => api.ingest([lead(5)], keyed('thirty'))),
      )
      expect((await stored()).length - before).toBe(1)
      expect(
        replies.filter(
          ({ status, headers }) => status === 201 && headers.get('idempotency-replayed') === null,
        ),
      ).toHaveLength(1)
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    })
  })

  describe('when the columns change', () => {
    const columns = ['name', 'phone', 'account_id', 'email']

    it('checks the next request against the new columns', async () => {
      await api.ingest([lead(1)])
      await world.inspect.change({ columns: ['name'] })
      const old = await api.ingest([lead(1)])
      const fresh = await api.ingest([{ name: 'Ada' }])
      await world.inspect.change({ columns })
      expect([old.status, fresh.status]).toEqual([422, 201])
    })

    it('answers 409 while the table has no columns', async () => {
      await world.inspect.change({ columns: [] })
      const { status, body } = await api.ingest([lead(1)])
      await world.inspect.change({ columns })
      expect([status, body['code']]).toEqual([409, 'TABLE_HAS_NO_SCHEMA'])
    })

    it('stores null for a missing column if the table fills columns, and still refuses an unknown column', async () => {
      await world.inspect.change({ columns: [...columns, 'constructor'], missingColumns: 'fill' })
      const filled = await api.ingest([{ name: 'Ada' }])
      const last = (await stored()).at(-1)
      const unknown = await api.ingest([{ name: 'Ada', nmae: 'x' }])
      await world.inspect.change({ columns, missingColumns: 'reject' })
      expect(filled.status).toBe(201)
      expect(last).toEqual({ name: 'Ada', phone: null, account_id: null, email: null, constructor: null })
      expect(unknown.status).toBe(422)
    })
  })
})

describe('POST /public/data-tables/ingest/{token}', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  it('stores records without an authorization header', async () => {
    const before = await world.inspect.records(world.demo.dataTableId)
    const { status, body } = await api.ingestByToken(leads(2))
    expect([status, body]).toEqual([201, { ok: true, inserted: 2 }])
    expect(await world.inspect.records(world.demo.dataTableId)).toEqual([...before, ...leads(2)])
  })

  it('works on a plan without API keys, because the token is not a key', async () => {
    await world.inspect.change({ plan: 'free' })
    const { status } = await api.ingestByToken([lead(1)])
    await world.inspect.change({ plan: 'starter' })
    expect(status).toBe(201)
  })

  it.each([
    ['an unknown token', newSecret('tbl')],
    ['a token with a typo', 'tbl_0123456789'],
    ['an API key', newSecret('svc')],
  ])('answers 401 for %s, before anything about the body', async (_, token) => {
    const { status, body } = await api.ingestByToken([], { token, raw: '{' })
    expect([status, body['code']]).toEqual([401, 'INVALID_INGEST_TOKEN'])
  })

  it('refuses a dataTableId, because the token already identifies the table', async () => {
    const { status } = await api.ingestByToken([], {
      json: { dataTableId: world.demo.dataTableId, records: [lead(1)] },
    })
    expect(status).toBe(400)
  })

  it('replays a request with a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'by-token' }
    await api.ingestByToken([lead(7)], { headers })
    const again = await api.ingestByToken([lead(7)], { headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('keeps the token out of the log and of errors', async () => {
    await api.ingestByToken([lead(1)])
    const { body } = await api.ingestByToken([{ nope: 1 }])
    expect(JSON.stringify([api.log, body])).not.toContain(world.demo.ingestToken)
  })

  it('refuses a rotated token at the very next request', async () => {
    expect((await api.ingestByToken([lead(1)])).status).toBe(201)
    await world.inspect.change({ rotateTokenTo: 'another digest' })
    const { status } = await api.ingestByToken([lead(1)])
    await world.inspect.change({ rotateTokenTo: digest(world.demo.ingestToken) })
    expect(status).toBe(401)
  })
})
