import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { workbook } from '../../support/data/xlsx.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('an import with an Idempotency-Key', () => {
  let world: World
  let api: Api
  let person: Person
  let projectId: string
  let secret: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Imports' })).id
    const key = { name: 'CRM', scopes: ['records:write'] }
    secret = (await person.do('POST', '/api-keys', key)).secret
  })
  afterAll(() => world.close())

  let tables = 0
  const newTable = async (): Promise<string> =>
    (await person.do('POST', `/projects/${projectId}/data-tables`, { name: `T${++tables}` })).id
  const count = async (id: string): Promise<number> =>
    (await person.do('GET', `/data-tables/${id}`)).recordCount

  const csv = { 'content-type': 'text/csv' }
  const formOf = (file: string | Buffer, options: object) => {
    const form = new FormData()
    form.append('options', JSON.stringify(options))
    form.append('file', new Blob([Buffer.from(file)]), 'leads')
    return form
  }
  /** Sends a CSV or a form with an API key and an idempotency key. */
  async function send(
    id: string,
    file: string | Buffer<ArrayBuffer> | FormData,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'idempotency-key': 'key',
        ...(file instanceof FormData ? {} : csv),
        ...headers,
      },
      body: file,
    })
    const body = (await response.json()) as { readonly code?: string }
    return { status: response.status, replayed: response.headers.get('idempotency-replayed'), body }
  }
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code]

  it('adds no row again in a repeat, which gets the first answer', async () => {
    const id = await newTable()
    const file = `name,email\n${'Ada,ada@x.org\n'.repeat(20_000)}`
    const first = await send(id, file)
    expect(first).toEqual({
      status: 201,
      replayed: null,
      body: { inserted: 20_000, columns: ['name', 'email'] },
    })
    expect(await send(id, file)).toEqual({ ...first, replayed: 'true' })
    const packed = await send(id, gzipSync(file), { 'content-encoding': 'gzip' })
    expect(packed).toEqual({ ...first, replayed: 'true' })
    expect(await count(id)).toBe(20_000)
  })

  it('recognizes the repeat of a spreadsheet with options, and its left-out rows', async () => {
    const id = await newTable()
    const file = workbook({
      Leads: [
        ['name', 'email'],
        ['Ada', 'ada@x.org'],
        ['Bob', 'bob'],
      ],
    })
    const columns = [{ from: 'email', create: { name: 'email', type: 'email' } }]
    const form = () => formOf(file, { sheet: 'Leads', columns, skipBadRows: true })
    await send(id, 'name\nAda\n', { 'idempotency-key': 'columns' })
    const first = await send(id, form())
    expect(first).toMatchObject({ status: 201, body: { inserted: 1, leftOut: { rows: 1 } } })
    expect(await send(id, form())).toEqual({ ...first, replayed: 'true' })
    expect(await count(id)).toBe(2)
  })

  it('is refused if the key was used for another file or other options', async () => {
    const id = await newTable()
    const file = 'name,email\nAda,ada@x.org\n'
    await send(id, file)
    const reused = [422, 'IDEMPOTENCY_KEY_REUSED']
    expect(codeOf(await send(id, 'name,email\nAda,ada@y.org\n'))).toEqual(reused)
    expect(codeOf(await send(id, formOf(file, { skipBadRows: true })))).toEqual(reused)
    expect(await count(id)).toBe(1)
    expect((await send(id, file, { 'idempotency-key': 'another' })).replayed).toBeNull()
    expect((await send(await newTable(), file)).replayed).toBeNull()
    expect(codeOf(await send(id, file, { 'idempotency-key': 'a b' }))).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('leaves its key unused if the file was refused', async () => {
    const id = await newTable()
    expect(codeOf(await send(id, 'name,email\nAda\n'))).toEqual([400, 'VALIDATION_FAILED'])
    const file = 'name,email\nAda,ada@x.org\n'
    expect(await send(id, file)).toMatchObject({ status: 201, replayed: null })
    expect(await count(id)).toBe(1)
  })

  it('leaves its key unused if the upload was cut off', async () => {
    const id = await newTable()
    const gone = new AbortController()
    const file = new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from('name\nAda\n')),
    })
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': 'cut', ...csv }
    const url = `${api.url}/api/v1/data-tables/${id}/imports`
    const init = { method: 'POST', headers, body: file, duplex: 'half', signal: gone.signal }
    const cut = fetch(url, init as RequestInit).catch(() => 'cut')
    const key = { 'idempotency-key': 'cut' }
    await until(async () => codeOf(await send(id, 'name\nAda\n', key))[1] === 'IDEMPOTENCY_IN_PROGRESS')
    gone.abort()
    expect(await cut).toBe('cut')
    await until(async () => (await send(id, 'name\nAda\n', key)).status === 201)
    expect(await count(id)).toBe(1)
  })

  it('adds its rows once if two requests run at the same time', async () => {
    const id = await newTable()
    const file = `name\n${'Ada\n'.repeat(20_000)}`
    const both = await Promise.all([send(id, file), send(id, file)])
    const codes = both.map(({ status, body: { code } }) => code ?? status)
    expect(codes).toContain(201)
    expect(['IDEMPOTENCY_IN_PROGRESS', 201]).toEqual(expect.arrayContaining(codes))
    expect(await send(id, file)).toMatchObject({ status: 201, replayed: 'true' })
    expect(await count(id)).toBe(20_000)
  })
})
