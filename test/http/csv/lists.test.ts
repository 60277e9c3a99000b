import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { ContactRuleStore } from '../../../src/ports/contact/contact-rules.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  pageOfPeople,
  signUp,
  type Workshop,
} from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
let api: Api
let person: Person
let workshop: Workshop

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.follow()
  person = await signUp(api)
  workshop = await createWorkshop(person)
})

const csv = { headers: { accept: 'text/csv' } }
const fetchCsv = (path: string, token = person.token, signal?: AbortSignal) =>
  fetch(`${api.url}/api/v1${path}`, {
    headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  })

/** Returns the rows of a list as CSV after its header, as objects. */
async function rowsOf(path: string, token?: string): Promise<readonly Record<string, string>[]> {
  const response = await fetchCsv(path, token)
  const text = await response.text()
  expect([response.status, response.headers.get('content-type'), text]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/\r\n$/),
  ])
  return parse(text, { columns: true, record_delimiter: '\r\n' })
}

/** Returns all items of a list as JSON, read in pages of seven. */
async function itemsOf(path: string): Promise<readonly object[]> {
  const items: object[] = []
  const separator = path.includes('?') ? '&' : '?'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = await person.do('GET', `${path}${separator}limit=7${after}`)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** Returns the text of a cell for a value in JSON, as the reference of the API describes it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

function valueAt(item: unknown, path: readonly string[]): unknown {
  if (Array.isArray(item)) return item.map((each) => valueAt(each, path))
  const [name, ...others] = path
  if (name === undefined || item === null || item === undefined) return item
  return valueAt((item as Record<string, unknown>)[name], others)
}

const addSuppressions = (count: number) =>
  world.sql.query(
    `insert into suppressions (organization_id, id, email, reason, created_at)
     select $1, gen_random_uuid(), 's' || n || '@' || repeat('x', 200) || '.example', 'added', now()
       from generate_series(1, $2) n`,
    [person.organizationId, count],
  )

async function addEverything(): Promise<string> {
  const table = await person.do('POST', `/projects/${workshop.projectId}/data-tables`, {
    name: 'Gäste; "VIP"',
  })
  const names = Array.from(
    { length: 20 },
    (_, no) => `"=1+${no}, ""Zoë""\nMüller",p${no}@many.example,+${no}`,
  )
  await person.import(table.id, `name,email,company\n${names.join('\n')}\n`)
  await person.do('PATCH', `/data-tables/${table.id}`, { metadataColumns: ['name', 'email'] })
  await pageOfPeople(person)
  await person.do('POST', '/suppressions', { email: 'p3@many.example' })
  await addSuppressions(20)
  const { id } = await person.do('POST', `/projects/${workshop.projectId}/spinners`, {
    name: 'Many',
    dataTableId: table.id,
    audience: 'all',
    steps: [
      { type: 'email', to: '{{ email }}', subject: '-{{ email }}', text: 'Hello' },
      { type: 'wait', seconds: 86_400 },
    ],
  })
  await person.do('POST', `/spinners/${id}/publish`)
  const job = await person.do('POST', `/spinners/${id}/jobs`)
  await world.drain()
  return job.jobId
}

describe('a list as CSV', () => {
  it('has the rows of all pages in JSON, with each value, in the same order and with the same filters', async () => {
    const jobId = await addEverything()
    // Leaves out the audit entries of the exports themselves.
    world.clock.advance(1)
    const before = world.clock.now().toISOString()
    for (const path of [
      '/people',
      '/people?q=many&sort=name&order=desc',
      '/people?status=suppressed',
      '/suppressions',
      `/audit?until=${before}`,
      `/audit?action=suppression&until=${before}`,
      '/messages',
      `/messages?jobId=${jobId}&status=captured`,
      `/jobs/${jobId}/recipients`,
      `/jobs/${jobId}/recipients?status=skipped`,
    ]) {
      const rows = await rowsOf(path)
      const items = await itemsOf(path)
      expect([path, items.length > 0]).toEqual([path, true])
      const columns = Object.keys(rows[0] ?? {})
      const expected = items.map((item) =>
        Object.fromEntries(columns.map((name) => [name, textOf(valueAt(item, name.split('.')))])),
      )
      expect([path, rows]).toEqual([path, expected])
    }
  })

  it('has only columns that are fields of the items', () => {
    let count = 0
    for (const [path, methods] of Object.entries(api.document.paths)) {
      // biome-ignore lint/suspicious/noExplicitAny: the schemas of the document have many structures
      // oxlint-disable-next-line typescript/no-explicit-any
      const content = (methods['get'] as any)?.responses['200']?.content
      const example: string | undefined = content?.['text/csv']?.example
      if (example === undefined || content['application/json'] === undefined || path.includes('arrivalId'))
        continue
      count++
      const [header = []] = parse(example, { record_delimiter: '\r\n' })
      for (const column of header)
        expect([path, column, hasField(content, column)]).toEqual([path, column, true])
    }
    expect(count).toBeGreaterThanOrEqual(5)
  })

  it('is a file with a name, and an empty list is a header alone', async () => {
    const response = await fetchCsv('/messages?status=bounced')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="messages.csv"')
    expect((await response.text()).split('\r\n')).toEqual([expect.stringMatching(/^id,createdAt,to,/), ''])
  })

  it('is only the answer to a request that asks for CSV', async () => {
    const type = async (accept: string) => {
      const response = await fetch(`${api.url}/api/v1/suppressions`, {
        headers: { accept, authorization: `Bearer ${person.token}` },
      })
      await response.text()
      return response.headers.get('content-type')?.split(';')[0]
    }
    for (const accept of [
      '*/*',
      'application/json',
      'text/html',
      'application/json, text/csv',
      'text/csv;q=0.5, */*',
    ])
      expect([accept, await type(accept)]).toEqual([accept, 'application/json'])
    for (const accept of ['text/csv', 'text/*', 'text/csv, application/json;q=0.5'])
      expect([accept, await type(accept)]).toEqual([accept, 'text/csv'])
  })

  it('is refused with a limit or a cursor, and its refusals are problems in JSON', async () => {
    for (const [query, pointer] of [
      ['limit=5', '#query/limit'],
      ['cursor=x', '#query/cursor'],
      ['status=none', '#query/status'],
    ]) {
      const { status, body } = await person.ask('GET', `/people?${query}`, undefined, csv)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(body['errors']).toEqual([expect.objectContaining({ pointer })])
    }
    const unknown = '/jobs/01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d/recipients'
    expect((await person.ask('GET', unknown, undefined, csv)).status).toBe(404)
    const editor = await addMember(api, world.container, person.organizationId)
    expect((await editor.ask('GET', '/audit', undefined, csv)).status).toBe(403)
    const { secret } = await person.do('POST', '/api-keys', { name: 'Jobs', scopes: ['jobs:read'] })
    const { body } = await api.ask('/api/v1/people', { key: secret, ...csv })
    expect(body).toMatchObject({ code: 'MISSING_SCOPE' })
  })
})

describe('the reading of a long list as CSV', () => {
  it('waits for the client, ends when it leaves, and allows the session no second export meanwhile', async () => {
    await addSuppressions(40_000)
    const store = world.container.get(ContactRuleStore)
    const readPage = store.suppressions.bind(store)
    let pages = 0
    store.suppressions = (organizationId, page) => {
      pages++
      return readPage(organizationId, page)
    }
    try {
      const leaving = new AbortController()
      const response = await fetchCsv('/suppressions', person.token, leaving.signal)
      const reader = response.body?.getReader()
      await reader?.read()
      let seen = 0
      await until(async () => {
        const before = seen
        seen = pages
        await new Promise((resolve) => setTimeout(resolve, 200))
        return before === seen
      })
      expect(pages).toBeLessThan(70)
      const second = await person.ask('GET', '/suppressions', undefined, csv)
      expect([second.status, second.body['code']]).toEqual([429, 'RATE_LIMITED'])
      expect((await person.ask('GET', '/suppressions')).status).toBe(200)
      leaving.abort()
      await until(async () => (await fetchCsv('/suppressions')).status === 200)
    } finally {
      store.suppressions = readPage
    }
  })

  it('breaks the connection at a fault, so that a part of a list is never taken for the whole', async () => {
    await addSuppressions(3_000)
    const store = world.container.get(ContactRuleStore)
    const readPage = store.suppressions.bind(store)
    store.suppressions = (organizationId, page) =>
      page.after === null ? readPage(organizationId, page) : Promise.reject(new Error('The database is gone'))
    try {
      const response = await fetchCsv('/suppressions')
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow()
    } finally {
      store.suppressions = readPage
    }
    expect(await rowsOf('/suppressions')).toHaveLength(3_000)
  })

  it('ends when the person signs out', async () => {
    await addSuppressions(60_000)
    const colleague = await addMember(api, world.container, person.organizationId)
    const response = await fetchCsv('/suppressions', colleague.token)
    const realNow = Date.now
    try {
      await colleague.do('POST', '/auth/sign-out')
      const later = realNow() + 6_000
      Date.now = () => later
      await expect(response.text()).rejects.toThrow()
    } finally {
      Date.now = realNow
    }
  })
})

// biome-ignore lint/suspicious/noExplicitAny: the schemas of the document have many structures
// oxlint-disable-next-line typescript/no-explicit-any
function hasField(content: any, column: string): boolean {
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of the document have many structures
  // oxlint-disable-next-line typescript/no-explicit-any
  const resolved = (schema: any): any => {
    const name = schema?.$ref?.split('/').at(-1)
    const target = name === undefined ? schema : api.document.components.schemas[name]
    const alternative = (target?.anyOf ?? []).find(({ type }: { type?: string }) => type !== 'null')
    return alternative === undefined ? target : resolved(alternative)
  }
  let schema = resolved(resolved(content['application/json'].schema).properties.items)
  for (const field of column.split('.')) {
    schema = resolved(schema.items ?? schema)
    schema = resolved(schema?.properties?.[field])
  }
  return schema !== undefined
}
