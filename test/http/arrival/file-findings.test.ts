import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { guessedEncoding } from '../../../src/adapters/http/arrival/file/encoding.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { workbook } from '../../support/data/xlsx.ts'
import { createWorld, type World } from '../../support/world.ts'

const error = { xml: '<c t="e"><f>VLOOKUP(1,A1,1)</f><v>#N/A</v></c>' }
const noResult = { xml: '<c><f>A1&amp;"x"</f></c>' }
const emptyResult = { xml: '<c t="str"><f>""</f><v></v></c>' }

describe('the check of a file before its import', () => {
  let world: World
  let api: Api
  let person: Person
  let projectId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Leads' })).id
  })
  afterAll(() => world.close())

  const newTable = async (csv: string) => {
    const { id } = await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await person.import(id, csv)
    return id as string
  }
  const send = async (id: string, file: string | Buffer, options: object = {}, route = '') => {
    const form = new FormData()
    form.append('options', JSON.stringify(options))
    form.append('file', new Blob([Buffer.from(file)]), 'leads')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    const path = `/data-tables/${id}/imports${route}`
    return person.ask('POST', path, undefined, { raw: await request.bytes(), headers })
  }
  const rows = async (id: string) =>
    (await person.do('GET', `/data-tables/${id}/records`)).items.map(({ data }: { data: object }) => data)

  it('reports an error value of a formula, which is not imported', async () => {
    const id = await newTable('name,company\n')
    const file = workbook({
      S: [
        ['name', 'company'],
        ['Ada', error],
        ['Grace', 'Navy'],
      ],
    })
    expect((await send(id, file, {}, '/preview')).body).toMatchObject({
      refusingRows: 1,
      invalid: [
        { code: 'ERROR_VALUE', column: 'company', isRefused: true, samples: [{ line: 2, value: '#N/A' }] },
      ],
    })
    const refused = await send(id, file)
    expect([refused.status, refused.body['message']]).toEqual([
      400,
      'Line 2 has an error in the column "company", which holds an error value of a formula; correct the formula, ignore the column, or leave out rows with errors',
    ])
    expect((await send(id, file, { skipBadRows: true })).body).toMatchObject({
      inserted: 1,
      leftOut: { rows: 1, reasons: [{ code: 'ERROR_VALUE', column: 'company', count: 1 }] },
    })
    expect(await rows(id)).toEqual([{ name: 'Grace', company: 'Navy' }])
  })

  it('reports nothing about a column that is left out', async () => {
    const id = await newTable('name\n')
    const file = workbook({
      S: [
        ['name', 'company'],
        ['Ada', error],
      ],
    })
    const columns = [{ from: 'company', ignore: true }]
    expect((await send(id, file, { columns }, '/preview')).body).toMatchObject({ faultyRows: 0, invalid: [] })
    expect((await send(id, file, { columns })).status).toBe(201)
  })

  it('reports an error value of a formula in a CSV, which may also be ordinary text', async () => {
    const id = await newTable('name,company\n')
    const file = 'name,company\nAda,#REF!\nGrace,#1 of all\n'
    expect((await send(id, file, {}, '/preview')).body).toMatchObject({
      faultyRows: 1,
      refusingRows: 0,
      invalid: [{ code: 'ERROR_VALUE', column: 'company', count: 1, isRefused: false }],
    })
    expect((await send(id, file)).body).toMatchObject({ inserted: 2 })
  })

  it('reports a formula whose result is not in the file, and no formula with an empty result', async () => {
    const id = await newTable('name,greeting\n')
    const file = workbook({
      S: [['name', 'greeting'], ['Ada', noResult], ['Grace', emptyResult], [noResult]],
    })
    expect((await send(id, file, {}, '/preview')).body).toMatchObject({
      rows: 3,
      refusingRows: 2,
      invalid: [
        { code: 'NO_KEPT_VALUE', column: 'greeting', count: 1, samples: [{ line: 2, value: '' }] },
        { code: 'NO_KEPT_VALUE', column: 'name', count: 1, samples: [{ line: 4, value: '' }] },
      ],
    })
    expect((await send(id, file)).body['message']).toContain('save it and import it again')
    expect((await send(id, file, { skipBadRows: true })).body).toMatchObject({ inserted: 1 })
  })

  it('reports that the first sheet is hidden and the next one is read', async () => {
    const id = await newTable('name\n')
    const file = workbook({ Lists: [['code'], ['x']], People: [['name'], ['Ada']] }, { hidden: ['Lists'] })
    const warnings = [
      {
        code: 'HIDDEN_SHEET',
        message: expect.stringContaining('"Lists", is hidden, so the sheet "People" is imported'),
      },
    ]
    expect((await send(id, file, {}, '/inspect')).body).toMatchObject({
      sheet: 'People',
      sheets: ['Lists', 'People'],
      warnings,
      columns: [{ name: 'name' }],
    })
    expect((await send(id, file, {}, '/preview')).body).toMatchObject({ warnings, rows: 1 })
    expect((await send(id, file)).body).toMatchObject({ inserted: 1 })
    expect((await send(id, file, { sheet: 'Lists' }, '/inspect')).body).toMatchObject({
      sheet: 'Lists',
      warnings: [],
    })
  })

  it.each([
    ['', ''],
    ['with a mark', '\uFEFF'],
  ])('reports that the first line names the delimiter %s', async (_what, mark) => {
    const id = await newTable('name,company\n')
    const file = `${mark}sep=;\r\nname;company\r\n"Ada; Countess";Navy, and more, and more\r\n`
    const warnings = [
      { code: 'SEPARATOR_LINE', message: expect.stringContaining('the second line is used as the header') },
    ]
    expect((await send(id, file, {}, '/inspect')).body).toMatchObject({
      delimiter: ';',
      warnings,
      columns: [{ name: 'name' }, { name: 'company' }],
      rows: [{ line: 3 }],
    })
    expect((await send(id, file, {}, '/preview')).body).toMatchObject({ warnings, rows: 1, faultyRows: 0 })
    expect((await send(id, file)).status).toBe(201)
    expect(await rows(id)).toEqual([{ name: 'Ada; Countess', company: 'Navy, and more, and more' }])
  })
})

describe('the encoding of a file with one byte for each character', () => {
  const cyrillic = (text: string) =>
    Buffer.from(
      Array.from(text, (letter) => {
        const code = letter.charCodeAt(0)
        return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
      }),
    )
  const greek = (text: string) =>
    Buffer.from(
      Array.from(text, (letter) => (letter > '\u036f' ? letter.charCodeAt(0) - 0x2d0 : letter.charCodeAt(0))),
    )

  it.each([
    ['windows-1252', Buffer.from('name;city\r\nMüller;Köln\r\nBjörn;Ærø\r\nÉloïse;Orléans\r\n', 'latin1')],
    ['windows-1252', Buffer.from('prénom,société\nZoé,Crédit à côté\n', 'latin1')],
    ['windows-1251', cyrillic('Имя;Город\r\nИван;Москва\r\nАнна;Казань\r\n')],
    ['windows-1251', cyrillic('name,city\nАнна,Санкт-Петербург\nBob,London\n')],
    ['windows-1253', greek('όνομα;πόλη\r\nΓιώργος;Αθήνα\r\nΕλένη;Θεσσαλονίκη\r\n')],
  ])('is guessed as %s', (encoding, file) => {
    expect(guessedEncoding(file, true)).toBe(encoding)
  })
})
