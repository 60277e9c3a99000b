import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { defaultPlans, OfferedPlans, type Plan } from '../../../src/domain/plan/plan.ts'
import { SenderOffers } from '../../../src/domain/sender/sender-offers.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { SignUpRules } from '../../../src/use-cases/account/sign-up.ts'
import { Invitations } from '../../../src/use-cases/account/team/invitations.ts'
import { SendingOptions } from '../../../src/use-cases/admit-sending.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { ChangePlan } from '../../../src/use-cases/plan/change-plan.ts'
import { LimitDeploymentMail } from '../../../src/use-cases/sender/limit-deployment-mail.ts'
import { type Api, createApi, type Reply, statuses } from '../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  personWith,
  signUp,
  type Workshop,
} from '../../support/data/person.ts'
import { turnOnSecondFactor } from '../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The limited sender of organizations that strangers create in these tests. */
const limited = { name: 'Spindle', email: 'spindle@example.com', maxPerDay: 3 }
const bounce = { RecordType: 'Bounce', Type: 'HardBounce', MessageID: 'm', Email: 'ada@example.com' }
const newPassword = 'yet another horse battery'

describe('an organization that a stranger created', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld([
      provideValue(SignUpRules, new SignUpRules('starter', 'open', true, limited)),
      provideValue(SendingOptions, new SendingOptions(true)),
      provideValue(SenderOffers, new SenderOffers(['smtp', 'deployment'], limited.email, null, limited.name)),
    ])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const post = (path: string, json: object) => api.ask(`/api/v1${path}`, { method: 'POST', json })
  const linkTo = (email: string, form: RegExp) =>
    form.exec(world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
  const mailed = (email = person.email) => linkTo(email, /\/confirm#(cfm_\w+)/)
  const confirm = (token: string, by = person) => by.ask('POST', '/auth/confirmation/confirm', { token })
  /** Resets the password by the link in the mailbox, and returns the owner of the mailbox, signed in. */
  const takenOver = async () => {
    await post('/auth/password-reset', { email: person.email })
    const token = linkTo(person.email, /\/reset-password#(rst_\w+)/)
    await post('/auth/password-reset/confirm', { token, password: newPassword })
    const { body } = await post('/auth/sign-in', { email: person.email, password: newPassword })
    return personWith(api, String(body['token']), person.email, newPassword, body)
  }
  /** Stores a sign-in provider and a proven domain, as versions did that allowed both before the confirmation. */
  const connectProvider = (organizationId: string) =>
    world.container.get(UnitOfWork).run(async ({ organizationSignIn }) => {
      const [id, createdAt] = [world.container.get(Ids).next(), world.clock.now()]
      const common = { id, organizationId, createdAt }
      const client = { issuer: 'https://login.example', clientId: 'spindle', encryptedSecret: 'secret' }
      const rules = { defaultRole: 'admin', admitsNew: true, requiredAt: null } as const
      await organizationSignIn.saveProvider({ ...common, ...client, ...rules })
      const check = { provenAt: createdAt, checkedAt: createdAt, missingSince: null }
      await organizationSignIn.addDomain({ ...common, domain: `${organizationId}.example`, ...check })
    })
  const start = (by = person) => by.ask('POST', `/spinners/${own.spinnerId}/jobs`)
  const trigger = (key = own.apiKey) => api.trigger({ key, spinnerId: own.spinnerId })
  const addRecords = (count: number) => {
    const rows = Array.from({ length: count }, (_, no) => `P${no},p${no}@example.com`)
    return person.import(own.dataTableId, `name,email\n${rows.join('\n')}\n`)
  }
  const later = (hours: number) =>
    world.clock.set(new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString())
  const refusal = ({ status, body }: Reply) => [status, body['code'], String(body['message'])]

  it('sends nothing before its owner confirms the address, by session or by key', async () => {
    for (const reply of [await start(), await trigger()])
      expect(refusal(reply)).toEqual([403, 'FORBIDDEN', expect.stringContaining('cannot send until')])
    expect((await person.do('GET', '/jobs')).items).toEqual([])
  })

  it('starts no job automatically before the confirmation, says why, and continues after it', async () => {
    const path = `/spinners/${own.spinnerId}`
    await person.do('PATCH', path, { starts: { on: 'records', withinSeconds: 60 } })
    await person.do('POST', `${path}/publish`)
    await addRecords(3)
    const look = async () => {
      world.clock.advance(61)
      await world.container.get(StartDueSpinners).execute()
    }
    await look()
    expect((await person.do('GET', path)).automaticStarts.pause).toMatchObject({
      reason: 'FORBIDDEN',
      message: expect.stringContaining('cannot send until'),
    })
    expect((await person.do('GET', '/jobs')).items).toEqual([])
    await confirm(mailed())
    await look()
    expect((await person.do('GET', '/jobs')).items).toMatchObject([{ source: 'records' }])
    expect((await person.do('GET', path)).automaticStarts.pause).toBeNull()
  })

  it('sends after the link in the mail is opened, which works once', async () => {
    const token = mailed()
    expect((await confirm(token)).status).toBe(204)
    expect((await start()).status).toBe(201)
    expect((await confirm(token)).status).toBe(400)
  })

  it('is not confirmed by another user or by an anonymous visitor', async () => {
    const other = await signUp(api)
    expect((await confirm(mailed(), other)).status).toBe(400)
    expect((await post('/auth/confirmation/confirm', { token: mailed() })).status).toBe(401)
    expect((await start()).status).toBe(403)
    expect(await person.do('GET', '/auth/confirmation')).toEqual({ isRequired: true })
    expect((await confirm(mailed())).status).toBe(204)
    expect(await person.do('GET', '/auth/confirmation')).toEqual({ isRequired: false })
  })

  it('mails no link except its own, whatever names a stranger has entered at sign-up', async () => {
    const email = 'victim@example.com'
    const name = 'https://evil.example/win you won at www.evil.example'
    const account = { email, name, organizationName: name, password: 'correct horse battery staple' }
    expect((await post('/auth/sign-up', account)).status).toBe(201)
    expect((await post('/auth/password-reset', { email })).status).toBe(202)
    const texts = world.mails.filter(({ to }) => to === email).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain('Hello https: //evil. example/win you won at www. evil. example,\n')
      expect(text.match(/https?:\/\/\S+/g)).toEqual([expect.stringContaining(world.config.publicApiUrl)])
      expect(text).not.toContain('evil.example')
    }
  })

  it('gets another link when it asks for one, and none when it is already confirmed', async () => {
    const first = mailed()
    expect((await person.ask('POST', '/auth/confirmation')).status).toBe(202)
    expect(mailed()).not.toBe(first)
    expect((await confirm(first)).status).toBe(204)
    expect((await person.ask('POST', '/auth/confirmation')).status).toBe(409)
  })

  it('has a link that is valid for a day', async () => {
    const now = world.clock.now()
    const session = await post('/auth/sign-in', { email: person.email, password: person.password })
    const token = mailed()
    later(11)
    const again = await post('/auth/sign-in', { email: person.email, password: person.password })
    later(13)
    const late = await post('/auth/sign-in', { email: person.email, password: person.password })
    const { body } = late
    const signedIn = personWith(api, String(body['token']), person.email, person.password, body)
    expect((await confirm(token, signedIn)).status).toBe(400)
    expect([session.status, again.status]).toEqual([200, 200])
    world.clock.set(now.toISOString())
  })

  it('loses the keys that were created before the confirmation', async () => {
    expect((await confirm(mailed())).status).toBe(204)
    expect(refusal(await trigger())[1]).toBe('INVALID_API_KEY')
    const key = await person.do('POST', '/api-keys', { name: 'New', scopes: ['trigger'] })
    expect((await trigger(key.secret)).status).toBe(201)
  })

  it('goes to the owner of the mailbox, if a stranger signed up: a reset ends its keys and sessions', async () => {
    await post('/auth/password-reset', { email: person.email })
    const token = linkTo(person.email, /\/reset-password#(rst_\w+)/)
    expect((await post('/auth/password-reset/confirm', { token, password: newPassword })).status).toBe(204)
    expect((await person.ask('GET', '/auth/session')).status).toBe(401)
    expect(refusal(await trigger())[1]).toBe('INVALID_API_KEY')
    const { body } = await post('/auth/sign-in', { email: person.email, password: newPassword })
    const owner = personWith(api, String(body['token']), person.email, newPassword, body)
    expect((await start(owner)).status).toBe(201)
  })

  it('leaves a stranger nothing that still works after the owner of the mailbox has reset the password', async () => {
    const hook = { url: 'https://stranger.example/hook', types: ['message.replied'], includesAddresses: true }
    const { id: destinationId } = await person.do('POST', '/events/destinations', hook)
    const binned = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Binned' })
    await person.do('DELETE', `/data-tables/${binned.id}`)
    const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    await person.do('POST', `/data-tables/${own.dataTableId}/webhook-url/rotate`, { graceSeconds: 3600 })
    const rotated = (await person.do('GET', `/data-tables/${own.dataTableId}`)).webhookUrl
    const { organizationId } = person
    const member = await addMember(api, world.container, organizationId)
    const event = async () =>
      new URL((await person.do('POST', '/organization/provider-webhooks/postmark/rotate')).url)
    const eventUrl = await event()
    const spinner = `/spinners/${own.spinnerId}`
    await person.do('PATCH', spinner, { starts: { on: 'records', withinSeconds: 60 } })
    await person.do('POST', `${spinner}/publish`)
    await connectProvider(organizationId)
    await person.do('POST', '/test-mode/enter')
    const testEventUrl = await event()
    await person.do('PUT', '/test-clock/rules', { url: 'https://stranger.example/test' })
    const testKey = await person.do('POST', '/api-keys', { name: 'Test', scopes: ['jobs:read'] })
    const asTest = () => api.ask('/api/v1/jobs', { key: testKey.secret })
    const send = (url: string) =>
      api.ask(new URL(url).pathname, {
        method: 'POST',
        json: { records: [{ name: 'Eve', email: 'eve@example.com' }] },
      })
    expect(statuses([await send(webhookUrl), await send(rotated), await asTest()])).toEqual([200, 201, 201])
    // The clock of a test organization stands, so the real time of the reset is later.
    world.clock.advance(60)
    const owner = await takenOver()
    for (const reply of [await send(webhookUrl), await send(rotated), await send(binned.webhookUrl)])
      expect(reply.status).toBe(401)
    expect((await asTest()).status).toBe(401)
    expect((await member.ask('GET', '/auth/session')).status).toBe(401)
    for (const { pathname } of [eventUrl, testEventUrl])
      expect((await api.ask(pathname, { method: 'POST', json: bounce })).status).toBe(404)
    expect(await owner.do('GET', spinner)).toMatchObject({ pause: expect.anything() })
    expect(await owner.do('GET', '/organization/sign-in')).toMatchObject({ provider: null, domains: [] })
    await owner.do('POST', '/test-mode/enter')
    expect(await owner.do('GET', '/test-clock/rules')).toMatchObject({ url: null })
    await owner.do('POST', '/test-mode/leave')
    const path = `/events/destinations/${destinationId}`
    expect(await owner.do('GET', path)).toMatchObject({ status: 'paused' })
    const { items } = await owner.do('GET', '/audit?limit=100')
    const actions = items.map(({ action }: { action: string }) => action)
    for (const action of [
      'apiKey.revoked',
      'webhookUrl.rotated',
      'eventToken.revoked',
      'spinner.paused',
      'destination.paused',
      'signInProvider.removed',
      'emailDomain.removed',
    ])
      expect(actions).toContain(action)
    const again = (await owner.do('GET', `/data-tables/${own.dataTableId}`)).webhookUrl
    expect((await send(again)).status).toBe(201)
  })

  it('asks no second factor of a stranger after the owner of the mailbox has reset the password', async () => {
    await turnOnSecondFactor(person, world.clock)
    expect((await (await takenOver()).do('GET', '/profile')).secondFactor).toBeNull()
  })

  it('keeps destinations and webhook URLs if its owner confirms the address signed in', async () => {
    const hook = { url: 'https://own.example/hook', types: ['message.replied'] }
    const { id } = await person.do('POST', '/events/destinations', hook)
    const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    await confirm(mailed())
    expect(await person.do('GET', `/events/destinations/${id}`)).toMatchObject({ status: 'active' })
    expect(await person.do('GET', `/data-tables/${own.dataTableId}`)).toMatchObject({ webhookUrl })
  })

  it('connects no sign-in provider and no e-mail domain before the confirmation', async () => {
    const domain = () =>
      person.ask('POST', '/organization/domains', { domain: `${person.organizationId}.example` })
    const provider = { issuer: 'https://login.example', clientId: 'spindle', clientSecret: 'a secret' }
    expect(refusal(await domain())).toEqual([403, 'FORBIDDEN', expect.stringContaining('has confirmed')])
    const saved = await person.ask('PUT', '/organization/sign-in', provider)
    expect(refusal(saved)).toEqual([403, 'FORBIDDEN', expect.stringContaining('has confirmed')])
    await confirm(mailed())
    expect((await domain()).status).toBe(201)
  })

  it('keeps its keys after a password reset if it is confirmed', async () => {
    await confirm(mailed())
    const key = await person.do('POST', '/api-keys', { name: 'New', scopes: ['trigger'] })
    await post('/auth/password-reset', { email: person.email })
    const token = linkTo(person.email, /\/reset-password#(rst_\w+)/)
    await post('/auth/password-reset/confirm', { token, password: newPassword })
    expect((await trigger(key.secret)).status).toBe(201)
  })

  it('sends at most as many e-mails a day as the operator permits, and continues on the next day', async () => {
    await confirm(mailed())
    await addRecords(4)
    await world.inspect.loseTurns()
    const forecast = await person.do('POST', `/spinners/${own.spinnerId}/jobs`, { preview: true })
    expect(JSON.stringify(forecast)).toContain('SENDER_DAILY_LIMIT')
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    const states = async () => {
      const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
      return items
        .map((one: { status: string; reason: { code: string } | null }) => one.reason?.code ?? one.status)
        .toSorted()
    }
    const waiting = Array(3).fill('SENDER_DAILY_LIMIT')
    expect(await states()).toEqual([...waiting, 'done', 'done', 'done'])
    const [sender] = (await person.do('GET', '/senders')).items
    expect(sender).toMatchObject({ kind: 'deployment', maxPerDay: 3, isDefault: false, allowedToday: 3 })

    // The organization can neither raise the limit nor avoid it.
    await person.do('PATCH', `/senders/${sender.id}`, { limits: { dailyLimit: 1_000 } })
    expect(await person.do('GET', `/senders/${sender.id}`)).toMatchObject({ allowedToday: 3 })
    const deleted = await person.ask('DELETE', `/senders/${sender.id}`)
    expect(refusal(deleted)).toEqual([409, 'CONFLICT', expect.stringContaining('3 messages a day')])
    await world.drain()
    expect(await states()).toEqual([...waiting, 'done', 'done', 'done'])

    // The operator permits more, and the recipients that wait are sent to at once.
    const command = { organizationId: person.organizationId, maxPerDay: 5, by: operator }
    await world.container.get(LimitDeploymentMail).execute(command)
    await world.drain()
    expect(await states()).toEqual(['SENDER_DAILY_LIMIT', ...Array(5).fill('done')])
    await world.container.get(LimitDeploymentMail).execute({ ...command, maxPerDay: null })
    await world.drain()
    expect(await states()).toEqual(Array(6).fill('done'))
  })

  it('counts invitations in the limit, and test messages', async () => {
    await confirm(mailed())
    const invite = (no: number) =>
      person.ask('POST', '/invitations', { email: `guest${no}@example.com`, role: 'viewer' })
    const replies = [await invite(1), await invite(2), await invite(3), await invite(4)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 403])
    expect(String(replies[3]?.body['message'])).toContain('ask the operator')
    expect((await person.do('GET', '/invitations')).items).toHaveLength(3)
    world.clock.advance(86_400)
    const { body } = await post('/auth/sign-in', { email: person.email, password: person.password })
    const again = personWith(api, String(body['token']), person.email, person.password, body)
    expect(
      (await again.ask('POST', '/invitations', { email: 'late@example.com', role: 'viewer' })).status,
    ).toBe(201)
  })

  it('gets a higher limit with a plan that names one', async () => {
    const plan = { ...defaultPlans[2], id: 'growth', mailsPerDay: 400 } as Plan
    const change = new ChangePlan(world.container.get(UnitOfWork), new OfferedPlans([plan]), world.clock)
    await change.execute({ organizationId: person.organizationId, planId: 'growth', by: operator })
    expect((await person.do('GET', '/senders')).items).toMatchObject([{ maxPerDay: 400 }])
  })

  it('sends to waiting recipients at once when it gets a plan with a higher limit, or with none', async () => {
    await confirm(mailed())
    await addRecords(9)
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    const sent = async () => {
      await world.drain()
      const { items } = await person.do('GET', `/jobs/${jobId}/recipients?limit=100`)
      return items.filter(({ status }: { status: string }) => status === 'done').length
    }
    const changeTo = async (id: string, mailsPerDay: number | null) => {
      const plan = { ...defaultPlans[2], id, mailsPerDay } as Plan
      const change = new ChangePlan(world.container.get(UnitOfWork), new OfferedPlans([plan]), world.clock)
      await change.execute({ organizationId: person.organizationId, planId: id, by: operator })
    }
    expect(await sent()).toBe(3)
    await changeTo('growth', 7)
    expect(await sent()).toBe(7)
    await changeTo('free', null)
    expect(await sent()).toBe(11)
  })

  it('is the only one of its owner with mail by the deployment: a further one needs an invitation', async () => {
    await confirm(mailed())
    const create = () => person.ask('POST', '/organizations', { name: 'Looms' })
    expect(refusal(await create())).toEqual([403, 'FORBIDDEN', expect.stringContaining('invitation')])
    expect(await person.do('GET', '/profile')).toMatchObject({
      mayCreateOrganization: false,
      mayCreateOrganizationByInvitation: true,
    })
    const { email } = person
    const link = await world.container.get(Invitations).create({ email, organizationId: null, by: operator })
    const invitation = link.split('#')[1]
    const created = await person.ask('POST', '/organizations', { name: 'Looms', invitation })
    expect(created.status).toBe(201)
  })

  it('needs no confirmation if the operator or an invitation created it, or if it existed before', async () => {
    const email = 'invited@example.com'
    const link = await world.container.get(Invitations).create({ email, organizationId: null, by: operator })
    const invitation = link.split('#')[1] ?? ''
    const before = world.mails.length
    const invited = await signUp(api, { email, invitation })
    const workshop = await createWorkshop(invited)
    expect((await invited.ask('POST', `/spinners/${workshop.spinnerId}/jobs`)).status).toBe(201)
    expect(world.mails).toHaveLength(before)
    expect((await api.trigger()).status).toBe(201)
  })

  it('continues when its first owner is removed, or leaves after the confirmation', async () => {
    const { organizationId } = person
    const join = () => addMember(api, world.container, organizationId, 'owner')
    const leave = (by: Person) => by.ask('POST', '/profile/leave', { email: by.email })
    const [second, third] = [await join(), await join()]
    const refused = await leave(person)
    expect(refusal(refused)).toEqual([409, 'CONFLICT', expect.stringContaining('First confirm')])
    await confirm(mailed())
    expect((await leave(person)).status).toBe(204)
    const { items } = await third.do('GET', '/members')
    for (const { id, email } of items)
      if (email === second.email) expect((await third.ask('DELETE', `/members/${id}`)).status).toBe(204)
    expect((await third.do('GET', '/members')).items).toHaveLength(1)
    expect((await start(third)).status).toBe(201)
  })

  it('is documented in the routes that start jobs', () => {
    for (const path of ['/api/v1/public/trigger/{spinnerId}', '/api/v1/spinners/{spinnerId}/jobs'])
      expect(Object.keys(api.document.paths[path]?.['post']?.responses ?? {})).toContain('403')
  })
})

describe('a deployment without a mail server', () => {
  it('confirms, mails and limits nothing', async () => {
    const world = await createWorld()
    const api = await createApi(world)
    expect(world.config).toMatchObject({ signUp: 'open', confirmsAddresses: false })
    const person = await signUp(api)
    const own = await createWorkshop(person)
    const rows = Array.from({ length: 300 }, (_, no) => `P${no},p${no}@example.com`)
    await person.import(own.dataTableId, `name,email\n${rows.join('\n')}\n`)
    expect((await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })).status).toBe(201)
    expect(world.mails).toEqual([])
    await post(api, '/auth/password-reset', { email: person.email })
    const [, token] = /reset-password#(rst_\w+)/.exec(world.mails.at(-1)?.text ?? '') ?? []
    await post(api, '/auth/password-reset/confirm', { token, password: newPassword })
    expect((await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })).status).toBe(201)
    await api.close()
    await world.close()
  })

  const post = (api: Api, path: string, json: object) => api.ask(`/api/v1${path}`, { method: 'POST', json })
})
