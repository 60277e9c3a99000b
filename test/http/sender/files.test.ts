import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { FileStore } from '../../../src/ports/sender/message/files.ts'
import { type Api, createApi } from '../../support/api.ts'
import { askToUpload, png, uploadFile } from '../../support/data/files.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

class Relay extends EmailChannel {
  readonly sent: EmailMessage[] = []

  override async send(message: EmailMessage): Promise<Outcome> {
    this.sent.push(message)
    return { kind: 'sent' }
  }
}

describe('files', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  const relay = new Relay()
  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, relay)])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    relay.sent.length = 0
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const saved = (step: object) =>
    person.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ ...welcome, ...step }] })
  const publish = () => person.ask('POST', `/spinners/${own.spinnerId}/publish`, { ignoreWarnings: true })
  async function run(): Promise<{ counts: Record<string, number> }> {
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    return person.do('GET', `/jobs/${jobId}`)
  }

  it('are uploaded, listed, downloaded and deleted', async () => {
    const { status, body } = await askToUpload(person, 'Lögo.png', png)
    expect([status, body]).toMatchObject([201, { name: 'Lögo.png', type: 'image/png', size: png.length }])
    expect((await person.do('GET', '/files')).items).toEqual([body])
    const authorization = `Bearer ${person.token}`
    const path = `${api.url}/api/v1/files/${String(body['id'])}/content`
    const answer = await fetch(path, { headers: { authorization } })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await person.ask('DELETE', `/files/${String(body['id'])}`)).status).toBe(204)
    expect((await person.do('GET', '/files')).items).toEqual([])
  })

  it.each([
    ['an executable', 'offer.pdf', 'MZ\u0000', 'UNSUPPORTED_FILE'],
    ['an HTML page', 'offer.html', '<html></html>', 'UNSUPPORTED_FILE'],
    ['nothing', 'notes.txt', '', 'REQUIRED'],
    ['a file without a name', '..', 'Hello', 'WRONG_FORM'],
  ])('are refused if they are %s', async (_what, name, content, code) => {
    const { status, body } = await askToUpload(person, name, content)
    expect([status, body['errors']]).toMatchObject([400, [{ code }]])
    expect((await person.do('GET', '/files')).items).toEqual([])
  })

  it('are refused if they are too large', async () => {
    const { status, body } = await askToUpload(person, 'long.txt', 'x'.repeat(5 * 1024 * 1024 + 1))
    expect([status, body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await askToUpload(person, 'long.txt', 'x'.repeat(5 * 1024 * 1024))).status).toBe(201)
  })

  it('must be the part "file" of a form', async () => {
    expect((await askToUpload(person, 'notes.txt', 'Hello', 'other')).status).toBe(400)
    const headers = { 'content-type': 'text/csv' }
    expect((await person.ask('POST', '/files', undefined, { raw: 'a,b', headers })).status).toBe(415)
  })

  it('are attached to each message, and read once for all recipients of a slice', async () => {
    const { id: attached } = await uploadFile(person, 'offer.txt', 'An offer')
    const { id: image } = await uploadFile(person, 'logo.png', png)
    await saved({ attachments: [attached], html: `<img src="cid:${image}">` })
    expect((await publish()).status).toBe(200)
    const files = world.container.get(FileStore)
    let reads = 0
    const read = files.read.bind(files)
    files.read = (...words) => {
      reads++
      return read(...words)
    }
    expect((await run()).counts).toMatchObject({ done: 2 })
    expect(reads).toBe(1)
    for (const { attachments } of relay.sent) {
      const [offer, logo] = attachments
      expect(offer).toMatchObject({ name: 'offer.txt', type: 'text/plain', inline: false })
      expect(Buffer.from(offer?.content ?? []).toString()).toBe('An offer')
      expect(logo).toMatchObject({ id: image, name: 'logo.png', type: 'image/png', inline: true })
    }
  })

  it('prevent the publication of a spinner if one is missing or belongs to another organization', async () => {
    const stranger = await signUp(api)
    const { id: theirs } = await uploadFile(stranger, 'offer.txt', 'An offer')
    const nowhere = '01936f4e-ffff-7fff-8fff-ffffffffffff'
    await saved({ attachments: [theirs], html: `<img src="cid:${nowhere}">` })
    const { status, body } = await publish()
    expect([status, body['code']]).toEqual([422, 'SPINNER_INVALID'])
    expect(body['errors']).toMatchObject([
      { pointer: '/steps/0/attachments/0', code: 'UNKNOWN_FILE' },
      { pointer: '/steps/0/html', code: 'UNKNOWN_FILE' },
    ])
  })

  it('prevent the publication of a spinner if they are too large for one message', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024)
    const ids: string[] = []
    for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.push((await uploadFile(person, name, large)).id)
    await saved({ attachments: ids })
    expect((await publish()).body['errors']).toMatchObject([
      { pointer: '/steps/0/attachments', code: 'TOO_LARGE' },
    ])
    await saved({ attachments: ids.slice(0, 2) })
    expect((await publish()).status).toBe(200)
  })

  it('cannot be deleted while a version uses them', async () => {
    const { id } = await uploadFile(person, 'offer.txt', 'An offer')
    await saved({ attachments: [id.toUpperCase()] })
    await publish()
    await saved({})
    await publish()
    expect((await person.ask('DELETE', `/files/${id}`)).body['code']).toBe('CONFLICT')
    // The spinner in the bin still uses the file, because it can be restored with its versions.
    expect((await person.ask('POST', `/spinners/${own.spinnerId}/unpublish`)).status).toBe(200)
    expect((await person.ask('DELETE', `/spinners/${own.spinnerId}`)).status).toBe(204)
    expect((await person.ask('DELETE', `/files/${id}`)).body['code']).toBe('CONFLICT')
  })

  it('are limited to ten different ones for a message', async () => {
    const id = '01936f4e-ffff-7fff-8fff-ffffffffffff'
    for (const attachments of [[id, id], ['nonsense'], Array.from({ length: 11 }, () => id)]) {
      const steps = [{ ...welcome, attachments }]
      expect((await person.ask('PATCH', `/spinners/${own.spinnerId}`, { steps })).status).toBe(400)
    }
  })

  it('that are missing during a job fail the recipient with a reason', async () => {
    const { id } = await uploadFile(person, 'offer.txt', 'An offer')
    await saved({ attachments: [id] })
    await publish()
    const files = world.container.get(FileStore)
    const read = files.read.bind(files)
    files.read = async () => []
    try {
      const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
      await world.drain()
      const { reasons } = await person.do('GET', `/jobs/${jobId}`)
      expect(reasons).toMatchObject([{ code: 'FILE_MISSING', count: 2 }])
    } finally {
      files.read = read
    }
  })
})
