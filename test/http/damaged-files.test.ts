import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parsedMail } from '../../src/adapters/channels/mailboxes/parsed-mail.ts'
import { Spreadsheet } from '../../src/adapters/http/arrival/file/xlsx/spreadsheet.ts'
import { DomainError } from '../../src/domain/errors.ts'
import { type Api, createApi } from '../support/api.ts'
import { Damage } from '../support/data/damage.ts'
import { createWorkshop, type Person, signUp } from '../support/data/person.ts'
import { workbook, zipped } from '../support/data/xlsx.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * The number of damaged files that the test sends. `DAMAGED_FILES=5000` sends more than a normal test run has
 * time for.
 */
const count = Number(process.env['DAMAGED_FILES'] ?? 400)
const seed = Number(process.env['DAMAGED_SEED'] ?? 26)
const maxMs = 20_000

const rows = [['name', 'email'], ...Array.from({ length: 300 }, (_, no) => [`P${no}`, `p${no}@example.com`])]
const sheet = workbook({ People: rows, Other: [['a'], [{ value: 1.5, style: 3 }]] })
const plainSheet = workbook({ People: rows.slice(0, 20) }, { sharedTexts: false })
const csv = Buffer.from(rows.map(([name, email]) => `"${name}",${email}\r\n`).join(''))
const xml = Buffer.from(
  `<?xml version="1.0"?><leads xmlns:x="y">${rows.map(([name, email]) => `<lead x:id="1"><name>${name}</name><email><![CDATA[${email}]]></email></lead>`).join('')}</leads>`,
)
const mail = Buffer.from(
  [
    'From: "Ada" <ada@example.com>',
    'Subject: =?utf-8?B?SGVsbG8=?=',
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Hello =C3=A9',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; bob@example.com',
    'Action: failed',
    'Status: 5.1.1',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: bob@example.com',
    '',
    'Body',
    '--b--',
    '',
  ].join('\r\n'),
)

describe('a damaged file', () => {
  let world: World
  let api: Api
  let person: Person
  let imports: string
  let webhook: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    const own = await createWorkshop(person)
    imports = `/api/v1/data-tables/${own.dataTableId}/imports`
    const open = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Open' })
    await person.import(open.id, 'name,email\n')
    const { webhookUrl } = await person.do('PATCH', `/data-tables/${open.id}`, { acceptsAnyFormat: true })
    webhook = new URL(webhookUrl).pathname
  })
  afterAll(() => world.close())

  const post = async (path: string, body: Buffer, headers: Record<string, string>) => {
    const signal = AbortSignal.timeout(maxMs)
    const response = await fetch(new URL(path, api.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, ...headers },
      body: new Uint8Array(body),
      signal,
    })
    return { status: response.status, body: (await response.json()) as { errors?: { code: string }[] } }
  }
  const sendFile = (path: string, file: Buffer, headers: Record<string, string> = {}) =>
    post(path, file, { 'content-type': 'text/csv', ...headers })
  const isAlive = async () => (await fetch(`${api.url}/healthz`)).status === 200
  /** Waits 100 ms in the test, because the streams of a refused file may fail shortly after the response. */
  const settled = () => new Promise((done) => setTimeout(done, 100))

  it.each(['', '/preview', '/inspect'])(
    'whose sheet unpacks to more than its header says is refused (imports%s)',
    async (route) => {
      const parts = { 'xl/worksheets/sheet1.xml': '<worksheet/>'.repeat(9_000) }
      const lying = workbook({ S: rows }, { parts })
      const at = lying.lastIndexOf('xl/worksheets/sheet1.xml') - 46
      lying.writeUInt32LE(10, at + 24)
      const { status, body } = await sendFile(`${imports}${route}`, lying)
      expect([status, body.errors?.[0]?.code]).toEqual([400, 'WRONG_FORM'])
      await settled()
      expect(await isAlive()).toBe(true)
    },
  )

  it.each(['', '/preview', '/inspect'])(
    'whose sheet is compressed wrongly is refused (imports%s)',
    async (route) => {
      const broken = Buffer.from(sheet)
      const at = broken.indexOf('xl/worksheets/sheet1.xml')
      broken.fill(0xff, at + 24, at + 100)
      const { status, body } = await sendFile(`${imports}${route}`, broken)
      expect([status, body.errors?.[0]?.code]).toEqual([400, 'WRONG_FORM'])
      await settled()
      expect(await isAlive()).toBe(true)
    },
  )

  it('with a part that needs more memory than its thread has is refused', async () => {
    // A test file that exhausts memory: the XML parser keeps all attributes of a tag until the tag ends, and
    // each attribute here has a different name.
    const attributes = Array.from({ length: 1_900_000 }, (_, no) => `a${no.toString(36)}=""`).join(' ')
    const parts = { 'xl/worksheets/sheet1.xml': `<worksheet ${attributes}/>` }
    const { status, body } = await sendFile(imports, workbook({ S: rows }, { parts }))
    expect([status, body.errors?.[0]?.code]).toEqual([400, 'TOO_LARGE'])
    expect((await sendFile(`${imports}/inspect`, sheet)).status).toBe(200)
  })

  it('that is compressed wrongly beyond the limit of a route ends no process', async () => {
    for (const limit of [64, 100, 128, 256, 1024])
      for (const extra of [1, 5_000, 17_000, 50_000]) {
        const packed = deflateRawSync(Buffer.alloc(limit * 1024 + extra, 0x20), { finishFlush: 2 })
        const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
        const body = Buffer.concat([head, packed, Buffer.alloc(100, 0xff)])
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
        expect([400, 413]).toContain((await post('/api/v1/auth/sign-in', body, headers)).status)
      }
    await settled()
    expect(await isAlive()).toBe(true)
  })

  it(`is read or refused, whatever its damage is (${count} files of seed ${seed})`, async () => {
    const damage = new Damage(seed)
    const kinds: Record<string, () => Promise<void>> = {
      sheet: async () => {
        const bytes = damage.of(damage.pick([sheet, plainSheet]), plainSheet)
        try {
          const read = await Spreadsheet.open(bytes, { tellsFaults: damage.below(2) === 0 })
          for await (const chunk of read.chunks()) expect(chunk.length).toBeGreaterThan(0)
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          expect(error.code).toBe('VALIDATION_FAILED')
        }
      },
      upload: async () => {
        const archive = zipped({ 'xl/workbook.xml': xml, 'a.csv': csv })
        const bytes = damage.of(damage.pick([sheet, plainSheet, archive]), csv)
        await answered(sendFile(`${imports}${damage.pick(['/preview', '/inspect', '/inspect'])}`, bytes))
      },
      csv: async () =>
        answered(sendFile(`${imports}${damage.pick(['/preview', '/inspect'])}`, damage.of(csv, sheet))),
      gzip: async () => {
        const bytes = damage.of(gzipSync(csv), gzipSync(xml))
        const packed = { 'content-encoding': 'gzip' }
        if (damage.below(2) === 0) await answered(sendFile(`${imports}/preview`, bytes, packed))
        else await answered(post(webhook, bytes, { 'content-type': 'application/json', ...packed }))
      },
      mime: async () => {
        await parsedMail({
          bytes: damage.of(mail, csv),
          receivedAt: new Date(0),
          providerId: null,
          providerThread: null,
        })
        const form = Buffer.from(
          `--b\r\nContent-Disposition: form-data; name="options"\r\n\r\n{}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv.toString()}\r\n--b--\r\n`,
        )
        const type = { 'content-type': 'multipart/form-data; boundary=b' }
        await answered(sendFile(`${imports}/preview`, damage.of(form, mail), type))
      },
      xml: async () => answered(post(webhook, damage.of(xml, csv), { 'content-type': 'application/xml' })),
    }
    const answered = async (answer: Promise<{ readonly status: number }>) => {
      expect((await answer).status).toBeLessThan(500)
    }
    const turns = [
      'sheet',
      'csv',
      'sheet',
      'gzip',
      'sheet',
      'mime',
      'xml',
      'sheet',
      'csv',
      'gzip',
      'mime',
      'xml',
    ]
    for (let no = 0; no < count; no++) {
      // Sends a damaged upload only every 25th time in the test, because it starts a thread and takes as long
      // as ten files of the other kinds.
      const kind = no % 25 === 24 ? 'upload' : (turns[no % turns.length] ?? 'csv')
      try {
        await kinds[kind]?.()
      } catch (error) {
        throw new Error(`File ${no} of seed ${seed}, ${kind}`, { cause: error })
      }
    }
    await settled()
    expect(await isAlive()).toBe(true)
  }, 1_800_000)
})
