import { connect, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const period = '2026-11'

describe('CSV', () => {
  let world: World
  let api: Api
  let person: Person
  let projectId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Imports' })).id
  })
  afterAll(() => world.close())

  let tables = 0
  /** Creates a data table for the test without columns, or with the columns of a first import of `csv`. */
  async function newTable(csv?: string): Promise<string> {
    const { id } = await person.do('POST', `/projects/${projectId}/data-tables`, {
      name: `Table ${++tables}`,
    })
    if (csv !== undefined) expect((await person.import(id, csv)).status).toBe(201)
    return id
  }
  const rows = async (dataTableId: string): Promise<unknown[]> =>
    (await person.do('GET', `/data-tables/${dataTableId}/records?limit=200`)).items.map(
      ({ data }: { data: unknown }) => data,
    )
  const columnsOf = async (dataTableId: string) =>
    (await person.do('GET', `/data-tables/${dataTableId}`)).columns.map(({ name }: { name: string }) => name)
  const used = () => world.inspect.used(person.organizationId, 'records', period)
  const firstError = ({ body }: Reply) => (body['errors'] as { code: string; message: string }[])[0]
  const exported = async (dataTableId: string, query = '') => {
    const response = await fetch(`${api.url}/api/v1/data-tables/${dataTableId}/export${query}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    return { response, text: await response.text() }
  }

  describe('an import', () => {
    it('uses the header row as the columns of a table without columns', async () => {
      const id = await newTable()
      const { status, body } = await person.import(id, 'name,phone\nAda,1\nGrace,2\n')
      expect([status, body]).toEqual([201, { inserted: 2, columns: ['name', 'phone'] }])
      expect(await columnsOf(id)).toEqual(['name', 'phone'])
      expect(await rows(id)).toEqual([
        { name: 'Ada', phone: '1' },
        { name: 'Grace', phone: '2' },
      ])
    })

    it('accepts a header in another order than the table', async () => {
      const id = await newTable('name,phone\nAda,1\n')
      expect((await person.import(id, 'phone,name\n2,Grace\n')).status).toBe(201)
      expect(await rows(id)).toEqual([
        { name: 'Ada', phone: '1' },
        { name: 'Grace', phone: '2' },
      ])
    })

    it('accepts a header alone: columns and no rows', async () => {
      const id = await newTable()
      expect((await person.import(id, 'name,phone')).body).toEqual({
        inserted: 0,
        columns: ['name', 'phone'],
      })
    })

    it('permits records by webhook URL afterwards', async () => {
      const id = await newTable('name,phone\nAda,1\n')
      const { webhookUrl } = await person.do('GET', `/data-tables/${id}`)
      const token = webhookUrl.split('/').at(-1)
      expect((await api.ingestByToken([{ name: 'Grace', phone: '2' }], { token })).status).toBe(201)
      expect(await rows(id)).toHaveLength(2)
    })

    it.each([
      ['a byte order mark', '\uFEFFname,phone\nAda,1\n'],
      ['CRLF', 'name,phone\r\nAda,1\r\n'],
      ['CR alone', 'name,phone\rAda,1\r'],
      ['semicolons', 'name;phone\nAda;1\n'],
      ['tabs', 'name\tphone\nAda\t1\n'],
      ['bars', 'name|phone\nAda|1\n'],
      ['quotes', '"name","phone"\n"Ada","1"\n'],
      ['no line break at the end', 'name,phone\nAda,1'],
      ['blank lines', 'name,phone\n\nAda,1\n\n\n'],
      ['rows of empty cells', 'name,phone\n,\nAda,1\n,\n"",""\n'],
      ['rows of blanks', 'name,phone\n , \nAda,1\n\t,\n'],
      ['spaces around the names', ' name , phone \nAda,1\n'],
      ['semicolons and commas in quotes', '"name";"phone"\n"Ada";"1"\n'],
    ])('understands %s', async (_what, csv) => {
      const id = await newTable()
      expect((await person.import(id, csv)).status).toBe(201)
      expect(await rows(id)).toEqual([{ name: 'Ada', phone: '1' }])
    })

    it('does not count or meter rows without a value, and numbers the lines after them as in the file', async () => {
      const before = await used()
      const id = await newTable()
      const csv = 'name,email\nAda,a@x.de\n,\n,\n'
      const check = await person.ask('POST', `/data-tables/${id}/imports/preview`, undefined, {
        raw: csv,
        headers: { 'content-type': 'text/csv' },
      })
      expect(check.body).toMatchObject({ rows: 1, wouldInsert: 1 })
      expect((await person.import(id, csv)).body).toMatchObject({ inserted: 1 })
      expect((await used()) - before).toBe(1)
      expect(firstError(await person.import(id, `${csv}Bea\n`))?.message).toMatch(/Line 5 has 1 cell/)
    })

    it('leaves out rows without a value from a table with one column too', async () => {
      expect(await rows(await newTable('name\nAda\n\n""\n" "\nBea\n'))).toEqual([
        { name: 'Ada' },
        { name: 'Bea' },
      ])
    })

    it('keeps delimiters, quotes and line breaks inside quotes', async () => {
      const id = await newTable('a,b\n"x, ""y""\nz",ü😀\n')
      expect(await rows(id)).toEqual([{ a: 'x, "y"\nz', b: 'ü😀' }])
    })

    it('treats a name in another Unicode composition as the same name', async () => {
      const id = await newTable('caf\u00e9,n\nx,1\n')
      expect((await person.import(id, 'cafe\u0301,n\ny,2\n')).status).toBe(201)
    })

    it('accepts a file as a part of a form', async () => {
      const id = await newTable()
      const form = new FormData()
      form.append(
        'file',
        new Blob(['name,phone\nAda,1\n'], { type: 'application/vnd.ms-excel' }),
        'leads.csv',
      )
      const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}` },
        body: form,
      })
      expect(response.status).toBe(201)
      expect(await rows(id)).toHaveLength(1)
    })

    it('accepts a gzipped file', async () => {
      const id = await newTable()
      const gzipped = gzipSync('name,phone\nAda,1\n')
      expect((await person.import(id, gzipped, { 'content-encoding': 'gzip' })).status).toBe(201)
    })

    it('fills the columns that a file lacks if the table is set to do so', async () => {
      const id = await newTable('name,phone\nAda,1\n')
      expect((await person.import(id, 'name\nGrace\n')).status).toBe(422)
      await person.do('PATCH', `/data-tables/${id}`, { missingColumns: 'fill' })
      expect((await person.import(id, 'name\nGrace\n')).status).toBe(201)
      expect((await rows(id))[1]).toEqual({ name: 'Grace', phone: null })
    })

    it('accepts rows of a megabyte each, a few at a time', async () => {
      const wide = 'x'.repeat(900_000)
      const id = await newTable()
      // Uses few rows in the test, because Jest's module system slows the CSV parser down to 2 MB a second;
      // forty such rows took two thirds of the timeout.
      const csv = gzipSync(`a\n${`${wide}\n`.repeat(16)}`)
      expect((await person.import(id, csv, { 'content-encoding': 'gzip' })).status).toBe(201)
      const appends = await world.inspect.appends(id)
      expect(appends.reduce((sum, { count }) => sum + count, 0)).toBe(16)
      expect(Math.max(...appends.map(({ count }) => count))).toBeLessThan(4)
    })

    it('accepts the text __proto__ as a cell', async () => {
      const id = await newTable('__proto__,constructor\na,b\n')
      expect(await columnsOf(id)).toEqual(['__proto__', 'constructor'])
      expect(JSON.stringify(await rows(id))).toContain('"constructor":"b"')
    })
  })

  describe('an import is refused, and leaves nothing,', () => {
    let id: string
    beforeAll(async () => {
      id = await newTable('name,phone\nAda,1\n')
    })

    it.each<[string, string | Buffer, string, RegExp]>([
      ['when it is empty', '', 'EMPTY', /empty/],
      ['when it is blank', '\n\n\n', 'EMPTY', /empty/],
      [
        'with a row that is too short',
        'name,phone\nA,1\nB\n',
        'RAGGED',
        /Line 3 has 1 cell; the header has 2/,
      ],
      ['with a row that is too long', 'name,phone\nA,1\nB,2,3\n', 'RAGGED', /Line 3 has 3 cells/],
      [
        'with bytes that are not UTF-8',
        Buffer.from('name,phone\nA,1\nM\xfcller,2\n', 'latin1'),
        'ENCODING',
        /Line 3/,
      ],
      [
        'with half a character at the end',
        Buffer.from([...Buffer.from('name,phone\nA,'), 0xf0, 0x9f]),
        'ENCODING',
        /Line 2/,
      ],
      ['in UTF-16', Buffer.from('\uFEFFname,phone\nA,1\n', 'utf16le'), 'ENCODING', /UTF-16/],
      ['with a NUL', 'name,phone\nA,\0\n', 'ENCODING', /Line 2/],
      ['with a quote that is never closed', `name,phone\n"A,1\n${'B,2\n'.repeat(1000)}`, 'QUOTE', /quote/],
      ['with an endless quote', `name,phone\n"${'B,2\n'.repeat(400_000)}`, 'QUOTE', /quote/],
      ['with a quote in the middle of a cell', 'name,phone\nA"x,1\n', 'QUOTE', /Line 2/],
      ['with text after a closing quote', 'name,phone\n"A"x,1\n', 'QUOTE', /Line 2/],
    ])('%s', async (_what, csv, code, message) => {
      const before = [await rows(id), await used()]
      const reply = await person.import(id, csv)
      expect([reply.status, reply.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(firstError(reply)).toMatchObject({ code, message: expect.stringMatching(message) })
      expect([await rows(id), await used()]).toEqual(before)
    })

    it.each([
      ['an empty name', 'name,,phone\n', 'EMPTY'],
      ['the same name twice', 'name, name\n', 'DUPLICATE'],
      ['the same name in another Unicode composition', 'caf\u00e9,cafe\u0301\n', 'DUPLICATE'],
      ['a name that is too long', `${'x'.repeat(201)},b\n`, 'TOO_MANY'],
    ])('with %s in a first header', async (_what, csv, code) => {
      const fresh = await newTable()
      const reply = await person.import(fresh, csv)
      expect([reply.status, firstError(reply)?.code]).toEqual([400, code])
      expect(await columnsOf(fresh)).toEqual([])
    })

    it.each([1_001, 200_000, 1_000_000])('with %i columns', async (count) => {
      const fresh = await newTable()
      const header = Array.from({ length: count }, (_, no) => `c${no}`).join(',')
      const { status, body } = await person.import(fresh, `${header}\n`)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(await columnsOf(fresh)).toEqual([])
    })

    it('with other columns than the table has, and names them', async () => {
      const { status, body } = await person.import(id, 'name,Phone\nB,2\n')
      expect([status, body['code']]).toEqual([422, 'SCHEMA_MISMATCH'])
      expect(body).toMatchObject({ expected: ['name', 'phone'], received: ['name', 'Phone'] })
      expect(body['errors']).toContainEqual({
        pointer: '/header',
        code: 'UNKNOWN_COLUMN',
        column: 'Phone',
        suggestion: 'phone',
      })
    })

    it('when an error follows thousands of valid rows', async () => {
      const before = [await rows(id), await used()]
      const csv = `name,phone\n${'x,1\n'.repeat(3_000)}broken\n`
      expect((await person.import(id, csv)).status).toBe(400)
      expect([await rows(id), await used()]).toEqual(before)
    })

    it('when it exceeds the plan by one row', async () => {
      const small = await signUp(api)
      const project = await small.do('POST', '/projects', { name: 'p' })
      const table = await small.do('POST', `/projects/${project.id}/data-tables`, { name: 't' })
      const lines = (count: number) => `n\n${'x\n'.repeat(count)}`
      expect((await small.import(table.id, lines(49_000))).status).toBe(201)
      const over = await small.import(table.id, lines(1_001))
      expect(over.body).toMatchObject({ code: 'PLAN_LIMIT', meter: 'records', limit: 50_000, used: 49_000 })
      expect((await small.import(table.id, lines(1_000))).status).toBe(201)
      expect(await world.inspect.used(small.organizationId, 'records', period)).toBe(50_000)
      expect((await small.do('GET', `/data-tables/${table.id}`)).recordCount).toBe(50_000)
    })

    it('with another media type', async () => {
      const { status, body } = await person.import(id, '{}', { 'content-type': 'application/json' })
      expect([status, body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    })

    it('in a form without a file', async () => {
      const form = new FormData()
      form.append('other', 'x')
      const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}` },
        body: form,
      })
      expect(response.status).toBe(400)
    })

    /**
     * Sends an upload form of the test that ends early: it is cut off by its declared length, or the client
     * disconnects when the form is written.
     */
    const sendForm = (table: string, part: string, content: string, hangUp: boolean) =>
      new Promise<string>((done) => {
        const body = `--b\r\nContent-Disposition: form-data; name="${part}"; filename="x.csv"\r\n\r\n${content}`
        const length = Buffer.byteLength(body) + (hangUp ? 100_000 : 0)
        const head = `POST /api/v1/data-tables/${table}/imports HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`
        let answer = ''
        const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => {
          socket.write(head + body, () => hangUp && socket.destroy())
        })
        socket.on('data', (chunk) => {
          answer += chunk.toString()
        })
        socket.on('close', () => done(answer))
        socket.on('error', () => {})
      })

    /**
     * The first 16 MB of a file. When a client has written them, the service has read many rows, because the sockets
     * hold only a part of them.
     */
    const half = `name,phone\n${`${'x'.repeat(4_000)},1\n`.repeat(4_000)}`

    it.each([
      ['of a good file', 'file', 'name,phone\nB,2\n'],
      ['of a file with other columns', 'file', 'other\nB\n'],
      ['of another part', 'other', 'name,phone\n'],
      ['before the header ends', 'file', 'na'],
    ])('in a form that ends in the middle %s', async (_what, part, content) => {
      expect(await sendForm(id, part, content, false)).toMatch(/^HTTP\/1.1 4\d\d /)
      expect((await person.import(id, 'name,phone\nstill,up\n')).status).toBe(201)
    })

    it('in a form whose client disconnects, repeatedly, and frees its slot', async () => {
      const refused = () =>
        api.log.filter(({ route, status }) => String(route).endsWith('/imports') && status === 400).length
      const before = refused()
      for (let no = 0; no < 8; no++) await sendForm(id, 'file', half, true)
      await until(() => refused() >= before + 8)
      expect((await person.import(id, 'name,phone\nstill,up\n')).status).toBe(201)
    })

    it('immediately, although the rest of a large file is still being sent', async () => {
      const { status } = await person.import(id, `other\n${'x\n'.repeat(400_000)}`)
      expect(status).toBe(422)
    }, 4_000)

    it('in broken gzip', async () => {
      const broken = gzipSync('name,phone\nB,2\n').subarray(0, 20)
      expect((await person.import(id, broken, { 'content-encoding': 'gzip' })).status).toBe(400)
    })

    it('when the client disconnects half-way', async () => {
      const before = [await rows(id), await used()]
      const ended = () => api.log.filter(({ route }) => String(route).endsWith('/imports')).length
      const endedBefore = ended()
      const head = `POST /api/v1/data-tables/${id}/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: text/csv\r\nContent-Length: 100000000\r\n\r\n`
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => {
        socket.write(head + half, () => socket.destroy())
      })
      await until(() => ended() > endedBefore)
      expect([await rows(id), await used()]).toEqual(before)
      expect((await person.import(id, 'name,phone\nafter,1\n')).status).toBe(201)
    })
  })

  describe('two imports at once', () => {
    it('into a table without columns: the first sets the columns, and the other is refused', async () => {
      const id = await newTable()
      const replies = await Promise.all([
        person.import(id, `a,b\n${'1,2\n'.repeat(1_200)}`),
        person.import(id, `c,d\n${'3,4\n'.repeat(1_200)}`),
      ])
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      const refused = replies.find(({ status }) => status !== 201)
      expect(['CONFLICT', 'SCHEMA_MISMATCH']).toContain(refused?.body['code'])
      expect((await person.do('GET', `/data-tables/${id}`)).recordCount).toBe(1_200)
    })

    it('into one table: both succeed, one after the other in the ledger', async () => {
      const id = await newTable('a\n0\n')
      const replies = await Promise.all([
        person.import(id, `a\n${'1\n'.repeat(1_200)}`),
        person.import(id, `a\n${'2\n'.repeat(1_200)}`),
      ])
      expect(replies.map(({ status }) => status)).toEqual([201, 201])
      const appends = await world.inspect.appends(id)
      expect(appends.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(appends.reduce((sum, { count }) => sum + count, 0)).toBe(2_401)
    })
  })

  describe('an export', () => {
    it('may be silent for minutes, as a search does that finds nothing in a large table', async () => {
      const path = `/data-tables/${await newTable('name\nAda\n')}`
      const where = encodeURIComponent(JSON.stringify({ column: 'name', operator: 'missing' }))
      const limits: number[] = []
      const { setTimeout } = Socket.prototype
      Socket.prototype.setTimeout = function (milliseconds, done) {
        limits.push(milliseconds)
        return setTimeout.call(this, milliseconds, done)
      }
      const maxSilence = async (to: string) => {
        limits.length = 0
        const headers = { authorization: `Bearer ${person.token}` }
        await (await fetch(`${api.url}/api/v1${path}${to}`, { headers })).text()
        return Math.max(0, ...limits)
      }
      try {
        expect(await maxSilence('')).toBeLessThan(10 * 60_000)
        expect(await maxSilence(`/export?where=${where}`)).toBeGreaterThan(10 * 60_000)
      } finally {
        Socket.prototype.setTimeout = setTimeout
      }
    })

    it('writes columns in their order and records in order of arrival', async () => {
      const id = await newTable('name,phone\nAda,1\nGrace,2\n')
      const { response, text } = await exported(id)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(text).toBe('name,phone\nAda,1\nGrace,2\n')
    })

    it('neutralizes formulas, unless the raw export is requested', async () => {
      const id = await newTable('a,b\n=1+1,@x\n+49,-5\n"\t=x",plain\n')
      expect((await exported(id)).text).toBe("a,b\n'=1+1,'@x\n'+49,'-5\n'\t=x,plain\n")
      expect((await exported(id, '?raw=true')).text).toBe('a,b\n=1+1,@x\n+49,-5\n\t=x,plain\n')
    })

    it('writes numbers, booleans and nulls as text', async () => {
      const id = await newTable('a,b,c\n1,2,3\n')
      const { webhookUrl } = await person.do('GET', `/data-tables/${id}`)
      await api.ingestByToken([{ a: 4.5, b: false, c: null }], { token: webhookUrl.split('/').at(-1) })
      expect((await exported(id)).text).toBe('a,b,c\n1,2,3\n4.5,false,""\n')
    })

    it('has a file name that cannot add a header', async () => {
      const id = await newTable('a\n1\n')
      await person.do('PATCH', `/data-tables/${id}`, { name: 'x"; filename="../évil' })
      const { response } = await exported(id)
      expect(response.headers.get('content-disposition')).toBe(
        "attachment; filename*=UTF-8''x-%3B%20filename%3D-..-%C3%A9vil.csv",
      )
    })

    it('gives the same rows when it is imported into a new table', async () => {
      const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
      const hostile = fc.constantFrom(
        '',
        ' ',
        '"',
        '""',
        ',',
        ';',
        '\n',
        '\r\n',
        '\r',
        '=1',
        "'",
        '\uFEFF',
        'a\tb',
      )
      const row = fc.array(fc.oneof(cell, hostile), { minLength: 3, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (data) => {
          const quoted = data.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
          const from = await newTable(`a,b,c\n${quoted.join('\n')}\n`)
          const to = await newTable((await exported(from, '?raw=true')).text)
          const filled = data.filter((cells) => cells.some((text) => text.trim() !== ''))
          expect(await rows(to)).toEqual(filled.map(([a, b, c]) => ({ a, b, c })))
          await person.do('DELETE', `/data-tables/${from}`)
          await person.do('DELETE', `/data-tables/${to}`)
        }),
        { numRuns: 25 },
      )
    })

    it('contains more rows than one page, each once', async () => {
      const count = 2_345
      const id = await newTable(`n\n${Array.from({ length: count }, (_, no) => no).join('\n')}\n`)
      expect((await exported(id)).text.split('\n')).toEqual([
        'n',
        ...Array.from({ length: count }, (_, no) => String(no)),
        '',
      ])
    })
  })
})
