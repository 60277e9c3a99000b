import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const dataOf = ({ data }: { readonly data: object }) => data

describe('the columns of a table over HTTP', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/data-tables/${own.dataTableId}`
  })
  afterAll(() => world.close())

  const ingest = (records: object[], dataTableId = own.dataTableId) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId, records },
    })
  const columns = async () => (await person.do('GET', path)).columns
  const named = (name: string) => `${path}/columns/${encodeURIComponent(name)}`
  const refusal = async (method: string, to: string, json?: object) => {
    const { status, body } = await person.ask(method, to, json)
    return [status, body['code'], body['message']]
  }

  it('can be given when the table is created', async () => {
    const create = (list: unknown) =>
      person.ask('POST', `/projects/${own.projectId}/data-tables`, { name: 'Complete', columns: list })
    const given = [{ name: ' email ', isMetadata: true, type: 'email' }, { name: 'plan' }]
    const { status, body } = await create(given)
    expect([status, body['columns']]).toEqual([
      201,
      [
        { name: 'email', isMetadata: true, type: 'email' },
        { name: 'plan', isMetadata: false },
      ],
    ])
    const reply = await ingest([{ email: 'ada@example.com', plan: 'pro' }], String(body['id']))
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([201, '{"ok":true,"inserted":1}'])
    for (const [list, pointer, code] of [
      [[{ name: 'a' }, { name: ' a' }], '/columns/1/name', 'DUPLICATE'],
      [[{ name: ' ' }], '/columns/0/name', 'EMPTY'],
      [[{ name: 'a', type: 'choice' }], '/columns/0/options', 'TOO_FEW'],
    ] as const) {
      const refused = await create(list)
      expect([refused.status, refused.body['errors']]).toEqual([
        400,
        [expect.objectContaining({ pointer, code })],
      ])
    }
  })

  it('make a table accept records after the first columns are added one by one', async () => {
    const table = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Fresh' })
    const refused = (await ingest([{ name: 'Ada' }], table.id)).body
    expect(refused['code']).toBe('TABLE_HAS_NO_SCHEMA')
    expect(refused['message']).toMatch(/add columns .* or import a CSV file, then send the records again/)
    const added = await person.ask('POST', `/data-tables/${table.id}/columns`, { name: 'name' })
    expect([added.status, added.body]).toEqual([201, { name: 'name', isMetadata: false, position: 0 }])
    const reply = await ingest([{ name: 'Ada' }], table.id)
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([201, '{"ok":true,"inserted":1}'])
  })

  it('get the values of a file, and of a mapping, after all former columns were removed', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Emptied' })
    const table = `/data-tables/${id}`
    const cells = async () => (await person.do('GET', `${table}/records`)).items.map(dataOf)
    const removeAll = async (...names: string[]) => {
      for (const name of names) await person.do('DELETE', `${table}/columns/${name}`)
    }
    const blank = { email: null, city: null }
    await person.import(id, 'name,email\nAda,ada@example.com\n')
    await removeAll('name', 'email')
    await person.import(id, 'email,city\nlin@example.com,Oslo\n')
    expect(await cells()).toEqual([blank, { email: 'lin@example.com', city: 'Oslo' }])
    await removeAll('email', 'city')
    const fields = [
      { column: 'email', from: [{ path: ['mail'] }] },
      { column: 'city', from: [{ path: ['town'] }] },
    ]
    const mapping = { name: 'Leads', root: [], fields, action: 'insert', createColumns: true }
    await person.do('POST', `${table}/mappings`, mapping)
    await ingest([{ email: 'kim@example.com', city: 'Rome' }], id)
    expect(await cells()).toEqual([blank, blank, { email: 'kim@example.com', city: 'Rome' }])
  })

  it('need no keys of their own after the values of a removed one were deleted while the table was in the bin', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Binned' })
    const table = `/data-tables/${id}`
    await person.import(id, 'name,email\nAda,ada@example.com\n')
    await person.do('DELETE', `${table}/columns/name`)
    await person.do('DELETE', table)
    await world.container.get(Records).clearLeft(new AbortController().signal)
    const [entry] = (await person.do('GET', '/bin')).items
    await person.do('POST', `/bin/${entry.id}/restore`)
    const { rows } = await world.sql.query('select column_keys from data_tables where id = $1', [id])
    expect(rows).toEqual([{ column_keys: null }])
  })

  it('can be added as metadata, renamed and moved, and are exported with null in older records', async () => {
    const name = 'Wo bist Du? 50% / "nah"'
    expect(await person.do('POST', `${path}/columns`, { name: 'city', isMetadata: true })).toEqual({
      name: 'city',
      isMetadata: true,
      position: 2,
    })
    const reply = await person.ask('PATCH', named('city'), { name, position: 1, isMetadata: false })
    expect([reply.status, reply.body]).toEqual([200, { name, isMetadata: false, position: 1 }])
    expect(reply.headers.get('etag')).toBe((await person.ask('GET', path)).headers.get('etag'))
    await ingest([{ name: 'Cy', email: 'cy@example.com', [name]: 'Bern' }])
    const { items } = await person.do('GET', `${path}/records`)
    expect(items.map(({ data }: { data: object }) => Object.entries(data))).toEqual([
      [
        ['name', 'Ada'],
        [name, null],
        ['email', 'ada@example.com'],
      ],
      [
        ['name', 'Grace'],
        [name, null],
        ['email', 'grace@example.com'],
      ],
      [
        ['name', 'Cy'],
        [name, 'Bern'],
        ['email', 'cy@example.com'],
      ],
    ])
    const exported = await fetch(`${api.url}/api/v1${path}/export`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(await exported.text()).toBe(
      'name,"Wo bist Du? 50% / ""nah""",email\nAda,"",ada@example.com\nGrace,"",grace@example.com\nCy,Bern,cy@example.com\n',
    )
    expect((await person.ask('DELETE', named(name))).status).toBe(204)
    expect((await columns()).map((column: { name: string }) => column.name)).toEqual(['name', 'email'])
  })

  it('can be renamed between the trigger and the run, and messages reach the right people', async () => {
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await person.do('PATCH', named('email'), { name: 'E-mail of work' })
    await world.drain()
    const job = await person.do('GET', `/jobs/${jobId}`)
    expect([job.status, job.counts.total, job.counts.done]).toEqual(['completed', 3, 3])
    const { items } = await person.do('GET', '/outbox')
    expect(items.map(({ to, subject }: { to: string; subject: string }) => [to, subject]).toSorted()).toEqual(
      [
        ['ada@example.com', 'Welcome, Ada'],
        ['cy@example.com', 'Welcome, Cy'],
        ['grace@example.com', 'Welcome, Grace'],
      ],
    )
    expect(await person.do('GET', `/spinners/${own.spinnerId}`)).toMatchObject({
      hasUnpublishedChanges: false,
      steps: [{ to: '{{ ["E-mail of work"] }}' }],
    })
    await person.do('PATCH', named('E-mail of work'), { name: 'email' })
  })

  it('refuse invalid changes, and say what to do', async () => {
    expect(await refusal('DELETE', named('email'))).toEqual([
      409,
      'CONFLICT',
      'The column "email" is used by the published spinner "Welcome"; nothing was changed. First publish the spinner without the column, or unpublish it',
    ])
    expect(await refusal('PATCH', named('fax'), { name: 'x' })).toEqual([
      404,
      'NOT_FOUND',
      'Column not found',
    ])
    expect(await refusal('PATCH', named('name'), { name: 'email' })).toEqual([
      409,
      'CONFLICT',
      'The table already has a column "email"',
    ])
    expect((await refusal('PATCH', named('name'), { position: 2 })).slice(0, 2)).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    for (const body of [
      {},
      { name: '' },
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { name: 'x', type: 'colour' },
    ])
      expect((await refusal('POST', `${path}/columns`, body)).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('are renamed in mappings, and cannot be removed while a mapping fills them', async () => {
    await person.do('POST', `${path}/columns`, { name: 'origin' })
    const field = { column: 'origin', from: [{ path: ['from'] }] }
    const { id } = await person.do('POST', `${path}/mappings`, {
      name: 'Form',
      fields: [field],
      action: 'insert',
    })
    await person.do('PATCH', named('origin'), { name: 'source' })
    const { fields } = await person.do('GET', `/mappings/${id}`)
    expect(fields).toMatchObject([{ ...field, column: 'source' }])
    expect(await refusal('DELETE', named('source'))).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('The mapping "Form" fills the column "source"'),
    ])
    await person.do('DELETE', `/mappings/${id}`)
    expect((await person.ask('DELETE', named('source'))).status).toBe(204)
  })

  it('accept the first of two changes to the same state of the table', async () => {
    const etag = (await person.ask('GET', path)).headers.get('etag') ?? ''
    const options = { headers: { 'if-match': etag } }
    const replies = await Promise.all([
      person.ask('POST', `${path}/columns`, { name: 'a' }, options),
      person.ask('POST', `${path}/columns`, { name: 'b' }, options),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('keep all records in the right columns while one is renamed repeatedly', async () => {
    const table = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Busy' })
    for (const name of ['a', 'b']) await person.do('POST', `/data-tables/${table.id}/columns`, { name })
    const taken: string[] = []
    const stop = new AbortController()
    const send = async (sender: number) => {
      for (let no = 0; !stop.signal.aborted; no++) {
        const id = `${sender}.${no}`
        // Sends records with both names in the test. The column has one of these names at a time, so the
        // request with the other name is refused.
        for (const name of ['b', 'c']) {
          const { status } = await ingest([{ a: id, [name]: id }], table.id)
          if (status === 201) taken.push(id)
          else expect(status).toBe(422)
        }
      }
    }
    const sending = [1, 2, 3, 4].map((sender) => send(sender))
    for (let no = 0; no < 10; no++) {
      const [from, to] = no % 2 === 0 ? ['b', 'c'] : ['c', 'b']
      await person.do('PATCH', `/data-tables/${table.id}/columns/${from}`, { name: to })
    }
    stop.abort()
    await Promise.all(sending)
    const stored: { a: string; b: string }[] = []
    for (let cursor = ''; ; ) {
      const page = await person.do('GET', `/data-tables/${table.id}/records?limit=200${cursor}`)
      stored.push(...page.items.map(({ data }: { data: { a: string; b: string } }) => data))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(stored.filter(({ a, b }) => a !== b)).toEqual([])
    expect(stored.map(({ a }) => a).toSorted()).toEqual(taken.toSorted())
  })
})
