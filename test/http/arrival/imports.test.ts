import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { type SheetCell, workbook, zipped } from '../../support/data/xlsx.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('imports with corrections', () => {
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
  async function newTable(csv?: string): Promise<string> {
    const { id } = await person.do('POST', `/projects/${projectId}/data-tables`, { name: `T${++tables}` })
    if (csv !== undefined) expect((await person.import(id, csv)).status).toBe(201)
    return id
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many structures
  // oxlint-disable-next-line typescript/no-explicit-any
  type Body = any
  async function send(
    id: string,
    file: string | Buffer,
    options: object | null = null,
    route: '' | '/preview' | '/inspect' = '',
    by = person,
  ): Promise<{ status: number; body: Body }> {
    const form = new FormData()
    if (options !== null) form.append('options', JSON.stringify(options))
    form.append('file', new Blob([Buffer.from(file)]), 'leads')
    const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}` },
      body: form,
    })
    return { status: response.status, body: await response.json() }
  }
  const rows = async (id: string): Promise<unknown[]> =>
    (await person.do('GET', `/data-tables/${id}/records?limit=200`)).items.map(({ data }: Body) => data)
  const columnsOf = async (id: string): Promise<string[]> =>
    (await person.do('GET', `/data-tables/${id}`)).columns.map(({ name }: Body) => name)
  const download = async (arrivalId: string, by = person) => {
    const response = await fetch(`${api.url}/api/v1/arrivals/${arrivalId}/body`, {
      headers: { authorization: `Bearer ${by.token}` },
    })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }

  describe('columns', () => {
    it('can be mapped, left out and created, and a column without a source stays empty', async () => {
      const id = await newTable('name,email,phone\nAda,ada@x.org,1\n')
      const columns = [
        { from: 'Full name', to: 'name' },
        { from: 2, to: 'email' },
        { from: 'Note', create: { name: 'note' } },
        { from: 'Internal', ignore: true },
      ]
      const file = 'Full name,E-Mail,Note,Internal\nGrace,grace@x.org,hi,secret\n'
      const { status, body } = await send(id, file, { columns })
      expect([status, body]).toEqual([201, { inserted: 1, columns: ['name', 'email', 'phone', 'note'] }])
      expect((await rows(id))[1]).toEqual({ name: 'Grace', email: 'grace@x.org', phone: null, note: 'hi' })
      expect((await rows(id))[0]).toEqual({ name: 'Ada', email: 'ada@x.org', phone: '1', note: null })
    })

    it('are created in a table whose columns were renamed and removed', async () => {
      const id = await newTable('name,old\nAda,1\n')
      await person.do('PATCH', `/data-tables/${id}/columns/name`, { name: 'who' })
      await person.do('DELETE', `/data-tables/${id}/columns/old`)
      const columns = [
        { from: 'who', to: 'who' },
        { from: 'name', create: { name: 'name' } },
        { from: 'old', create: { name: 'old' } },
      ]
      expect((await send(id, 'who,name,old\nGrace,G,2\n', { columns })).status).toBe(201)
      expect(await rows(id)).toEqual([
        { who: 'Ada', name: null, old: null },
        { who: 'Grace', name: 'G', old: '2' },
      ])
    })

    it('that the options do not mention are refused rather than lost', async () => {
      const id = await newTable('name\nAda\n')
      const { status, body } = await send(id, 'name,Nmae,x\nA,B,C\n', {
        columns: [{ from: 'x', ignore: true }],
      })
      expect([status, body.errors]).toMatchObject([400, [{ code: 'UNKNOWN_COLUMN', column: 'Nmae' }]])
      expect(await rows(id)).toHaveLength(1)
    })

    it.each([
      [
        'two columns that fill the same one',
        [
          { from: 'a', to: 'name' },
          { from: 'b', to: 'name' },
        ],
        'DUPLICATE',
      ],
      ['a column that the file lacks', [{ from: 'z', to: 'name' }], 'NOT_IN_FILE'],
      [
        'a column that the table lacks',
        [
          { from: 'a', to: 'nam' },
          { from: 'b', ignore: true },
        ],
        'UNKNOWN_COLUMN',
      ],
      [
        'no column at all',
        [
          { from: 'a', ignore: true },
          { from: 'b', ignore: true },
        ],
        'EMPTY',
      ],
    ])('are refused: %s', async (_what, columns, code) => {
      const id = await newTable('name\nAda\n')
      const { status, body } = await send(id, 'a,b\n1,2\n', { columns })
      expect([status, body.errors[0].code]).toEqual([400, code])
    })

    it('leave nothing behind when a later row is refused', async () => {
      const id = await newTable('name\nAda\n')
      const columns = [{ from: 'x', create: { name: 'x' } }]
      expect((await send(id, `name,x\n${'A,1\n'.repeat(2_000)}broken\n`, { columns })).status).toBe(400)
      expect([await columnsOf(id), await rows(id)]).toEqual([['name'], [{ name: 'Ada' }]])
    })
  })

  describe('an encoding', () => {
    it.each([
      ['windows-1252', Buffer.from('name\nM\xfcller \x80\n', 'latin1'), 'Müller €'],
      ['utf-16le', Buffer.from('\uFEFFname\nMüller\n', 'utf16le'), 'Müller'],
      ['utf-16le', Buffer.from('name\nMüller\n', 'utf16le'), 'Müller'],
      ['utf-16be', Buffer.from('\uFEFFname\nMüller\n', 'utf16le').swap16(), 'Müller'],
      ['utf-8', Buffer.from('\uFEFFname\nMüller\n'), 'Müller'],
    ])('is guessed as %s, and used to read the file', async (encoding, file, name) => {
      const id = await newTable()
      const look = await send(id, file, {}, '/inspect')
      expect(look.body).toMatchObject({
        encoding,
        columns: [{ name: 'name' }],
        rows: [{ line: 2, cells: [name] }],
      })
      expect((await send(id, file, { encoding })).status).toBe(201)
      expect(await rows(id)).toEqual([{ name }])
    })

    it('that is wrong is reported by the check, line by line', async () => {
      const id = await newTable('name\nAda\n')
      const file = Buffer.from('name\nM\xfcller\nAda\n', 'latin1')
      const { body } = await send(id, file, {}, '/preview')
      expect(body).toMatchObject({
        rows: 2,
        refusingRows: 1,
        invalid: [{ code: 'ENCODING', samples: [{ line: 2 }] }],
      })
    })
  })

  describe('a preview', () => {
    it('proposes the columns with the nearest names, and ignores the others', async () => {
      const id = await newTable('name,email,phone_number\nAda,a@x.org,1\n')
      const { body } = await send(id, 'Phone Number;E-Mail;Nmae;Fax\n1;a@x.org;Ada;2\n', {}, '/inspect')
      expect(body).toMatchObject({ kind: 'csv', delimiter: ';' })
      expect(body.columns.map(({ proposal }: Body) => proposal)).toEqual([
        { to: 'phone_number' },
        { to: 'email' },
        { ignore: true },
        { ignore: true },
      ])
    })

    it('proposes the types of new columns, of which an import takes the one that is sent', async () => {
      const id = await newTable()
      const file =
        'Mail,Seats,PLZ\nada@example.com,5,80331\ngrace@example.com,12,10115\nalan@example.com,7,50667\n'
      const { body: look } = await send(id, file, {}, '/inspect')
      const proposals = look.columns.map(({ proposal }: { proposal: { create: object } }) => proposal.create)
      expect(proposals).toEqual([
        { name: 'Mail', type: 'email' },
        { name: 'Seats', type: 'number' },
        { name: 'PLZ' },
      ])
      expect(look.rows).toHaveLength(3)
      const columns = proposals.map((create: object, place: number) => ({ from: place + 1, create }))
      await send(id, file, { columns })
      const { columns: created } = await person.do('GET', `/data-tables/${id}`)
      expect(created.map(({ name, type }: { name: string; type?: string }) => [name, type])).toEqual([
        ['Mail', 'email'],
        ['Seats', 'number'],
        ['PLZ', undefined],
      ])
    })

    it('writes nothing', async () => {
      const id = await newTable()
      await send(id, 'a,b\n1,2\n', {}, '/inspect')
      expect(await columnsOf(id)).toEqual([])
    })
  })

  describe('previews that wait for their files', () => {
    /** Waits in a slot with an endless file until `signal` aborts. Tries again if the test's own preview had the slot. */
    const waiting = async (id: string, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        const reply = await fetch(`${api.url}/api/v1/data-tables/${id}/imports/inspect`, {
          method: 'POST',
          headers: { authorization: `Bearer ${person.token}`, 'content-type': 'text/csv' },
          body: new ReadableStream({ start: (body) => body.enqueue(Buffer.from('a\n')) }),
          duplex: 'half',
          signal,
        }).catch(() => null)
        await reply?.body?.cancel()
      }
    }

    it('are limited to two of one organization, and free their slots at the end', async () => {
      const id = await newTable()
      const given = new AbortController()
      const looks = [waiting(id, given.signal), waiting(id, given.signal)]
      const untilLook = async (wanted: number) => {
        let status = 0
        while (status !== wanted) ({ status } = await send(id, 'a\n1\n', null, '/inspect'))
      }
      await untilLook(503)
      given.abort()
      await Promise.all(looks)
      await untilLook(200)
    })
  })

  describe('a check', () => {
    it('reports what the import would do, and writes nothing', async () => {
      const id = await newTable('name,email\nAda,ada@x.org\nAda,ADA@x.org\n')
      const file = 'name,email\nAda,Ada@X.org\nGrace,grace@x.org\nGrace,grace@x.org\nBad,bad@\nNone,\n'
      const { status, body } = await send(id, file, {}, '/preview')
      expect([status, body]).toMatchObject([
        200,
        {
          rows: 5,
          faultyRows: 1,
          refusingRows: 0,
          invalid: [
            { column: 'email', code: 'NOT_AN_EMAIL', count: 1, samples: [{ line: 5, value: 'bad@' }] },
          ],
          withoutAddress: { columns: ['email'], rows: 1, lines: [6] },
          duplicates: { by: ['email'], inFile: 1, inTable: 1 },
          wouldInsert: 5,
          wouldUpdate: 0,
        },
      ])
      expect(await rows(id)).toHaveLength(2)
    })

    it('predicts the result of the import for a table with match columns', async () => {
      const id = await newTable('name,email\nAda,ada@x.org\nBob,bob@x.org\n')
      await person.do('PATCH', `/data-tables/${id}`, { match: { columns: ['email'], onMatch: 'update' } })
      const file = 'name,email\nAda L,ada@x.org\nGrace,grace@x.org\nGrace H,Grace@x.org\nNone,\n'
      const { body } = await send(id, file, {}, '/preview')
      expect(body).toMatchObject({
        rows: 4,
        duplicates: { inFile: 1, inTable: 1 },
        wouldInsert: 2,
        wouldUpdate: 1,
      })
      const imported = await send(id, file)
      expect(imported.body).toMatchObject({ inserted: 2, updated: 1 })
    })

    it('reports which plan limit it would exceed, and how many columns are new', async () => {
      const id = await newTable('name\nAda\n')
      const columns = [{ from: 'x', create: { name: 'x' } }]
      const { body } = await send(id, 'name,x\nA,1\n', { columns }, '/preview')
      expect(body.columns).toEqual([
        { from: 'name', to: 'name', isNew: false },
        { from: 'x', to: 'x', isNew: true },
      ])
      expect(body.plan.limit - body.plan.remaining).toBe(
        await world.inspect.used(person.organizationId, 'records', '2026-11'),
      )
    })

    it('counts the rows that exceed the plan', async () => {
      const id = await newTable()
      const { body } = await send(id, `n\n${'x\n'.repeat(60_000)}`, {}, '/preview')
      expect(body).toMatchObject({ rows: 60_000, wouldInsert: 60_000, plan: { limit: 50_000 } })
    })

    it('reports a value that is not an address in a column that a spinner sends to', async () => {
      const id = await newTable('reach\nada@x.org\n')
      await person.do('PATCH', `/data-tables/${id}`, { metadataColumns: ['reach'] })
      await person.do('POST', `/projects/${projectId}/spinners`, {
        name: 'S',
        dataTableId: id,
        steps: [{ type: 'email', to: '{{ reach }}', subject: 'x', text: 'x' }],
      })
      const { body } = await send(id, 'reach\nnobody\n', {}, '/preview')
      expect(body.invalid).toMatchObject([{ column: 'reach', code: 'NOT_AN_EMAIL', count: 1 }])
    })
  })

  describe('rows that an import leaves out', () => {
    const bad =
      'name,email\nAda,ada@x.org\nshort\n"a"b,c@x.org\nBad,bad@\nGrace,grace@x.org,more\nBob,bob@x.org\n'

    it('are kept in a file with their reasons, which can be corrected and imported', async () => {
      const id = await newTable('name,email\nEve,eve@x.org\n')
      const check = await send(id, bad, { skipBadRows: true }, '/preview')
      expect(check.body).toMatchObject({ rows: 6, faultyRows: 4, refusingRows: 3, wouldInsert: 2 })
      const { status, body } = await send(id, bad, { skipBadRows: true })
      expect([status, body]).toMatchObject([201, { inserted: 2, leftOut: { rows: 4 } }])
      expect(body.leftOut.reasons).toContainEqual({ code: 'NOT_AN_EMAIL', column: 'email', count: 1 })
      const file = await download(body.leftOut.arrivalId)
      expect(file.type).toBe('text/csv; charset=utf-8')
      const lines = file.text.replace('\uFEFF', '').split('\n')
      expect(lines[0]).toBe('Left out because,name,email')
      expect(lines[1]).toMatch(/^"?Line 3 has 1 cell; the header has 2"?,short$/)
      const again = await send(
        id,
        `${lines[0]}\n${lines[2]?.replace('c@x.org', 'c@y.org')}\n,Bad,bad@x.org\n`,
      )
      expect(again.status).toBe(201)
      expect(await rows(id)).toHaveLength(5)
    })

    it('are an arrival that cannot be admitted and that is erased with the people in it', async () => {
      const id = await newTable('name,email\nEve,eve@x.org\n')
      const { body } = await send(id, 'name,email\nZoe,zoe@left.org,x\n', { skipBadRows: true })
      const { arrivalId } = body.leftOut
      const { items } = await person.do('GET', `/arrivals?dataTableId=${id}&status=refused`)
      expect(items).toMatchObject([
        {
          id: arrivalId,
          code: 'ROWS_SKIPPED',
          source: { kind: 'import' },
          records: 1,
          reasons: [{ code: 'RAGGED' }],
        },
      ])
      const admitted = await person.do('POST', '/arrivals/admit', { dataTableId: id, all: true })
      expect(admitted).toMatchObject({ admitted: 0, held: 0 })
      const stranger = await signUp(api)
      expect((await download(arrivalId, stranger)).status).toBe(404)
      const receipt = await person.do('POST', '/people/erase', { email: 'zoe@left.org' })
      expect(receipt.stores).toContainEqual({ store: 'arrivals', erased: 1 })
      expect((await download(arrivalId)).status).toBe(404)
    })

    it('are not kept when the import is refused at the end', async () => {
      const small = await signUp(api)
      const project = await small.do('POST', '/projects', { name: 'p' })
      const table = await small.do('POST', `/projects/${project.id}/data-tables`, { name: 't' })
      await small.do('POST', `/data-tables/${table.id}/columns`, { name: 'n' })
      await small.do('PATCH', `/data-tables/${table.id}`, { match: { columns: ['n'], onMatch: 'ignore' } })
      const lines = Array.from({ length: 50_001 }, (_, no) => `${no}\n`).join('')
      const { status } = await send(table.id, `n\n${lines}a,b\n`, { skipBadRows: true }, '', small)
      expect(status).toBe(402)
      expect((await small.do('GET', '/arrivals?status=refused')).items).toEqual([])
    })

    it('are limited to 8 MB, because a larger number means that the file was read wrongly', async () => {
      const id = await newTable('name,email\nEve,eve@x.org\n')
      const { status, body } = await send(id, `name,email\n${`${'x'.repeat(1000)}\n`.repeat(9_000)}`, {
        skipBadRows: true,
      })
      expect([status, body.errors[0].code]).toEqual([400, 'TOO_MANY'])
    })
  })

  describe('a spreadsheet', () => {
    const sheet: readonly (readonly SheetCell[])[] = [
      ['name', 'born', 'met', 'price', 'zip', 'share', 'phone', 'id'],
      [
        'Ada & Co',
        { value: 36_526, style: 1 },
        { value: 45_000.5, style: 2 },
        { value: 1234.5, style: 3 },
        { value: 123, style: 4 },
        { value: 0.125, style: 5 },
        { value: 2025550123, style: 6 },
        12_345_678_901_234,
      ],
      [],
      ['Grace', '', '', 0.1 + 0.2],
    ]
    const asSeen = [
      {
        name: 'Ada & Co',
        born: '2000-01-01',
        met: '2023-03-15 12:00',
        price: '1234.50',
        zip: '00123',
        share: '12.5%',
        phone: '(202) 555-0123',
        id: '12345678901234',
      },
      { name: 'Grace', born: '', met: '', price: '0.3', zip: '', share: '', phone: '', id: '' },
    ]

    it.each([true, false])('is read as people see it (shared texts: %s)', async (sharedTexts) => {
      const id = await newTable()
      expect((await send(id, workbook({ People: sheet }, { sharedTexts }))).status).toBe(201)
      expect(await rows(id)).toEqual(asSeen)
    })

    it('offers its sheets for selection', async () => {
      const id = await newTable()
      const file = workbook({ First: [['a'], ['1']], 'Second & last': [['b'], ['2']] })
      const look = await send(id, file, { sheet: 'Second & last' }, '/inspect')
      expect(look.body).toMatchObject({
        kind: 'xlsx',
        encoding: null,
        sheets: ['First', 'Second & last'],
        columns: [{ name: 'b' }],
      })
      expect((await send(id, file, { sheet: 'Second & last' })).status).toBe(201)
      expect(await rows(id)).toEqual([{ b: '2' }])
      expect((await send(id, file, { sheet: 'Third' })).body.errors[0].code).toBe('NO_SUCH_SHEET')
    })

    it.each([
      ['opens brackets without an end', '['.repeat(1_000_000)],
      ['has placeholders for digits without an end', '0'.repeat(1_000_000)],
    ])('shows an unformatted number if its format %s', async (_what, code) => {
      const id = await newTable()
      const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`
      const file = workbook(
        { S: [['a'], [{ value: 1234.5, style: 0 }]] },
        { parts: { 'xl/styles.xml': styles } },
      )
      expect((await send(id, file)).status).toBe(201)
      expect(await rows(id)).toEqual([{ a: '1234.5' }])
    })

    it('may have invalid rows like any file', async () => {
      const id = await newTable('name,email\nEve,eve@x.org\n')
      const file = workbook({
        S: [
          ['name', 'email'],
          ['Ada', 'ada@x.org'],
          ['Bad', 'bad@'],
          ['Long', 'l@x.org', 'more'],
        ],
      })
      const { body } = await send(id, file, { skipBadRows: true })
      expect(body).toMatchObject({ inserted: 1, leftOut: { rows: 2 } })
    })

    it.each<[string, () => Buffer]>([
      [
        'with its own entities',
        () =>
          workbook(
            { S: [['a']] },
            {
              parts: {
                'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>',
              },
            },
          ),
      ],
      [
        'that unpacks to more than its header says',
        () => zipped({ 'xl/workbook.xml': 'x'.repeat(50_000_000) }, { 'xl/workbook.xml': 10 }),
      ],
      [
        'with a part that claims a huge size',
        () => zipped({ 'xl/workbook.xml': 'x' }, { 'xl/workbook.xml': 4_000_000_000 }),
      ],
      [
        'with a cell of millions of characters',
        () =>
          workbook({
            S: [['a'], [{ xml: `<c t="inlineStr"><is><t>${'x'.repeat(9_000_000)}</t></is></c>` }]],
          }),
      ],
      [
        'with a cell in millions of pieces',
        () =>
          workbook({
            S: [['a'], [{ xml: `<c t="inlineStr"><is>${'<t>xxxxx</t>'.repeat(300_000)}</is></c>` }]],
          }),
      ],
      ['with endless depth', () => workbook({ S: [['a'], [{ xml: '<c>'.repeat(100_000) }]] })],
      [
        'with a cell beyond the last column that a table can have',
        () => workbook({ S: [['a'], [{ xml: '<c r="ZZZ2"><v>1</v></c>' }]] }),
      ],
      ['that is another kind of archive', () => zipped({ 'word/document.xml': '<x/>' })],
      ['that is cut off', () => workbook({ S: sheet }).subarray(0, 300)],
      ['in the old binary format', () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex')],
      ['of more than 24 MB', () => Buffer.concat([workbook({ S: [['a']] }), Buffer.alloc(25 * 1024 * 1024)])],
    ])('%s is refused', async (_what, make) => {
      const id = await newTable()
      const { status, body } = await send(id, make())
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
      expect(await columnsOf(id)).toEqual([])
      // Tests that the refused file has released its unpacking slot: the next upload is accepted.
      expect((await send(id, workbook({ S: [['a'], ['1']] }))).status).toBe(201)
    })
  })

  it.each([
    ['text that is not JSON', '{'],
    ['an unknown field', '{"skip":true}'],
    ['an unknown encoding', '{"encoding":"ebcdic"}'],
    ['two instructions for one column', '{"columns":[{"from":"a","to":"a","ignore":true}]}'],
  ])('options that are invalid are refused: %s', async (_what, options) => {
    const id = await newTable('a\n1\n')
    const form = new FormData()
    form.append('options', options)
    form.append('file', new Blob(['a\n2\n']), 'x.csv')
    const response = await fetch(`${api.url}/api/v1/data-tables/${id}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    expect(response.status).toBe(400)
  })
})
