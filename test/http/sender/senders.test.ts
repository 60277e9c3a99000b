import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { SenderOffers } from '../../../src/domain/sender/sender-offers.ts'
import { MailboxReader } from '../../../src/ports/sender/inbound/mailbox-reader.ts'
import { SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, welcome } from '../../support/data/person.ts'
import { acceptingAccounts } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

const openMailbox: MailboxReader = {
  cursorAtEnd: async () => ({ next: 1 }),
  sentIds: async () => [],
  factIn: async () => null,
  read: async () => ({ mails: [], cursor: { next: 1 }, more: false }),
}

const smtp = { host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace', password: 'hush hush' }
const accountOfGrace = { name: 'Grace Hopper', email: 'grace@example.com', dkimSelector: 'mail' }
const account = { kind: 'smtp', ...accountOfGrace, smtp }

describe('senders', () => {
  let world: World
  let api: Api
  let owner: Person
  beforeAll(async () => {
    world = await createWorld([
      acceptingAccounts,
      provideValue(MailboxReader, openMailbox),
      provideValue(SenderOffers, {
        kinds: ['smtp', 'deployment'],
        deploymentAddress: 'spindle@example.com',
        deploymentHost: 'smtp.office365.com',
        deploymentName: 'Spindle',
      }),
    ])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
  })

  it('are shown without their passwords, beside the kinds that the deployment offers', async () => {
    const made = await owner.do('POST', '/senders', { ...account, email: 'Grace@BÜCHER.example' })
    expect(made).toMatchObject({ email: 'Grace@xn--bcher-kva.example', isDefault: true, usedToday: 0 })
    expect(made.smtp).toEqual({ host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace' })
    const list = await owner.do('GET', '/senders')
    expect(list).toEqual({ items: [made], nextCursor: null, offered: ['smtp', 'deployment'] })
    expect(JSON.stringify(list)).not.toContain('hush')
  })

  it('have one default', async () => {
    const first = await owner.do('POST', '/senders', account)
    const second = await owner.do('POST', '/senders', account)
    expect([first.isDefault, second.isDefault]).toEqual([true, false])
    await owner.do('PATCH', `/senders/${second.id}`, { isDefault: true })
    const { items } = await owner.do('GET', '/senders')
    expect(items.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([false, true])
  })

  it('become the default by themselves only if no published spinner has an e-mail step without a sender', async () => {
    await createWorkshop(owner)
    const first = await owner.do('POST', '/senders', account)
    const second = await owner.do('POST', '/senders', { ...account, isDefault: true })
    expect([first.isDefault, second.isDefault]).toEqual([false, true])
  })

  it('warn of mail servers that turn off the sign-in with a password', async () => {
    const microsoft = { ...smtp, host: 'smtp-mail.outlook.com', port: 587, tls: 'starttls' }
    const warned = await owner.do('POST', '/senders', { ...account, smtp: microsoft })
    expect(warned.warning).toEqual({
      code: 'PASSWORD_SIGN_IN_ENDS',
      message: expect.stringMatching(/end of December 2026\. Connect the mailbox by Microsoft/),
    })
    expect((await owner.do('POST', '/senders', account)).warning).toBe(null)
    const shared = await owner.do('POST', '/senders', { kind: 'deployment', name: 'Shared' })
    expect(shared.warning.message).toMatch(/ask the operator/)
    const { items } = await owner.do('GET', '/senders')
    const codes = items.map(({ warning }: { warning: { code: string } | null }) => warning?.code ?? null)
    expect(codes).toEqual(['PASSWORD_SIGN_IN_ENDS', null, 'PASSWORD_SIGN_IN_ENDS'])
  })

  it.each(['Grace\r\nBcc: eve@example.com', 'Grace\nX', 'Grace\u2028Hopper', 'Grace\u0000'])(
    'refuse a name that would add a header: %j',
    async (hostile) => {
      expect((await owner.ask('POST', '/senders', { ...account, name: hostile })).status).toBe(400)
      const { id } = await owner.do('POST', '/senders', account)
      expect((await owner.ask('PATCH', `/senders/${id}`, { name: hostile })).status).toBe(400)
    },
  )

  it.each([
    [{ dailyLimit: 0 }, '/limits/dailyLimit'],
    [{ gapSeconds: -1 }, '/limits/gapSeconds'],
    [{ timeZone: 'Mars/Olympus' }, '/limits/timeZone'],
    [{ timeZone: '+02:00' }, '/limits/timeZone'],
    [{ ramp: { start: 5, add: 5, everyDays: 1 } }, '/limits/ramp'],
    [{ dailyLimit: 4, ramp: { start: 5, add: 5, everyDays: 1 } }, '/limits/ramp/start'],
  ])('accept valid limits, and not %j', async (limits, pointer) => {
    const { status, body } = await owner.ask('POST', '/senders', { ...account, limits })
    expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ pointer })]])
  })

  it('start a ramp on the present day of their zone, and keep the start while the ramp stays the same', async () => {
    const ramp = { start: 5, add: 5, everyDays: 1 }
    world.clock.set('2026-11-20T10:00:00.000Z')
    const limits = { dailyLimit: 50, ramp, timeZone: 'Asia/Kathmandu' }
    const { id, rampFrom } = await owner.do('POST', '/senders', { ...account, limits })
    expect(rampFrom).toBe('2026-11-20')
    // The moment of this test is a quarter past midnight in the time zone of the sender, and still the day
    // before in London.
    world.clock.set('2026-11-20T18:30:00.000Z')
    expect(await owner.do('PATCH', `/senders/${id}`, { limits: { ramp, dailyLimit: 60 } })).toMatchObject({
      rampFrom: '2026-11-20',
    })
    const other = { ramp: { ...ramp, add: 9 } }
    expect(await owner.do('PATCH', `/senders/${id}`, { limits: other })).toMatchObject({
      rampFrom: '2026-11-21',
    })
    expect(await owner.do('PATCH', `/senders/${id}`, { limits: { ramp: null } })).toMatchObject({
      rampFrom: null,
    })
  })

  it('refuse an edit of a version that another user has changed since', async () => {
    const { id } = await owner.do('POST', '/senders', account)
    const { headers } = await owner.ask('GET', `/senders/${id}`)
    const etag = { headers: { 'if-match': headers.get('etag') ?? '' } }
    expect((await owner.ask('PATCH', `/senders/${id}`, { name: 'One' }, etag)).status).toBe(200)
    const { status, body } = await owner.ask('PATCH', `/senders/${id}`, { name: 'Two' }, etag)
    const errors = [{ pointer: '#header/If-Match', code: 'OUTDATED' }]
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'CONFLICT', errors })])
  })

  it('include the server of the deployment at most once, with its address', async () => {
    const own = { kind: 'deployment', name: 'Analytical Engines' }
    expect(await owner.do('POST', '/senders', own)).toMatchObject({
      email: 'spindle@example.com',
      smtp: null,
    })
    expect((await owner.ask('POST', '/senders', own)).status).toBe(409)
    expect((await owner.ask('POST', '/senders', { ...own, email: 'ceo@bank.example' })).status).toBe(400)
    const { items } = await owner.do('GET', '/senders')
    const change = { email: 'ceo@bank.example' }
    expect((await owner.ask('PATCH', `/senders/${items[0].id}`, change)).status).toBe(400)
  })

  it('cannot be connected to a provider where the operator has not registered', async () => {
    expect((await owner.ask('POST', '/senders/google/connect')).status).toBe(409)
    const page = await fetch(`${api.url}/api/v1/channels/google/callback?status=x`)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('not set up')])
  })

  it('show their IMAP server and DKIM selector until these are removed', async () => {
    const imap = { host: 'imap.example.com', port: 993, tls: 'tls' }
    const said = { ...account, email: 'reads@example.com', imap, dkimSelector: 'mail' }
    const { id, ...added } = await owner.do('POST', '/senders', said)
    expect(added).toMatchObject({ imap, dkimSelector: 'mail', readsReplies: true })
    const changed = await owner.do('PATCH', `/senders/${id}`, { imap: null, dkimSelector: null })
    expect(changed).toMatchObject({ imap: null, dkimSelector: null, readsReplies: false })
    expect((await owner.ask('PATCH', `/senders/${id}`, { dkimSelector: 'a b' })).status).toBe(400)
    await owner.do('DELETE', `/senders/${id}`)
  })

  it('cannot be deleted while a published spinner uses them, and unknown ones cannot be used', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const { id } = await owner.do('POST', '/senders', account)
    const steps = [{ ...welcome, senders: [id], thread: true }]
    expect((await owner.do('PATCH', `/spinners/${spinnerId}`, { steps })).steps).toEqual(steps)
    await owner.do('POST', `/spinners/${spinnerId}/publish`)
    const stored = await owner.ask('DELETE', `/senders/${id}`)
    expect([stored.status, stored.body['message']]).toEqual([
      409,
      expect.stringContaining('Published spinners or unfinished jobs use this sender: "Welcome"'),
    ])
    await owner.do('POST', `/spinners/${spinnerId}/unpublish`)
    expect(await owner.do('DELETE', `/senders/${id}`)).toEqual({ isRevoked: null })
    const { status, body } = await owner.ask('POST', `/spinners/${spinnerId}/publish`)
    expect([status, body['errors']]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/steps/0/senders', code: 'UNKNOWN_SENDER' })],
    ])
  })

  it('cannot be deleted while an unfinished job of a former version uses them', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const connect = async (address: string) =>
      (await owner.do('POST', '/senders', { ...account, email: address })).id
    const publish = async (senders: readonly string[]) => {
      await owner.do('PATCH', `/spinners/${spinnerId}`, { steps: [{ ...welcome, senders }] })
      await owner.do('POST', `/spinners/${spinnerId}/publish`)
    }
    const [former, next] = [await connect('former@example.com'), await connect('next@example.com')]
    await publish([former])
    const { jobId } = await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await publish([next])
    await owner.do('PATCH', `/senders/${next}`, { isDefault: true })
    const { status, body } = await owner.ask('DELETE', `/senders/${former}`)
    expect([status, body['message']]).toEqual([
      409,
      'Published spinners or unfinished jobs use this sender: "Welcome". Choose another sender in these spinners and publish them, or unpublish them, and cancel their unfinished jobs. To stop the e-mail of the sender at once, pause it',
    ])
    await owner.do('POST', `/jobs/${jobId}/cancel`)
    expect((await owner.ask('DELETE', `/senders/${former}`)).status).toBe(200)
  })

  it('stay and remain the default while a published spinner has an e-mail step without a sender', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const connect = async (address: string) =>
      (await owner.do('POST', '/senders', { ...account, email: address })).id
    const publish = async (steps: readonly object[]) => {
      await owner.do('PATCH', `/spinners/${spinnerId}`, { steps })
      await owner.do('POST', `/spinners/${spinnerId}/publish`)
    }
    const disconnect = (id: string) => owner.ask('DELETE', `/senders/${id}`)
    const [first, second] = [await connect('first@example.com'), await connect('second@example.com')]
    await owner.do('PATCH', `/senders/${first}`, { isDefault: true })
    const isAda = { column: 'name', operator: 'equals', value: 'Ada' }
    const named = { ...welcome, senders: [second] }
    await publish([{ type: 'branch', branches: [{ name: 'Ada', where: isAda, steps: [welcome] }] }, named])
    const { status, body } = await disconnect(first)
    expect([status, body['message']]).toEqual([
      409,
      'This is the default sender, and published spinners or unfinished jobs have e-mail steps that name no sender: "Welcome". Make another sender the default first, or unpublish these spinners and cancel their jobs. To stop the e-mail of the sender at once, pause it',
    ])
    const edited = await owner.ask('PATCH', `/senders/${first}`, { isDefault: false })
    expect([edited.status, edited.body['message']]).toEqual([
      409,
      'This is the default sender, and published spinners or unfinished jobs have e-mail steps that name no sender: "Welcome". Make another sender the default first, or unpublish these spinners and cancel their jobs',
    ])
    const third = await connect('third@example.com')
    await owner.do('PATCH', `/senders/${third}`, { isDefault: true })
    expect((await disconnect(first)).status).toBe(200)
    expect((await disconnect(third)).status).toBe(409)
    await publish([named])
    expect((await owner.ask('PATCH', `/senders/${third}`, { isDefault: false })).status).toBe(200)
    expect((await disconnect(third)).status).toBe(200)
  })

  it('stay the default while an unfinished job has an e-mail step without a sender', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const { id } = await owner.do('POST', '/senders', { ...account, isDefault: true })
    await owner.do('POST', `/spinners/${spinnerId}/publish`)
    const { jobId } = await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await owner.do('POST', `/spinners/${spinnerId}/unpublish`)
    for (const change of [
      () => owner.ask('DELETE', `/senders/${id}`),
      () => owner.ask('PATCH', `/senders/${id}`, { isDefault: false }),
    ])
      expect((await change()).body['message']).toContain('cancel their jobs')
    await owner.do('POST', `/jobs/${jobId}/cancel`)
    expect((await owner.ask('DELETE', `/senders/${id}`)).status).toBe(200)
  })

  it('of another organization cannot be used by a published spinner', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const stranger = await signUp(api)
    const { id } = await stranger.do('POST', '/senders', account)
    await owner.do('PATCH', `/spinners/${spinnerId}`, { steps: [{ ...welcome, senders: [id] }] })
    expect((await owner.ask('POST', `/spinners/${spinnerId}/publish`)).status).toBe(422)
  })

  it('show for which spinners they are paused and why, what they sent today and how much is left', async () => {
    const { spinnerId } = await createWorkshop(owner)
    const limits = { dailyLimit: 50, ramp: { start: 20, add: 5, everyDays: 1 } }
    const { id: senderId } = await owner.do('POST', '/senders', { ...account, limits })
    const { organizationId } = owner
    const note = {
      organizationId,
      senderId,
      spinnerId,
      kind: 'bounce',
      serverResponse: '550 no such user',
    } as const
    for (let times = 0; times < 5; times++)
      await world.container.get(SenderStore).noteFailure({ ...note, at: world.clock.now() })
    const pause = {
      spinnerId,
      spinnerName: 'Welcome',
      reason: 'EARLY_BOUNCES',
      serverResponse: '550 no such user',
      numbers: { sent: 0, bounced: 5, complained: 0, refused: 0 },
    }
    const shown = { status: 'connected', allowedToday: 20, lastDay: { bounced: 5 }, spinnerPauses: [pause] }
    expect((await owner.do('GET', '/senders')).items).toMatchObject([shown])
    expect(await owner.do('GET', `/senders/${senderId}`)).toMatchObject(shown)
    const resumed = await owner.do('POST', `/senders/${senderId}/resume`, { spinnerId })
    expect(resumed.spinnerPauses).toEqual([])
  })

  it('can be paused and resumed by members, and connected, edited and disconnected by owners', async () => {
    const member = await addMember(api, world.container, owner.organizationId)
    const { id } = await owner.do('POST', '/senders', account)
    expect(await member.do('POST', `/senders/${id}/pause`)).toMatchObject({ status: 'paused' })
    expect(await member.do('POST', `/senders/${id}/resume`)).toMatchObject({ status: 'connected' })
    for (const [method, path, body] of [
      ['POST', '/senders', account],
      ['PATCH', `/senders/${id}`, { name: 'Mine' }],
      ['DELETE', `/senders/${id}`, undefined],
    ] as const)
      expect((await member.ask(method, path, body)).status).toBe(403)
  })

  const closes = () =>
    owner.do('POST', '/organization/deletion', { name: 'Analytical Engines', password: owner.password })
  describe.each([
    ['was removed', 401, 'UNAUTHENTICATED', (id: string) => owner.do('DELETE', `/members/${id}`)],
    [
      'got a lower role',
      403,
      'FORBIDDEN',
      (id: string) => owner.do('PATCH', `/members/${id}`, { role: 'editor' }),
    ],
    ['signed out', 401, 'UNAUTHENTICATED', (_: string, admin: Person) => admin.do('POST', '/auth/sign-out')],
    ['saw the organization closed', 403, 'ORGANIZATION_CLOSED', closes],
  ])('of an admin who %s while the mail server answered', (_, status, code, change) => {
    let admin: Person
    let channels: SenderChannels
    let faultOf: SenderChannels['faultOf']

    beforeEach(async () => {
      admin = await addMember(api, world.container, owner.organizationId, 'admin')
      channels = world.container.get(SenderChannels)
      faultOf = channels.faultOf
    })
    afterEach(() => {
      channels.faultOf = faultOf
    })

    const changeDuringSignIn = async () => {
      const { items } = await owner.do('GET', '/members')
      const { id } = items.find((one: { email: string }) => one.email === admin.email)
      channels.faultOf = async () => {
        await change(id, admin)
        return null
      }
    }

    it('are not added', async () => {
      await changeDuringSignIn()
      const reply = await admin.ask('POST', '/senders', account)
      expect([reply.status, reply.body['code']]).toEqual([status, code])
      expect((await owner.do('GET', '/senders')).items).toEqual([])
    })

    it('get no other server and no other password', async () => {
      const made = await owner.do('POST', '/senders', account)
      await changeDuringSignIn()
      const changes = { smtp: { ...smtp, host: 'smtp.other.example' } }
      const reply = await admin.ask('PATCH', `/senders/${made.id}`, changes)
      expect([reply.status, reply.body['code']]).toEqual([status, code])
      expect(await owner.do('GET', `/senders/${made.id}`)).toEqual(made)
    })
  })
})
