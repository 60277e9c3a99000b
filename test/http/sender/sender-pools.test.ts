import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { maxSenderPools } from '../../../src/domain/sender/sender-pool.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Api, createApi, statuses } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { acceptingAccounts } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

const smtp = { host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace', password: 'hush hush' }
const account = {
  kind: 'smtp',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  dkimSelector: 'mail',
  smtp,
}
const tenant = { name: 'Tenant', maxPerDay: 12_005 }

describe('pools of senders', () => {
  let world: World
  let api: Api
  let owner: Person

  beforeAll(async () => {
    world = await createWorld([acceptingAccounts])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-25T08:05:00.000Z')
    owner = await signUp(api)
  })

  const addSender = async (person = owner): Promise<string> =>
    (await person.do('POST', '/senders', account)).id
  const addPool = async (person = owner): Promise<string> =>
    (await person.do('POST', '/sender-pools', tenant)).id
  const poolOf = async (senderId: string) => (await owner.do('GET', `/senders/${senderId}`)).poolId
  const join = (senderId: string, poolId: string | null, person = owner) =>
    person.ask('PATCH', `/senders/${senderId}`, { poolId })

  it('are joined, changed and left by a sender, which keeps its pool with other changes', async () => {
    const [one, other, senderId] = [await addPool(), await addPool(), await addSender()]
    expect(await poolOf(senderId)).toBeNull()
    expect((await join(senderId, one)).body).toMatchObject({ poolId: one, revision: 2 })
    await owner.do('PATCH', `/senders/${senderId}`, { name: 'Grace' })
    expect(await owner.do('GET', `/sender-pools/${one}`)).toMatchObject({
      ...tenant,
      used: 0,
      senderIds: [senderId],
    })
    expect((await join(senderId, other)).body).toMatchObject({ poolId: other })
    const { items } = await owner.do('GET', '/sender-pools')
    expect(items).toMatchObject([
      { id: one, senderIds: [] },
      { id: other, senderIds: [senderId] },
    ])
    expect((await join(senderId, null)).body).toMatchObject({ poolId: null })
    expect((await owner.do('GET', `/sender-pools/${other}`)).senderIds).toEqual([])
  })

  it('are deleted with senders, which stay without one, and are left by a disconnected sender', async () => {
    const [poolId, one, other] = [await addPool(), await addSender(), await addSender()]
    for (const senderId of [one, other]) await join(senderId, poolId)
    await owner.do('PATCH', `/senders/${one}`, { isDefault: true })
    await owner.do('DELETE', `/senders/${other}`)
    expect((await owner.do('GET', `/sender-pools/${poolId}`)).senderIds).toEqual([one])
    expect((await owner.ask('DELETE', `/sender-pools/${poolId}`)).status).toBe(204)
    expect(await owner.do('GET', `/senders/${one}`)).toMatchObject({ poolId: null, status: 'connected' })
    expect((await owner.ask('DELETE', `/sender-pools/${poolId}`)).status).toBe(404)
    const late = await join(one, poolId)
    expect([late.status, late.body['message']]).toEqual([404, 'Sender pool not found'])
  })

  it('of another organization, and of its test organization, cannot be joined', async () => {
    const { projectId } = await createWorkshop(owner)
    const senderId = await addSender()
    const foreign = await addPool(await signUp(api))
    const real = await addPool()
    await join(senderId, real)
    await owner.do('POST', `/projects/${projectId}/copy-to-test`)
    await owner.do('POST', '/test-mode/enter')
    const { items } = await owner.do('GET', '/senders')
    expect(items).toMatchObject([{ name: account.name, poolId: null }])
    expect((await owner.do('GET', '/sender-pools')).items).toEqual([])
    const copy: string = items[0].id
    for (const poolId of [foreign, real]) {
      const refusal = await join(copy, poolId)
      expect([refusal.status, refusal.body['message']]).toEqual([404, 'Sender pool not found'])
    }
    const practice = await addPool()
    expect((await join(copy, practice)).body).toMatchObject({ poolId: practice })
    await owner.do('POST', '/test-mode/leave')
    for (const poolId of [foreign, practice]) {
      const refusal = await join(senderId, poolId)
      expect([refusal.status, refusal.body['code']]).toEqual([404, 'NOT_FOUND'])
    }
    expect(await poolOf(senderId)).toBe(real)
  })

  it('are seen by all members and changed by admins only', async () => {
    const [poolId, senderId] = [await addPool(), await addSender()]
    for (const role of ['viewer', 'editor'] as const) {
      const member = await addMember(api, world.container, owner.organizationId, role)
      expect((await member.do('GET', '/sender-pools')).items).toMatchObject([{ id: poolId }])
      expect(await member.do('GET', `/sender-pools/${poolId}`)).toMatchObject(tenant)
      for (const [method, path, body] of [
        ['POST', '/sender-pools', tenant],
        ['PATCH', `/sender-pools/${poolId}`, { maxPerDay: 1 }],
        ['DELETE', `/sender-pools/${poolId}`, undefined],
        ['PATCH', `/senders/${senderId}`, { poolId }],
      ] as const)
        expect((await member.ask(method, path, body)).status).toBe(403)
    }
    const admin = await addMember(api, world.container, owner.organizationId, 'admin')
    expect((await join(senderId, poolId, admin)).status).toBe(200)
  })

  it('say which field is wrong, and keep the limit', async () => {
    const poolId = await addPool()
    for (const [changes, pointer] of [
      [{ name: '' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ maxPerDay: 0 }, '/maxPerDay'],
      [{ maxPerDay: 10_000_001 }, '/maxPerDay'],
      [{ maxPerDay: 1.5 }, '/maxPerDay'],
      [{ used: 0 }, '/used'],
    ] as const) {
      const refusals = [
        await owner.ask('POST', '/sender-pools', { ...tenant, ...changes }),
        await owner.ask('PATCH', `/sender-pools/${poolId}`, changes),
      ]
      for (const { status, body } of refusals)
        expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ pointer })]])
    }
    expect(await owner.do('GET', `/sender-pools/${poolId}`)).toMatchObject({ ...tenant, revision: 1 })
  })

  it('record each change, each joining and each leaving', async () => {
    const [poolId, senderId] = [await addPool(), await addSender()]
    await join(senderId, poolId)
    await owner.do('PATCH', `/sender-pools/${poolId}`, { maxPerDay: 9 })
    await join(senderId, null)
    await owner.do('DELETE', `/sender-pools/${poolId}`)
    const { items } = await owner.do('GET', '/audit')
    const reported = items
      .filter(({ action }: { action: string }) => /^sender(Pool\.|\.changed)/.test(action))
      .map(({ action, before, after }: Record<string, unknown>) => [action, before, after])
      .toReversed()
    expect(reported).toMatchObject([
      ['senderPool.created', null, { maxPerDay: 12_005 }],
      ['sender.changed', { poolId: null }, { poolId }],
      ['senderPool.changed', { maxPerDay: 12_005 }, { maxPerDay: 9 }],
      ['sender.changed', { poolId }, { poolId: null }],
      ['senderPool.deleted', { maxPerDay: 9 }, null],
    ])
  })

  it('are named by the explanation and the rehearsal of a message that waits for them', async () => {
    const [poolId, senderId] = [await addPool(), await addSender()]
    await owner.do('PATCH', `/sender-pools/${poolId}`, { maxPerDay: 1 })
    await join(senderId, poolId)
    const { spinnerId } = await createWorkshop(owner)
    const explain = () => owner.do('POST', '/people/explain', { email: 'ada@example.com', spinnerId })
    const rehearse = () => owner.do('POST', `/spinners/${spinnerId}/jobs`, { preview: true })
    expect(await explain()).toMatchObject({ wouldSend: true, reason: null })
    // The first of two messages leaves now, and the second one 24 hours after its period of ten minutes.
    expect(await rehearse()).toMatchObject({
      firstMessageAt: '2026-11-25T08:05:00.000Z',
      lastMessageAt: '2026-11-26T08:10:00.000Z',
      reasons: [{ code: 'SENDER_POOL_LIMIT', status: 'waiting', count: 1 }],
    })
    await world.container.get(SenderStore).countAccountMail(senderId, world.clock.now())
    const waitsUntil = '2026-11-26T08:10:00.000Z'
    expect(await explain()).toMatchObject({
      wouldSend: false,
      waitsUntil,
      reason: { code: 'SENDER_POOL_LIMIT', evidence: { senderId, poolId, limit: 1 } },
    })
    expect(await rehearse()).toMatchObject({
      firstMessageAt: waitsUntil,
      lastMessageAt: '2026-11-27T08:20:00.000Z',
      reasons: [{ code: 'SENDER_POOL_LIMIT', status: 'waiting', count: 2 }],
    })
    await owner.do('PATCH', `/sender-pools/${poolId}`, { maxPerDay: 3 })
    expect(await explain()).toMatchObject({ wouldSend: true, reason: null })
    expect((await rehearse()).reasons).toEqual([])
  })

  it('keep no sender when joining and deletion happen at once', async () => {
    const senderIds = [await addSender(), await addSender(), await addSender()]
    for (let round = 0; round < 4; round++) {
      const poolId = await addPool()
      const [deletion, ...joins] = await Promise.all([
        owner.ask('DELETE', `/sender-pools/${poolId}`),
        ...senderIds.map((senderId) => join(senderId, poolId)),
      ])
      expect(deletion?.status).toBe(204)
      for (const { status } of joins) expect([200, 404]).toContain(status)
      for (const senderId of senderIds) expect(await poolOf(senderId)).toBeNull()
    }
  })

  it('take one of two changes of the same revision, and one pool at the highest number', async () => {
    const poolId = await addPool()
    const { revision } = await owner.do('GET', `/sender-pools/${poolId}`)
    const headers = { 'if-match': `"${revision}"` }
    const changes = await Promise.all(
      [7, 8].map((maxPerDay) => owner.ask('PATCH', `/sender-pools/${poolId}`, { maxPerDay }, { headers })),
    )
    expect(statuses(changes)).toEqual([200, 409])
    for (let count = 2; count < maxSenderPools; count++) await addPool()
    const last = await Promise.all([1, 2].map(() => owner.ask('POST', '/sender-pools', tenant)))
    expect(statuses(last)).toEqual([201, 409])
    const refused = last.find(({ status }) => status === 409)
    expect(refused?.body['message']).toMatch(/at most 50 pools; delete one first/)
  })
})
