import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newSecret } from '../../src/adapters/security/secret.ts'
import { type Api, createApi, lead } from '../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let api: Api
let person: Person
let own: Workshop

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  person = await signUp(api)
  own = await createWorkshop(person)
})
afterAll(() => world.close())

/** Sends only the head of a test request and returns the status of the response. */
function statusBeforeBody(headers: Readonly<Record<string, string>>): Promise<string> {
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () =>
      socket.write(`POST /api/v1/public/ingest HTTP/1.1\r\n${head}\r\n`),
    )
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(answer.toString().slice(9, 12))
    })
    socket.once('error', reject)
  })
}

describe('a body that is expensive to read', () => {
  it.each([
    ['large', { 'Content-Length': '5000000' }],
    ['compressed', { 'Content-Length': '7600', 'Content-Encoding': 'gzip' }],
    ['of unknown length', { 'Transfer-Encoding': 'chunked' }],
  ])('and %s is refused before it arrives, with a forged key', async (_what, headers) => {
    const key = newSecret('svc')
    expect(await statusBeforeBody({ ...headers, Authorization: `Bearer ${key}` })).toBe('401')
  })

  it('is refused before it arrives, with a key that lacks the scope', async () => {
    const { secret } = await person.do('POST', '/api-keys', { name: 'Trigger only', scopes: ['trigger'] })
    const headers = { 'Content-Length': '5000000', Authorization: `Bearer ${secret}` }
    expect(await statusBeforeBody(headers)).toBe('403')
  })

  it('is refused with a key that was revoked since its last request', async () => {
    const { secret, id } = await person.do('POST', '/api-keys', { name: 'Short-lived', scopes: ['ingest'] })
    const records = Array.from({ length: 500 }, () => ({ name: 'x'.repeat(150), email: 'x@example.com' }))
    const send = () => api.ingest([], { key: secret, json: { dataTableId: own.dataTableId, records } })
    expect((await send()).status).toBe(201)
    await person.do('DELETE', `/api-keys/${id}`)
    expect((await send()).status).toBe(401)
  })

  it('is refused if it inflates more than records can', async () => {
    const raw = gzipSync(`{"records":[${' '.repeat(4_900_000)}]}`, { level: 9 })
    const { status, body } = await api.ingest([], { raw, headers: { 'content-encoding': 'gzip' } })
    expect([status, body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('is accepted if it is a compressed batch of mostly empty records', async () => {
    const empty = { name: '', phone: '', account_id: '', email: '' }
    const records = Array.from({ length: 500 }, () => empty)
    const raw = gzipSync(JSON.stringify({ dataTableId: world.demo.dataTableId, records }), { level: 9 })
    const { status } = await api.ingest([], { raw, headers: { 'content-encoding': 'gzip' } })
    expect(status).toBe(201)
  })

  it('is refused without parsing if an object has more keys than a record can have', async () => {
    const record = Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`k${index}`, 1]))
    const { status, body } = await api.ingest([record])
    expect([status, body['errors']]).toMatchObject([400, [{ pointer: '', code: 'TOO_MANY' }]])
  })

  it('is refused without parsing if it has more values than records can have', async () => {
    const raw = `{"records":[${'[],'.repeat(1_000_000)}[]]}`
    const { status, body } = await api.ingest([], { raw })
    expect([status, body['errors']]).toMatchObject([400, [{ pointer: '', code: 'TOO_MANY' }]])
  })
})

describe('a list that is too long', () => {
  const many = (count: number, item: unknown) => Array.from({ length: count }, () => item)
  const steps = (value: unknown) => person.ask('PATCH', `/spinners/${own.spinnerId}`, { steps: value })
  const webhook = { type: 'webhook', url: 'https://example.com', body: '{}' }

  it.each([
    ['200,000 numbers', many(200_000, 1)],
    ['100,000 steps', many(100_000, { type: 'wait', seconds: 1 })],
  ])('is refused before its items are checked: %s as steps', async (_what, value) => {
    const { status, body } = await steps(value)
    expect([status, body['errors']]).toEqual([
      400,
      [{ pointer: '/steps', code: 'TOO_MANY', message: 'must have at most 40 entries' }],
    ])
  })

  it('is refused as record ids', async () => {
    const recordIds = many(200_000, '1')
    const { status, body } = await person.ask('POST', `/spinners/${own.spinnerId}/preview`, { recordIds })
    expect([status, body['errors']]).toMatchObject([400, [{ pointer: '/recordIds', code: 'TOO_MANY' }]])
  })

  it('is refused as metadata columns', async () => {
    const metadataColumns = many(5_000, 'email')
    const { status, body } = await person.ask('PATCH', `/data-tables/${own.dataTableId}`, { metadataColumns })
    expect([status, body['errors']]).toMatchObject([400, [{ pointer: '/metadataColumns', code: 'TOO_MANY' }]])
  })

  it('is refused as the headers of a webhook', async () => {
    const headers = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`X-H${index}`, 'v']))
    const { status, body } = await steps([{ ...webhook, headers }])
    expect([status, body['errors']]).toMatchObject([400, [{ pointer: '/steps/0/headers', code: 'TOO_MANY' }]])
  })

  it('produces at most fifty errors, even for the keys of a step', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, 1]))
    const { status, body } = await steps([{ ...webhook, ...unknown }])
    expect(status).toBe(400)
    expect((body['errors'] as unknown[]).length).toBeLessThanOrEqual(50)
  })

  it('is impossible on every route, because each list has a maximum', () => {
    const unbounded: string[] = []
    const seen = new Set<string>()
    const look = (form: unknown, path: string): void => {
      if (typeof form !== 'object' || form === null) return
      const { type, maxItems, $ref } = form as { type?: unknown; maxItems?: number; $ref?: string }
      if (type === 'array' && maxItems === undefined) unbounded.push(path)
      const named = $ref?.split('/').at(-1)
      // Visits each named schema of the OpenAPI document once, because a schema may contain itself: a step may
      // contain steps.
      if (named !== undefined && !seen.has(named)) {
        seen.add(named)
        look(api.document.components.schemas[named], `${path} ${named}`)
      }
      for (const [key, child] of Object.entries(form)) if (key !== '$ref') look(child, `${path}/${key}`)
    }
    for (const [path, operations] of Object.entries(api.document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const { requestBody } = operation as { requestBody?: { content?: unknown } }
        look(requestBody?.content, `${method} ${path}`)
      }
    expect(unbounded).toEqual([])
  })
})

describe('a row of a CSV', () => {
  it('is refused during reading when it has more cells than a table can have columns', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Wide' })
    // Uploads a CSV file with one row of a gigabyte in the test. Keeping all of its cells in memory took 2.4 GB.
    const before = process.memoryUsage().rss
    // Compresses a megabyte once and repeats it. The service reads the rest of a refused upload for 5 seconds, and a slow
    // machine would still be compressing a whole gigabyte then.
    const megabyte = gzipSync(Buffer.alloc(1024 * 1024, ','))
    const packed = Readable.from([gzipSync('a,b\n'), ...Array.from({ length: 1024 }, () => megabyte)])
    const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'text/csv',
        'content-encoding': 'gzip',
      },
      body: Readable.toWeb(packed),
      duplex: 'half',
    })
    const body = (await response.json()) as { errors?: { code: string; message: string }[] }
    packed.destroy()
    expect([response.status, body.errors?.[0]?.code]).toEqual([400, 'TOO_MANY'])
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
  })

  it('may have as many cells as a table can have columns', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Widest' })
    const header = Array.from({ length: 1_000 }, (_, index) => `c${index}`).join(',')
    expect((await person.import(id, `${header}\n${','.repeat(999)}\n`)).status).toBe(201)
  })
})

it('the service still stores an ordinary record afterwards', async () => {
  expect((await api.ingest([lead(1)])).status).toBe(201)
})
