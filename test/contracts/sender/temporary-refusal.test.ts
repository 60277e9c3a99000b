import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { needsAttention } from '../../../src/adapters/channels/senders/idle-channels.ts'
import { SmtpChannel } from '../../../src/adapters/channels/smtp/smtp-channel.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { type EmailChannel, SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import type { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { ChangeSender, type ChangeSenderCommand } from '../../../src/use-cases/sender/change-sender.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { addMember } from '../../support/data/person.ts'
import { ByOneChannel, changeSender, GivenChannels, putSender } from '../../support/data/senders.ts'
import { ScriptedSmtpServer } from '../../support/servers/scripted-smtp.ts'
import { createWorld, type World } from '../../support/world.ts'

const quiet = { messageIdFor: () => '<m@sender.example>' } as unknown as MessageTokens

describe('a message that a server defers', () => {
  let world: World
  let api: Api
  let server: ScriptedSmtpServer
  let channel: SmtpChannel
  let senderId: string
  beforeEach(async () => {
    server = new ScriptedSmtpServer()
    const url = await server.listen()
    channel = new SmtpChannel({ server: { url }, from: null, connections: 2, messageTokens: quiet })
    world = await createWorld([provideValue(SenderChannels, new ByOneChannel(channel))])
    world.clock.follow()
    api = await createApi(world)
    senderId = await putSender(world, { isDefault: true })
  })
  afterEach(async () => {
    channel.close()
    server.close()
    await api.close()
    await world.close()
  })

  const view = async () => {
    const { organizationId } = world.demo
    const found = await world.container
      .get(SenderStore)
      .healthOf(organizationId, [senderId], world.clock.now())
    const senderHealthView = found.get(senderId)
    if (senderHealthView === undefined) throw new Error('The sender has a view')
    return senderHealthView
  }
  const run = async () => {
    const { jobId } = (await api.trigger()).body as { jobId: string }
    await world.drain()
    return jobId
  }
  const counts = async (jobId: string) =>
    ((await api.job(jobId)).body as { counts: Record<string, number> }).counts
  const nextRound = async () => {
    await world.inspect.endWaits()
    await world.container.get(Slices).requestTurns([world.demo.organizationId])
    await world.drain()
  }
  const cooldownSeconds = async () => {
    const { cooldown } = await view()
    return cooldown && (cooldown.until.getTime() - world.clock.now().getTime()) / 1000
  }

  it('does not count for the day, and is sent when the server accepts it, up to the limit of the day', async () => {
    await changeSender(world, senderId, { dailyLimit: 5 })
    server.script = { RCPT: '450 try again later' }
    await api.ingest(leads(8))
    const jobId = await run()
    expect(await counts(jobId)).toMatchObject({ total: 8, waiting: 8, failed: 0 })
    expect(await view()).toMatchObject({ usedToday: 0, day: { sent: 0, refused: 0 }, pauses: [] })
    server.script = {}
    for (let round = 0; round < 3; round++) await nextRound()
    expect(await counts(jobId)).toMatchObject({ done: 5, waiting: 3, failed: 0 })
    expect(await view()).toMatchObject({ usedToday: 5, day: { sent: 5 } })
    expect(server.received).toHaveLength(5)
  })

  it('does not pause its sender if the deferral is about one recipient', async () => {
    server.script = { RCPT: '450 4.2.0 Greylisted' }
    await api.ingest(leads(1))
    const jobId = await run()
    server.script = {}
    expect((await view()).cooldown).toBeNull()
    await api.ingest(leads(3, 10))
    const second = await run()
    expect([await counts(jobId), await counts(second)]).toMatchObject([{ waiting: 1 }, { done: 3 }])
  })

  it('shows since when and how often it was deferred, and when the next attempt is', async () => {
    server.script = { RCPT: '450 4.2.0 Greylisted' }
    await api.ingest(leads(1))
    const jobId = await run()
    await nextRound()
    const member = await addMember(api, world.container, world.demo.organizationId)
    const { items } = (await member.do('GET', `/jobs/${jobId}/recipients`)) as {
      items: { status: string; attempts: number; reason: object }[]
    }
    expect(items).toMatchObject([
      {
        status: 'waiting',
        attempts: 0,
        reason: {
          code: 'MAIL_TEMPORARILY_REFUSED',
          message: expect.stringContaining('Greylisted'),
          evidence: {
            refusedSince: expect.any(String),
            refusalCount: 2,
            refusalScope: 'recipient',
            until: expect.any(String),
          },
        },
      },
    ])
  })

  it('pauses its sender if the deferral is about the connection: the others wait without an attempt', async () => {
    server.script = { MAIL: '421 4.7.0 too many messages' }
    await api.ingest(leads(40))
    const jobId = await run()
    expect(server.connections).toBeLessThan(20)
    expect(await counts(jobId)).toMatchObject({ waiting: 40, failed: 0 })
    expect(await view()).toMatchObject({
      usedToday: 0,
      cooldown: { code: 'MAIL_TEMPORARILY_REFUSED' },
      pauses: [],
    })
    server.script = {}
    await nextRound()
    await nextRound()
    expect(await counts(jobId)).toMatchObject({ done: 40, waiting: 0 })
  })

  it('pauses its sender if it was cut off after the hand-over: a few are in doubt, and the others wait', async () => {
    server.script = { message: null }
    await api.ingest(leads(40))
    const jobId = await run()
    const { unconfirmed = 0, waiting } = await counts(jobId)
    expect([unconfirmed > 0, unconfirmed < 20, waiting]).toEqual([true, true, 40 - unconfirmed])
    expect(await view()).toMatchObject({
      usedToday: unconfirmed,
      cooldown: { code: 'MAIL_UNCONFIRMED' },
      pauses: [],
    })
    expect(await cooldownSeconds()).toBeCloseTo(60, -1)
    server.script = {}
    await nextRound()
    await nextRound()
    expect(await counts(jobId)).toMatchObject({ unconfirmed, done: 40 - unconfirmed, waiting: 0 })
  })

  it('pauses its sender until the end of the cooldown or a change of its limits, and not until another edit', async () => {
    server.script = { MAIL: '421 4.7.0 too many messages' }
    await api.ingest(leads(3))
    const jobId = await run()
    const { cooldown } = await view()
    expect(cooldown).toMatchObject({ code: 'MAIL_TEMPORARILY_REFUSED' })
    server.script = {}
    const { organizationId } = world.demo
    const edit = async (changes: ChangeSenderCommand['changes']) => {
      const command = { organizationId, senderId, changes, revision: null, by: operator }
      await world.container.get(ChangeSender).execute(command)
      await world.drain()
    }
    const limits = { dailyLimit: null, gapSeconds: 0, ramp: null, timeZone: 'UTC' }
    await edit({ signature: 'Ada', limits })
    expect((await view()).cooldown).toEqual(cooldown)
    expect(await counts(jobId)).toMatchObject({ waiting: 3, done: 0 })
    await edit({ limits: { ...limits, dailyLimit: 50 } })
    expect((await view()).cooldown).toBeNull()
    expect(await counts(jobId)).toMatchObject({ waiting: 0, done: 3 })
  })

  it('pauses its sender longer each time, or as long as the server asks', async () => {
    await api.ingest(leads(1))
    await run()
    const { spinnerId } = world.demo
    const temporaryRefusal = async (scope: 'recipient' | 'server' | 'account', seconds: number | null) => {
      const at = world.clock.now()
      const refusal = { code: 'MAIL_TEMPORARILY_REFUSED', scope, seconds } as const
      await world.container.get(SenderStore).giveBack({ senderId, spinnerId, markedAt: at, at, refusal })
      return cooldownSeconds()
    }
    const endCooldown = async () => {
      const { cooldown } = await view()
      if (cooldown !== null) world.clock.set(cooldown.until.toISOString())
    }
    expect(await temporaryRefusal('server', null)).toBeCloseTo(60, 0)
    expect(await temporaryRefusal('server', null)).toBeCloseTo(60, 0)
    await endCooldown()
    expect(await temporaryRefusal('server', null)).toBeCloseTo(120, 0)
    await endCooldown()
    expect(await temporaryRefusal('account', 5_000)).toBeCloseTo(5_000, 0)
    await endCooldown()
    world.clock.advance(3_600)
    expect(await temporaryRefusal('server', null)).toBeCloseTo(60, 0)
    await endCooldown()
    for (let nth = 1; nth < 5; nth++) expect(await temporaryRefusal('recipient', 300)).toBeNull()
    expect(await temporaryRefusal('recipient', 300)).toBeCloseTo(60, 0)
  })

  it('does not change the counts of another day, or of a removed sender', async () => {
    await api.ingest(leads(2))
    await run()
    const { spinnerId } = world.demo
    const at = world.clock.now()
    const markedAt = new Date(at.getTime() - 25 * 3_600_000)
    const senders = world.container.get(SenderStore)
    await senders.giveBack({ senderId, spinnerId, markedAt, at, refusal: null })
    const gone = world.container.get(Ids).next()
    await senders.giveBack({ senderId: gone, spinnerId, markedAt: at, at, refusal: null })
    expect((await view()).usedToday).toBe(2)
  })
})

describe('a first message that one of several senders cannot send', () => {
  let world: World
  let api: Api
  let servers: readonly [ScriptedSmtpServer, ScriptedSmtpServer]
  let channels: readonly SmtpChannel[]
  let bySender: GivenChannels
  let senders: readonly [string, string]
  beforeEach(async () => {
    servers = [new ScriptedSmtpServer(), new ScriptedSmtpServer()]
    const urls = await Promise.all(servers.map((server) => server.listen()))
    channels = urls.map(
      (url) => new SmtpChannel({ server: { url }, from: null, connections: 2, messageTokens: quiet }),
    )
    bySender = new GivenChannels()
    world = await createWorld([provideValue(SenderChannels, bySender)])
    world.clock.follow()
    api = await createApi(world)
    senders = [await putSender(world), await putSender(world)]
    for (const [at, id] of senders.entries()) bySender.channels.set(id, channels[at] as SmtpChannel)
    const member = await addMember(api, world.container, world.demo.organizationId)
    const path = `/spinners/${world.demo.spinnerId}`
    const [step] = (await member.do('GET', path)).steps
    await member.do('PATCH', path, { steps: [{ ...step, senders }] })
    await member.do('POST', `${path}/publish`)
  })
  afterEach(async () => {
    for (const channel of channels) channel.close()
    for (const server of servers) server.close()
    await api.close()
    await world.close()
  })

  it('is sent by another one at once, if the server of its sender accepts nothing', async () => {
    const script = { MAIL: '421 4.7.0 too many messages' }
    servers[0].script = script
    await api.ingest(leads(6))
    const { jobId } = (await api.trigger()).body as { jobId: string }
    await world.drain()
    for (let round = 0; round < 3; round++) {
      world.clock.advance(2)
      await world.container.get(Slices).requestTurns([world.demo.organizationId])
      await world.drain()
    }
    const { counts } = (await api.job(jobId)).body as { counts: object }
    expect(counts).toMatchObject({ total: 6, done: 6 })
    expect(servers.map(({ received }) => received.length)).toEqual([0, 6])
  })

  it('is sent by another one if the server of its sender refuses the login', async () => {
    const refused: EmailChannel = {
      atOnce: 2,
      captures: false,
      send: async () => {
        await changeSender(world, senders[0], { status: 'needsAttention' })
        return needsAttention('535 5.7.8 Authentication credentials invalid')
      },
    }
    bySender.channels.set(senders[0], refused)
    await api.ingest(leads(6))
    const { jobId } = (await api.trigger()).body as { jobId: string }
    await world.drain()
    const counts = async () => ((await api.job(jobId)).body as { counts: Record<string, number> }).counts
    expect((await counts())['waiting']).toBeGreaterThan(0)
    await world.inspect.endWaits()
    await world.container.get(Slices).requestTurns([world.demo.organizationId])
    await world.drain()
    expect(await counts()).toMatchObject({ total: 6, done: 6 })
    expect(servers[1].received).toHaveLength(6)
  })

  it('stays with its sender if it was deferred for its recipient, as greylisting requires', async () => {
    servers[0].script = { RCPT: '450 4.2.0 Greylisted' }
    servers[1].script = { RCPT: '450 4.2.0 Greylisted' }
    await api.ingest(leads(1))
    await api.trigger()
    await world.drain()
    const requested = servers.map(({ connections }) => connections)
    for (let round = 0; round < 3; round++) {
      await world.inspect.endWaits()
      await world.container.get(Slices).requestTurns([world.demo.organizationId])
      await world.drain()
    }
    const [first, second] = servers.map(({ connections }, at) => connections - (requested[at] ?? 0))
    expect(Math.min(first ?? 0, second ?? 0)).toBe(0)
  })
})
