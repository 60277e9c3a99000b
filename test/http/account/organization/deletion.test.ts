import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { fromBufferPromise } from 'yauzl'
import { DeleteOrganizations } from '../../../../src/use-cases/account/deletion/delete-organizations.ts'
import { type Api, createApi, type Reply } from '../../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
} from '../../../support/data/person.ts'
import { appCode, turnOnSecondFactor } from '../../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../../support/world.ts'

const day = 24 * 60 * 60
const [name, password] = ['Analytical Engines', 'correct horse battery staple']
const closed = [403, 'ORGANIZATION_CLOSED']

/** Reads a ZIP archive with another program than the one that wrote it. Checks the sizes of its files. */
async function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  for await (const entry of zip.eachEntry()) {
    const content = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
    expect(crc32(content)).toBe(entry.crc32)
    files.set(entry.fileName, content.toString())
  }
  return files
}

const codeOf = ({ status, body }: Reply) => [status, body['code']]

describe('an organization that is to be deleted', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    own = await createWorkshop(owner)
  })

  const path = '/organization/deletion'
  const request = (json: object = {}, person = owner) => person.ask('POST', path, { name, password, ...json })
  const ingest = () =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId: own.dataTableId, records: [{ name: 'Joan', email: 'joan@example.com' }] },
    })
  const byUrl = async () => {
    const { webhookUrl } = await owner.do('GET', `/data-tables/${own.dataTableId}`)
    return () =>
      api.ask(new URL(webhookUrl).pathname, {
        method: 'POST',
        json: { records: [{ name: 'Joan', email: 'joan@example.com' }] },
      })
  }
  const start = () => owner.do('POST', `/spinners/${own.spinnerId}/jobs`)
  const job = (id: string) => owner.do('GET', `/jobs/${id}`)
  const runTask = () => world.container.get(DeleteOrganizations).execute(new AbortController().signal)
  const signIn = () =>
    api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email: owner.email, password } })

  it('must be named by an owner, who types the password and the code of the second factor', async () => {
    const faults = async (json: object) => (await request(json)).body['errors']
    expect(await faults({ name: 'Another' })).toEqual([expect.objectContaining({ code: 'NAME_MISMATCH' })])
    expect(await faults({ password: 'a guess' })).toEqual([
      expect.objectContaining({ code: 'WRONG_PASSWORD' }),
    ])
    const admin = await addMember(api, world.container, owner.organizationId, 'admin')
    expect(codeOf(await request({}, admin))).toEqual([403, 'FORBIDDEN'])
    const { secret } = await turnOnSecondFactor(owner, world.clock)
    for (const code of [{}, { code: '000000' }])
      expect(await faults(code)).toEqual([expect.objectContaining({ code: 'WRONG_CODE' })])
    expect((await owner.do('GET', '/organization')).deletion).toBeNull()
    world.clock.advance(30)
    const { status, body } = await request({ code: appCode(secret, world.clock.now()) })
    expect([status, body['deletion']]).toEqual([
      200,
      {
        requestedAt: world.clock.now().toISOString(),
        deletesAt: new Date(world.clock.now().getTime() + 7 * day * 1000).toISOString(),
        requestedBy: expect.objectContaining({ kind: 'user', name: owner.email }),
      },
    ])
    expect(codeOf(await request())).toEqual(closed)
  })

  it('refuses credentials and changes at once, can be read, and tells its owners and admins', async () => {
    const admin = await addMember(api, world.container, owner.organizationId, 'admin')
    const editor = await addMember(api, world.container, owner.organizationId)
    const post = await byUrl()
    const invite = async (email: string) => {
      await owner.do('POST', '/invitations', { email, role: 'editor' })
      return /#(\w+)/.exec(world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1]
    }
    const invited = `invited.${owner.email}`
    const token = await invite(invited)
    const stranger = await signUp(api)
    const accepted = { invitation: await invite(stranger.email) }
    const before = world.mails.length
    await request()
    const reported = world.mails.slice(before).map(({ to }) => to)
    expect(reported.toSorted()).toEqual([admin.email, owner.email].toSorted())
    for (const refused of [await ingest(), await post()]) expect(codeOf(refused)).toEqual(closed)
    const projects = () => editor.ask('POST', '/projects', { name: 'Another' })
    const { status, body } = await projects()
    expect([status, body['code'], body['deletesAt']]).toEqual([...closed, expect.any(String)])
    expect(codeOf(await owner.ask('POST', '/test-mode/enter'))).toEqual(closed)
    for (const read of ['/projects', '/organization', `/data-tables/${own.dataTableId}/records`])
      expect((await editor.ask('GET', read)).status).toBe(200)
    const person = { email: 'joan@example.com' }
    expect((await admin.ask('POST', '/people/export', person)).status).toBe(200)
    expect(codeOf(await admin.ask('POST', '/people/erase', person))).toEqual(closed)
    const again = await signIn()
    expect(again.status).toBe(200)
    const joins = { email: invited, password, name: 'Joan', invitation: token }
    const signUpAs = (json: object) => api.ask('/api/v1/auth/sign-up', { method: 'POST', json })
    const accept = () => stranger.ask('POST', '/auth/invitations/accept', accepted)
    for (const refused of [await signUpAs(joins), await accept()]) {
      expect([...codeOf(refused), refused.body['deletesAt']]).toEqual([...closed, body['deletesAt']])
    }
    expect((await signUpAs({ ...joins, invitation: `${token}x` })).status).toBe(400)
    const undo = { method: 'DELETE', key: String(again.body['token']) }
    expect((await api.ask(`/api/v1${path}`, undo)).status).toBe(200)
    expect((await signUpAs(joins)).status).toBe(201)
    expect((await accept()).status).toBe(201)
  })

  it('continues after an undo, but for what people had paused', async () => {
    const [running, paused] = [await start(), await start()]
    await owner.do('POST', `/jobs/${paused.jobId}/pause`)
    const post = await byUrl()
    const sent = async () => (await world.inspect.outbox()).length
    const before = await sent()
    await request()
    const other = await addMember(api, world.container, owner.organizationId, 'owner')
    await runTask()
    await world.drain()
    expect(await sent()).toBe(before)
    expect(await job(running.jobId)).toMatchObject({ status: 'paused', pause: { reason: 'organization' } })
    expect(await job(paused.jobId)).toMatchObject({ status: 'paused', pause: { reason: 'job' } })

    world.clock.advance(7 * day - 1)
    const again = await signIn()
    expect(again.status).toBe(200)
    const late = { key: String(again.body['token']) }
    expect((await api.ask(`/api/v1${path}`, { method: 'DELETE', ...late })).status).toBe(200)
    expect(codeOf(await api.ask(`/api/v1${path}`, { method: 'DELETE', ...late }))).toEqual([409, 'CONFLICT'])
    expect(other.organizationId).toBe(owner.organizationId)
    await runTask()
    await world.drain()
    expect(await sent()).toBe(before + 2)
    const jobOf = async (id: string) => (await api.ask(`/api/v1/jobs/${id}`, late)).body
    expect(await jobOf(running.jobId)).toMatchObject({ status: 'completed', pause: null })
    expect(await jobOf(paused.jobId)).toMatchObject({ status: 'paused', pause: { reason: 'job' } })
    for (const reply of [await ingest(), await post()]) expect(reply.status).toBeLessThan(300)
    world.clock.advance(day)
    await runTask()
    expect((await signIn()).status).toBe(200)
  })

  it('is exported as an archive by an admin, whole and with one file for each table', async () => {
    const large = `name,email\n${Array.from({ length: 3_000 }, (_, no) => `Ada ${no},ada${no}@example.com`).join('\n')}\n`
    await owner.import(own.dataTableId, large)
    const second = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Leads' })
    await owner.do('POST', '/suppressions', { email: 'eve@example.com' })
    await request()
    const admin = await addMember(api, world.container, owner.organizationId, 'admin')
    const headers = { authorization: `Bearer ${admin.token}` }
    const reply = await fetch(`${api.url}/api/v1/organization/export`, { headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = await unzipped(Buffer.from(await reply.arrayBuffer()))
    expect([...files.keys()]).toEqual([
      'tables/Leads.csv',
      'tables/Leads 2.csv',
      'spinners.json',
      'suppressions.json',
      'audit.json',
    ])
    const lines = (files.get('tables/Leads.csv') ?? '').trim().split('\n')
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      3_003,
      'name,email',
      'Ada 2999,ada2999@example.com',
    ])
    expect(second.id).not.toBe(own.dataTableId)
    const parsed = (file: string) => JSON.parse(files.get(file) ?? '')
    expect(parsed('spinners.json')).toMatchObject([{ id: own.spinnerId, name: 'Welcome' }])
    expect(parsed('suppressions.json')).toMatchObject([{ email: 'eve@example.com' }])
    expect(parsed('audit.json').map(({ action }: { action: string }) => action)).toContain(
      'organization.deletionRequested',
    )
    const editor = await addMember(api, world.container, owner.organizationId)
    expect(codeOf(await editor.ask('GET', '/organization/export'))).toEqual([403, 'FORBIDDEN'])
  })

  it('is gone after seven days, and its addresses are free', async () => {
    await request()
    world.clock.advance(7 * day)
    await runTask()
    expect((await signIn()).status).toBe(401)
    expect(codeOf(await ingest())).toEqual([401, 'INVALID_API_KEY'])
    const { organizationId } = await signUp(api, { email: owner.email })
    expect(organizationId).not.toBe(owner.organizationId)
  })
})
