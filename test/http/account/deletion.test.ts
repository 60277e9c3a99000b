import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { DeleteOrganizations } from '../../../src/use-cases/account/deletion/delete-organizations.ts'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { appCode, turnOnSecondFactor } from '../../support/data/second-factor.ts'
import { adapters, createWorld, type World } from '../../support/world.ts'

const day = 24 * 60 * 60
const [name, password] = ['Analytical Engines', 'correct horse battery staple']
const closed = [403, 'ORGANIZATION_CLOSED']
const codeOf = ({ status, body }: Reply) => [status, body['code']]

describe.each(adapters)('an organization that is to be deleted, on %s', (adapter) => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld(adapter)
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
    api.ask('/api/v1/auth/login', { method: 'POST', json: { email: owner.email, password } })

  it('must be named by an owner, who types the password and the code of the second factor', async () => {
    const faults = async (json: object) => (await request(json)).body['errors']
    expect(await faults({ name: 'Another' })).toEqual([expect.objectContaining({ code: 'OTHER_NAME' })])
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
        requestedBy: owner.email,
      },
    ])
    expect(codeOf(await request())).toEqual(closed)
  })

  it('refuses credentials and changes at once, can be read, and tells its owners and admins', async () => {
    const admin = await addMember(api, world.container, owner.organizationId, 'admin')
    const editor = await addMember(api, world.container, owner.organizationId)
    const post = await byUrl()
    const invited = 'invited@example.com'
    await owner.do('POST', '/invitations', { email: invited, role: 'editor' })
    const [, token] = /#(\w+)/.exec(world.mails.findLast(({ to }) => to === invited)?.text ?? '') ?? []
    const before = world.mails.length
    await request()
    const told = world.mails.slice(before).map(({ to }) => to)
    expect(told.toSorted()).toEqual([admin.email, owner.email].toSorted())
    for (const refused of [await ingest(), await post()]) expect(codeOf(refused)).toEqual(closed)
    const projects = () => editor.ask('POST', '/projects', { name: 'Another' })
    const { status, body } = await projects()
    expect([status, body['code'], body['deletesAt']]).toEqual([...closed, expect.any(String)])
    expect(codeOf(await owner.ask('POST', '/test-mode/enter'))).toEqual(closed)
    for (const read of ['/projects', '/organization', `/data-tables/${own.dataTableId}/records`])
      expect((await editor.ask('GET', read)).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    const joins = { email: invited, password, name: 'Joan', invitation: token }
    expect((await api.ask('/api/v1/auth/sign-up', { method: 'POST', json: joins })).status).toBe(400)
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
    expect(await job(running.jobId)).toMatchObject({ status: 'paused', paused: { by: 'organization' } })
    expect(await job(paused.jobId)).toMatchObject({ status: 'paused', paused: { by: 'job' } })

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
    expect(await jobOf(running.jobId)).toMatchObject({ status: 'completed', paused: null })
    expect(await jobOf(paused.jobId)).toMatchObject({ status: 'paused', paused: { by: 'job' } })
    for (const reply of [await ingest(), await post()]) expect(reply.status).toBeLessThan(300)
    world.clock.advance(day)
    await runTask()
    expect((await signIn()).status).toBe(200)
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
