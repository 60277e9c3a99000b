import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { PeopleList } from '../../../src/ports/person/people-list.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  createWorkshop,
  type Person,
  pageOfPeople,
  signUp,
  type Workshop,
} from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Listed {
  readonly id: string
  readonly email: string | null
  readonly name: string | null
  readonly company: string | null
  readonly match: object | null
  readonly dataTables: readonly { readonly id: string; readonly name: string }[]
  readonly lastMessageAt: string | null
  readonly source: {
    readonly kind: string
    readonly apiKeyId: string | null
    readonly name: string | null
  } | null
  readonly status: string
}

let world: World
let api: Api
let person: Person
let own: Workshop

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.follow()
  person = await signUp(api)
  own = await createWorkshop(person)
})

const page = (query = '', by = person): Promise<{ items: readonly Listed[]; nextCursor: string | null }> =>
  pageOfPeople(by, query)
const list = async (query?: string, by?: Person) => (await page(query, by)).items
const emails = async (query?: string, by?: Person) => (await list(query, by)).map(({ email }) => email)
const idOf = async (email: string) => (await list(`email=${email}`))[0]?.id ?? ''
const ingest = (records: object[], dataTableId = own.dataTableId) =>
  api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json: { dataTableId, records } })

async function addTable(name: string, csv: string): Promise<string> {
  const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name })
  await person.import(id, csv)
  return id
}

describe('the list of people', () => {
  it('shows everybody with an address, newest first, with name, company and tables', async () => {
    const guests = await addTable(
      'Guests',
      'name,email,company\nAda Lovelace, ADA@example.com,Engines Ltd\nBob,bob@x.example,\n',
    )
    const people = await list()
    expect(people.map(({ email }) => String(email)).toSorted()).toEqual([
      'ada@example.com',
      'bob@x.example',
      'grace@example.com',
    ])
    const ada = people.find(({ email }) => email === 'ada@example.com')
    expect(ada).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      email: 'ada@example.com',
      match: null,
      name: 'Ada Lovelace',
      company: 'Engines Ltd',
      dataTables: expect.arrayContaining([
        { id: own.dataTableId, name: 'Leads' },
        { id: guests, name: 'Guests' },
      ]),
      createdAt: expect.any(String),
      lastMessageAt: null,
      source: { kind: 'import', apiKeyId: null, name: null },
      status: 'idle',
    })
    expect(await emails(`dataTableId=${guests}&sort=name`)).toEqual(['ada@example.com', 'bob@x.example'])
  })

  it('is sorted by the company of the newest record that has one, with people without a company last', async () => {
    await addTable('Guests', 'name,email,company\nBob,bob@x.example,Zuse\nEve,eve@x.example,\n')
    await addTable('Members', 'name,email,company\nAda,ada@example.com,Öl AG\nBob,bob@x.example,engines\n')
    await list()
    const sorted = ['bob@x.example', 'ada@example.com']
    expect((await emails('sort=company')).slice(0, 2)).toEqual(sorted)
    expect((await emails('sort=company&order=desc')).slice(-2)).toEqual(sorted.toReversed())
    expect((await emails('sort=company&source=import')).slice(0, 2)).toEqual(sorted)
    const first = await page('sort=company&limit=1')
    const second = await page(`sort=company&limit=1&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ email }) => email)).toEqual(sorted)
  })

  it('names the source of the first record, and is filtered and sorted by it', async () => {
    await ingest([{ name: 'Kay', email: 'kay@x.example' }])
    // A later record of a person does not change the source.
    await ingest([{ name: 'Ada', email: 'ada@example.com' }])
    const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    const records = [{ name: 'Webb', email: 'webb@x.example' }]
    await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: { records } })
    await person.do('POST', `/data-tables/${own.dataTableId}/records`, {
      data: { name: 'Ursula', email: 'ursula@x.example' },
    })
    const key = { kind: 'apiKey', apiKeyId: own.apiKeyId, name: 'CRM' }
    const none = { apiKeyId: null, name: null }
    const sources = new Map((await list()).map(({ email, source }) => [email, source]))
    expect(Object.fromEntries(sources)).toEqual({
      'ada@example.com': { kind: 'import', ...none },
      'grace@example.com': { kind: 'import', ...none },
      'kay@x.example': key,
      'webb@x.example': { kind: 'webhookUrl', ...none },
      'ursula@x.example': { kind: 'user', ...none },
    })
    const imported = ['ada@example.com', 'grace@example.com']
    expect(new Set(await emails('source=import'))).toEqual(new Set(imported))
    expect(await emails('source=import&sort=email&limit=200')).toEqual(imported)
    expect(await emails('source=apiKey')).toEqual(['kay@x.example'])
    expect(await emails(`apiKeyId=${own.apiKeyId}`)).toEqual(['kay@x.example'])
    expect(await emails('source=user&q=ada')).toEqual([])
    // Ids of API keys are before the words for other sources.
    expect((await emails('sort=source')).map((email) => sources.get(email)?.kind)).toEqual([
      'apiKey',
      'import',
      'import',
      'user',
      'webhookUrl',
    ])
    expect((await emails('sort=source&order=desc')).at(-1)).toBe('kay@x.example')
    const pages: (string | null)[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = await page(`sort=source&limit=2${cursor && `&cursor=${cursor}`}`)
      pages.push(...next.items.map(({ email }) => email))
      cursor = next.nextCursor
    }
    expect(pages).toEqual(await emails('sort=source'))
  })

  it('keeps the source of a record that is edited, and knows none for one that is restored alone', async () => {
    await ingest([{ name: 'Kay', email: 'kay@x.example' }])
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    const kay = items.find(({ data }: { data: { name: string } }) => data.name === 'Kay')
    const sourceOfKay = async () => (await list('q=kay'))[0]?.source
    expect((await sourceOfKay())?.kind).toBe('apiKey')
    await person.do('PATCH', `/data-tables/${own.dataTableId}/records/${kay.id}`, {
      data: { name: 'Kay Li' },
    })
    expect((await list('q=li'))[0]?.source?.kind).toBe('apiKey')
    const ids = [kay.id]
    const { deletionId } = await person.do('POST', `/data-tables/${own.dataTableId}/records/delete`, { ids })
    expect(await list('q=kay')).toEqual([])
    await person.do('POST', `/bin/${deletionId}/restore`)
    expect(await sourceOfKay()).toBeNull()
  })

  it('hides sources from keys that are limited to projects, and refuses to sort and select by them', async () => {
    await list()
    const { secret } = await person.do('POST', '/api-keys', {
      name: 'Limited',
      scopes: ['people:read'],
      projectIds: [own.projectId],
    })
    const ask = (query: string) => api.ask(`/api/v1/people?${query}`, { key: secret })
    const { items } = (await ask('')).body as { items: Listed[] }
    expect(items.map(({ source }) => source)).toEqual([null, null])
    for (const query of ['sort=source', 'source=import', `apiKeyId=${own.apiKeyId}`])
      expect([query, (await ask(query)).status]).toEqual([query, 400])
  })

  it('finds people by any part of the address, the name or the company, without case and accents', async () => {
    await addTable(
      'Guests',
      'name,email,company,phone\nZoë Müller,zm@x.example,Öl & Söhne,+41225550101\nBob,bob@x.example,Oldtimer,\n',
    )
    await list()
    for (const q of ['zoe', 'ZOË', 'mull', 'ULLER', 'x.exam zoe', 'sohn', 'zm', 'zo', 'z', '+4122', '550101'])
      expect([q, await emails(`q=${encodeURIComponent(q)}`)]).toEqual([q, ['zm@x.example']])
    expect(await emails('q=x.example&sort=email')).toEqual(['bob@x.example', 'zm@x.example'])
    for (const q of ['nobody', 'ul', 'zoe bob', '%25', '_oe'])
      expect([q, await emails(`q=${q}`)]).toEqual([q, []])
  })

  it('finds one person by an address in any spelling, and searches a text that is no address', async () => {
    expect(await emails('email=ADA@Example.com')).toEqual(['ada@example.com'])
    expect(await emails('email=nobody@example.com')).toEqual([])
    expect(await emails('email=ada@')).toEqual(['ada@example.com'])
    await person.do('POST', '/suppressions', { email: 'unknown@example.com' })
    expect(await list('email=unknown@example.com')).toMatchObject([{ dataTables: [], status: 'suppressed' }])
    expect(await emails('q=unknown')).toEqual([])
    const { email } = await person.do('GET', `/people/${await idOf('unknown@example.com')}`)
    expect(email).toBe('unknown@example.com')
  })

  it('shows people without an address by the only match column, in any spelling', async () => {
    const id = await addTable('Calls', 'name,phone\nEve,+44 20 7946 0000\n')
    await person.do('PATCH', `/data-tables/${id}`, { match: { columns: ['phone'], onMatch: 'update' } })
    const other = await addTable('Others', 'phone,name\n+442079460000,Eve\n')
    await person.do('PATCH', `/data-tables/${other}`, { match: { columns: ['phone'], onMatch: 'update' } })
    const [eve, ...rest] = await list('q=eve')
    expect(rest).toEqual([])
    expect(eve).toMatchObject({ email: null, name: 'Eve', match: { column: 'phone' } })
    expect(eve?.dataTables).toHaveLength(2)
    expect(await list('column=phone&value=%2B44%202079460000')).toMatchObject([{ id: eve?.id }])
    const timeline = await person.do('GET', `/people/${eve?.id}`)
    expect(timeline.items.map(({ kind }: { kind: string }) => kind)).toEqual(['arrived', 'arrived'])
  })

  it('shows a person without an address apart from people with an address who share the value', async () => {
    const calls = await addTable('Calls', 'name,phone\nEve,+44 20 7946 0000\n')
    await person.do('PATCH', `/data-tables/${calls}`, { match: { columns: ['phone'], onMatch: 'update' } })
    await addTable(
      'Company',
      'name,phone,email\nBob,+442079460000,bob@x.example\nZoe,+442079460000,zoe@x.example\n',
    )
    const [eve] = await list('q=eve')
    expect(await person.do('GET', `/people/${eve?.id}`)).toMatchObject({
      email: null,
      isComplete: true,
      items: [{ kind: 'arrived', dataTableId: calls }],
    })
  })

  it('pages in a stable order while people are added and removed', async () => {
    const names = Array.from({ length: 25 }, (_, no) => `Person ${String(no).padStart(2, '0')}`)
    await addTable(
      'Many',
      `name,email\n${names.map((name, no) => `${name},p${no}@many.example`).join('\n')}\n`,
    )
    for (const order of [
      'sort=name',
      'sort=name&order=desc',
      'sort=company',
      'sort=email',
      'sort=createdAt&order=asc',
      '',
    ]) {
      const query = `q=many.example&limit=10&${order}`
      const seen: (string | null)[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { items, nextCursor } = await page(`${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        seen.push(...items.map(({ email }) => email))
        cursor = nextCursor
        if (order === 'sort=name' && seen.length === 10) {
          await addTable('Late', 'name,email\nA first,first@many.example\n')
          await person.do('POST', '/people/erase', { email: 'p9@many.example' })
        }
      }
      expect([order, seen.length, new Set(seen).size]).toEqual([order, seen.length, seen.length])
      expect(seen.length).toBeGreaterThanOrEqual(25)
    }
    const { nextCursor } = await page('limit=1&sort=name')
    const { body, status } = await person.ask('GET', `/people?limit=1&sort=email&cursor=${nextCursor}`)
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('the state of people in the list', () => {
  it('says who waits, who was written to and who is suppressed, and filters by it', async () => {
    await person.do('POST', '/suppressions', { email: 'grace@example.com' })
    expect(await emails('status=suppressed')).toEqual(['grace@example.com'])
    await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    const [ada] = await list('status=idle')
    expect(ada).toMatchObject({ email: 'ada@example.com', lastMessageAt: expect.any(String) })
    await world.database.read(
      { name: 'test_reply', text: 'update sent_emails set replied_at = now() where organization_id = $1' },
      [person.organizationId],
    )
    expect(await emails('status=answered')).toEqual(['ada@example.com'])
    await world.database.read(
      { name: 'test_no_reply', text: 'update sent_emails set replied_at = null where organization_id = $1' },
      [person.organizationId],
    )
    const { id } = await person.do('POST', `/projects/${own.projectId}/spinners`, {
      name: 'Twice',
      dataTableId: own.dataTableId,
      audience: 'all',
      contact: 'oncePerRecord',
      steps: [
        { type: 'email', to: '{{ email }}', subject: 'One', text: 'One' },
        { type: 'wait', seconds: 86_400 },
        { type: 'email', to: '{{ email }}', subject: 'Two', text: 'Two' },
      ],
    })
    await person.do('POST', `/spinners/${id}/publish`)
    await person.do('POST', `/spinners/${id}/jobs`)
    await world.drain()
    expect(await emails('status=waiting')).toEqual(['ada@example.com'])
    expect(await emails('status=answered')).toEqual([])
    expect(await emails('status=writing')).toEqual([])
    await person.do('POST', '/people/erase', { email: 'grace@example.com' })
    expect(await emails('status=suppressed')).toEqual([])
  })
})

describe('a person of the list', () => {
  it('has the same id in two tables, after a move to another address and back, and after a restoration', async () => {
    const id = await idOf('ada@example.com')
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    const { id: recordId } = items.find(
      ({ data }: { data: { email: string } }) => data.email === 'ada@example.com',
    )
    const path = `/data-tables/${own.dataTableId}/records/${recordId}`
    await person.do('PATCH', path, { data: { email: 'countess@example.com' } })
    expect(await emails('sort=email')).toEqual(['countess@example.com', 'grace@example.com'])
    expect((await person.ask('GET', `/people/${id}`)).status).toBe(404)
    await person.do('PATCH', path, { data: { email: 'Ada@example.com' } })
    expect(await idOf('ada@example.com')).toBe(id)
    await person.do('DELETE', path)
    expect(await emails()).toEqual(['grace@example.com'])
    const bin = await person.do('GET', '/bin')
    await person.do('POST', `/bin/${bin.items[0].id}/restore`)
    expect(await emails('sort=email')).toEqual(['ada@example.com', 'grace@example.com'])
    expect(await idOf('ada@example.com')).toBe(id)
  })

  it('leaves the list with an erasure, and the id is unknown then', async () => {
    const id = await idOf('ada@example.com')
    expect((await person.do('GET', `/people/${id}`)).id).toBe(id)
    await person.do('POST', '/people/erase', { email: 'ada@example.com' })
    expect(await emails()).toEqual(['grace@example.com'])
    expect(await emails('email=ada@example.com')).toEqual([])
    for (const unknown of [id, 'ada@example.com'])
      expect((await person.ask('GET', `/people/${unknown}`)).status).toBe(404)
    await ingest([{ name: 'Ada', email: 'ada@example.com' }])
    expect(await idOf('ada@example.com')).toBe(id)
  })

  it('leaves the list while the table of the records is in the bin', async () => {
    const guests = await addTable('Guests', 'name,email\nBob,bob@x.example\n')
    expect(await emails('q=bob')).toEqual(['bob@x.example'])
    await person.do('DELETE', `/data-tables/${guests}`)
    expect(await emails('q=bob')).toEqual([])
    await world.container.get(PeopleList).fill(new AbortController().signal)
    const { rows } = await world.sql.query('select from person_records where data_table_id = $1', [guests])
    expect(rows).toEqual([])
    const bin = await person.do('GET', '/bin')
    await person.do('POST', `/bin/${bin.items[0].id}/restore`)
    expect(await emails('q=bob')).toEqual(['bob@x.example'])
  })

  it('belongs to one organization', async () => {
    const id = await idOf('ada@example.com')
    const stranger = await signUp(api)
    expect(await emails('', stranger)).toEqual([])
    expect(await emails('email=ada@example.com', stranger)).toEqual([])
    expect((await stranger.ask('GET', `/people/${id}`)).status).toBe(404)
    await createWorkshop(stranger)
    const [other] = await list('email=ada@example.com', stranger)
    expect(other?.id).not.toBe(id)
  })

  it('is shown to a key of other projects only as far as their records say', async () => {
    const project = await person.do('POST', '/projects', { name: 'Other' })
    const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Guests' })
    await person.import(table.id, 'name,email\nCountess,ada@example.com\n')
    const { secret } = await person.do('POST', '/api-keys', {
      name: 'Other',
      scopes: ['people:read'],
      projectIds: [project.id],
    })
    await list()
    const ask = (path: string) => api.ask(`/api/v1${path}`, { key: secret })
    const { body } = await ask('/people')
    expect(body['items']).toMatchObject([{ name: 'Countess', dataTables: [{ name: 'Guests' }] }])
    expect(body['items']).toHaveLength(1)
    expect((await ask('/people?q=grace')).body['items']).toEqual([])
    expect((await ask('/people?sort=name')).status).toBe(400)
    expect((await ask('/people?sort=company')).status).toBe(400)
    const grace = await idOf('grace@example.com')
    expect((await ask(`/people/${grace}`)).status).toBe(404)
  })
})
