import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import {
  type SenderCandidates,
  senderCandidatesOf,
} from '../../../src/domain/job/sending/sender-candidates.ts'
import type { SentMessage } from '../../../src/domain/sender/message/logged-message.ts'
import { Ids } from '../../../src/ports/ids.ts'
import type { WaitChange } from '../../../src/ports/job/jobs.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { type MarkResult, Slices } from '../../../src/ports/job/slices.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { FinishOutdatedWaits } from '../../../src/use-cases/job/waits/finish-outdated-waits.ts'
import { renewWaits } from '../../../src/use-cases/renew-waits.ts'
import { ChangeSender } from '../../../src/use-cases/sender/change-sender.ts'
import { Senders } from '../../../src/use-cases/sender/senders.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { changeSender, putSender, removeSender } from '../../support/data/senders.ts'
import { programOfLength } from '../../support/program.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the choice of a sender', () => {
  let world: World
  let api: Api
  let slices: Slices
  let jobId: string

  const newLease = (seconds = 60) => ({ holder: world.container.get(Ids).next(), seconds })
  const candidatesOf = (
    candidates: readonly string[],
    changes: Partial<SenderCandidates> = {},
  ): SenderCandidates => ({
    own: null,
    candidates,
    hasWaited: false,
    ...changes,
  })

  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    slices = world.container.get(Slices)
    await api.ingest(leads(20))
    jobId = String((await api.trigger()).body['jobId'])
    world.clock.follow()
  })
  afterEach(() => world.close())

  async function taken(lease = newLease()) {
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    return { slice, lease, ids: slice.recipients.map(({ recordId }) => recordId) }
  }

  type Taken = Awaited<ReturnType<typeof taken>>

  const addressOf = (recordId: string) => `person${recordId}@example.com`

  const marked = ({ slice, lease }: Taken, ids: readonly string[], by: SenderCandidates | null, step = 0) =>
    slices.settleAndMark(
      slice,
      lease,
      [],
      ids.map((recordId) => ({ recordId, step, address: addressOf(recordId), by })),
    )

  const settled = async ({ slice, lease }: Taken, ids: readonly string[], outcome: Outcome, steps = 2) => {
    const tried = (recordId: string) => ({ recordId, step: 0, attempts: 0, address: addressOf(recordId) })
    await slices.settleAndMark(
      slice,
      lease,
      ids.map((recordId) => settleStep(tried(recordId), outcome, programOfLength(steps), 0)),
      [],
    )
  }

  const again = async ({ slice, lease }: Taken) => {
    await slices.release(slice, lease)
    world.clock.follow()
    return taken()
  }

  const outdateWaits = (senderId: string, endsCooldown = true) => {
    const { organizationId } = world.demo
    const change = { organizationId, senderId, since: world.clock.now(), endsCooldown }
    return world.container.get(UnitOfWork).run((tx) => tx.jobs.outdateWaits(change))
  }

  const finishChanges = () => world.container.get(FinishOutdatedWaits).execute(new AbortController().signal)

  const sendersOf = ({ chosen }: MarkResult) => [...chosen.values()].map(({ id }) => id)

  it('choose none if the organization has none', async () => {
    const one = await taken()
    expect(one.slice.senders).toBeNull()
    const { chosen, withheld } = await marked(one, one.ids, null)
    expect([chosen.size, withheld.size]).toEqual([0, 0])
  })

  it('return the default sender', async () => {
    await putSender(world)
    const id = await putSender(world, { isDefault: true })
    expect((await taken()).slice.senders).toEqual({ byDefault: id, own: {}, turns: {} })
  })

  it('return the sender of a message', async () => {
    const id = await putSender(world, { replyTo: 'desk@sender.example', signature: 'Ada, Sales' })
    const one = await taken()
    const { chosen } = await marked(one, one.ids.slice(0, 1), candidatesOf([id]))
    expect([...chosen.values()]).toEqual([
      {
        id,
        revision: 1,
        from: {
          name: 'Ada',
          email: 'ada@sender.example',
          replyTo: 'desk@sender.example',
          signature: 'Ada, Sales',
          signatureHtml: null,
        },
      },
    ])
  })

  it('alternate between senders by their remaining capacity of the day', async () => {
    const [small, large] = [
      await putSender(world, { dailyLimit: 3 }),
      await putSender(world, { dailyLimit: 9 }),
    ]
    const one = await taken()
    const { chosen, withheld } = await marked(one, one.ids, candidatesOf([small, large]))
    const of = (id: string) => sendersOf({ chosen } as MarkResult).filter((sender) => sender === id).length
    expect([of(small), of(large), withheld.size]).toEqual([3, 9, 8])
    // Expects that the sender with the larger limit was chosen first, until both of the test's senders had
    // equal room left.
    expect(sendersOf({ chosen } as MarkResult).slice(0, 6)).toEqual(Array(6).fill(large))
  })

  it('keep the sender of the first message', async () => {
    const [first, other] = [
      await putSender(world, { dailyLimit: 30 }),
      await putSender(world, { dailyLimit: 5 }),
    ]
    const one = await taken()
    const ids = one.ids.slice(0, 4)
    await marked(one, ids, candidatesOf([first, other]))
    await settled(one, ids, { kind: 'sent' })
    const two = await again(one)
    expect(two.slice.senders?.own).toEqual(Object.fromEntries(ids.map((id) => [id, first])))
    await changeSender(world, other, { dailyLimit: 900 })
    expect(sendersOf(await marked(two, ids, candidatesOf([other], { own: first }), 1))).toEqual(
      ids.map(() => first),
    )
  })

  it('wait for a paused sender of a recipient, and choose another after it was removed', async () => {
    const [own, other] = [await putSender(world, { status: 'paused' }), await putSender(world)]
    const one = await taken()
    const [id = ''] = one.ids
    const waiting = await marked(one, [id], candidatesOf([other], { own }))
    expect(waiting.withheld.get(id)).toMatchObject({
      kind: 'waits',
      code: 'SENDER_PAUSED',
      evidence: { senderId: own },
    })
    await removeSender(world, own)
    expect(sendersOf(await marked(one, [id], candidatesOf([other], { own })))).toEqual([other])
  })

  it('leave a recipient to the deployment after its sender, the default, was removed', async () => {
    const byDefault = await putSender(world, { isDefault: true })
    const other = await putSender(world)
    const one = await taken()
    const [id = '', second = ''] = one.ids
    await marked(one, [id], candidatesOf([byDefault]))
    await marked(one, [second], candidatesOf([other]))
    await settled(one, [id, second], { kind: 'sent' })
    await removeSender(world, byDefault)
    const two = await again(one)
    expect(two.slice.senders).toEqual({ byDefault: null, own: { [second]: other }, turns: {} })
    const by = senderCandidatesOf({}, id, two.slice.senders)
    expect((await marked(two, [id], by, 1)).withheld.size).toBe(0)
    expect(senderCandidatesOf({}, second, two.slice.senders)?.own).toBe(other)
  })

  it('ignore a paused sender for a recipient without one', async () => {
    const [paused, fine] = [
      await putSender(world, { status: 'needsAttention' }),
      await putSender(world, { dailyLimit: 1 }),
    ]
    const one = await taken()
    const { chosen, withheld } = await marked(one, one.ids.slice(0, 2), candidatesOf([paused, fine]))
    expect(sendersOf({ chosen } as MarkResult)).toEqual([fine])
    expect([...withheld.values()]).toMatchObject([
      { code: 'SENDER_DAILY_LIMIT', evidence: { senderId: fine, limit: 1 } },
    ])
  })

  it('let a recipient wait if its sender does not exist or belongs to another organization', async () => {
    const one = await taken()
    const [id = ''] = one.ids
    const { withheld } = await marked(one, [id], candidatesOf([world.container.get(Ids).next()]))
    expect(withheld.get(id)).toMatchObject({ kind: 'waits', code: 'NO_SENDER' })
  })

  it('never exceed the limit of a day, and give each waiting recipient its own time', async () => {
    const sender = await putSender(world, { dailyLimit: 5 })
    const one = await taken()
    const { chosen, withheld } = await marked(one, one.ids, candidatesOf([sender]))
    expect(chosen.size).toBe(5)
    const times = [...withheld.values()].map((outcome) => ('seconds' in outcome ? outcome.seconds : 0))
    expect(new Set(times).size).toBe(15)
    const day = 24 * 60 * 60
    const inDays = Map.groupBy(times, (seconds) => Math.floor((seconds - (times[0] ?? 0)) / day + 0.000_001))
    expect([...inDays.values()].map((of) => of.length)).toEqual([5, 5, 5])
  })

  it('keep a gap between two messages, even for two at once', async () => {
    const sender = await putSender(world, { gapSeconds: 60 })
    const one = await taken()
    const { chosen, withheld } = await marked(one, one.ids.slice(0, 4), candidatesOf([sender]))
    expect(chosen.size).toBe(1)
    const times = [...withheld.values()].map((outcome) => ('seconds' in outcome ? outcome.seconds : 0))
    for (const [index, seconds] of times.entries()) {
      expect(seconds).toBeGreaterThanOrEqual((index + 1) * 59.9)
      expect(seconds).toBeLessThanOrEqual((index + 1) * 120.1)
    }
  })

  it('do not wait longer after a gap was shortened', async () => {
    const sender = await putSender(world, { gapSeconds: 3_600 })
    const one = await taken()
    const [first = '', id = ''] = one.ids
    const { withheld } = await marked(one, [first, id], candidatesOf([sender]))
    const outcome = withheld.get(id)
    if (outcome === undefined) throw new Error('It has to wait')
    await settled(one, [first], { kind: 'sent' }, 1)
    await settled(one, [id], outcome, 1)
    await slices.release(one.slice, one.lease)
    await changeSender(world, sender, { gapSeconds: 0 })
    world.clock.follow()
    await outdateWaits(sender)
    await renewWaits(world.container.get(UnitOfWork), world.clock, sender)
    world.clock.follow()
    const two = await taken()
    expect(two.ids).toContain(id)
    const { chosen } = await marked(two, [id], candidatesOf([sender], { hasWaited: true }))
    expect(chosen.get(id)?.id).toBe(sender)
  })

  it('decide again about a wait that is stored after the limit of its sender was raised, and about no other', async () => {
    const [raised, other] = [
      await putSender(world, { dailyLimit: 1 }),
      await putSender(world, { dailyLimit: 1 }),
    ]
    const one = await taken()
    const pairs = [
      { ids: one.ids.slice(0, 2), by: raised },
      { ids: one.ids.slice(2, 4), by: other },
    ]
    const waits: [string, Outcome][] = []
    for (const { ids, by } of pairs) waits.push(...(await marked(one, ids, candidatesOf([by]))).withheld)
    await changeSender(world, raised, { dailyLimit: 2 })
    await outdateWaits(raised)
    await renewWaits(world.container.get(UnitOfWork), world.clock, raised)
    await settled(one, one.ids, { kind: 'passed', waitSeconds: 86_400 })
    for (const [id, outcome] of waits) await settled(one, [id], outcome)
    const { ids } = await again(one)
    expect(ids).toEqual([waits[0]?.[0]])
  })

  it('is repeated by the runtime if the process that raised the limit has died', async () => {
    const sender = await putSender(world, { dailyLimit: 1 })
    const one = await taken()
    const { withheld } = await marked(one, one.ids.slice(0, 2), candidatesOf([sender]))
    await settled(one, one.ids, { kind: 'passed', waitSeconds: 86_400 })
    for (const [id, outcome] of withheld) await settled(one, [id], outcome)
    await slices.release(one.slice, one.lease)
    await changeSender(world, sender, { dailyLimit: 2 })
    await outdateWaits(sender)
    const { container } = world
    const outdated = () => container.get(UnitOfWork).run((tx) => tx.jobs.idleWaitChanges(10))
    expect(await outdated()).toEqual([sender])
    await finishChanges()
    expect(await outdated()).toEqual([])
    world.clock.follow()
    expect((await taken()).ids).toEqual([...withheld.keys()])
  })

  it.each([
    [
      'another sender is made the default',
      true,
      async () => {
        const changes = { isDefault: true }
        const senderId = await putSender(world)
        const { organizationId } = world.demo
        const command = { organizationId, senderId, changes, revision: null, by: operator }
        await world.container.get(ChangeSender).execute(command)
      },
    ],
    [
      'it is deleted',
      false,
      async (senderId: string) => {
        const { organizationId } = world.demo
        await world.container.get(Senders).disconnect({ organizationId, by: operator }, senderId)
      },
    ],
  ])('is decided again about recipients that wait for a sender if %s', async (_change, isDefault, make) => {
    const sender = await putSender(world, { dailyLimit: 1, isDefault })
    const one = await taken()
    const { withheld } = await marked(one, one.ids.slice(0, 2), candidatesOf([sender]))
    await settled(one, one.ids, { kind: 'passed', waitSeconds: 86_400 })
    for (const [id, outcome] of withheld) await settled(one, [id], outcome)
    await slices.release(one.slice, one.lease)
    await make(sender)
    world.clock.follow()
    expect((await taken()).ids).toEqual([...withheld.keys()])
  })

  it('is not repeated for a change that is finished', async () => {
    const sender = await putSender(world, { dailyLimit: 1 })
    await outdateWaits(sender)
    await finishChanges()
    const one = await taken()
    const { withheld } = await marked(one, one.ids.slice(0, 2), candidatesOf([sender]))
    await settled(one, one.ids, { kind: 'passed', waitSeconds: 86_400 })
    for (const [id, outcome] of withheld) await settled(one, [id], outcome)
    await slices.release(one.slice, one.lease)
    await changeSender(world, sender, { dailyLimit: 2 })
    await finishChanges()
    world.clock.follow()
    expect(await slices.take(jobId, newLease())).toBeNull()
  })

  it('is done by the last of several calls, by another call if released, and again after a later change', async () => {
    const senderId = await putSender(world, { dailyLimit: 1 })
    const { container, clock } = world
    const run = <Result>(work: (tx: Transaction) => Promise<Result>) => container.get(UnitOfWork).run(work)
    const take = () => run((tx) => tx.jobs.beginWaitChange(senderId, clock.now()))
    const outdated = () => container.get(UnitOfWork).run((tx) => tx.jobs.idleWaitChanges(10))
    const isTaken = (change: WaitChange) => run((tx) => tx.jobs.extendWaitChange(change, null))
    expect(await take()).toBeNull()
    await outdateWaits(senderId)
    const [first, second] = [await take(), await take()]
    if (first === null || second === null) throw new Error('Changes were expected')
    expect(first).toMatchObject({
      organizationId: world.demo.organizationId,
      subjectId: senderId,
      reasons: null,
    })
    expect([await isTaken(first), await isTaken(second), await outdated()]).toEqual([false, true, []])
    await run((tx) => tx.jobs.endWaitChange(first))
    expect(await isTaken(second)).toBe(true)
    await outdateWaits(senderId)
    await run((tx) => tx.jobs.endWaitChange(second))
    expect(await outdated()).toEqual([senderId])
    const released = await take()
    if (released === null) throw new Error('A change was expected')
    expect(await outdated()).toEqual([])
    await run((tx) => tx.jobs.releaseWaitChange(second, null))
    expect(await outdated()).toEqual([])
    await run((tx) => tx.jobs.releaseWaitChange(released, null))
    expect(await outdated()).toEqual([senderId])
    const last = await take()
    if (last === null) throw new Error('A change was expected')
    await run((tx) => tx.jobs.endWaitChange(last))
    expect([await take(), await outdated()]).toEqual([null, []])
  })

  it('continues after a later change where it has arrived, and makes each slice due once for that change', async () => {
    const senderId = await putSender(world, { dailyLimit: 1 })
    const { container, clock } = world
    const run = <Result>(work: (tx: Transaction) => Promise<Result>) => container.get(UnitOfWork).run(work)
    const take = async () => {
      const change = await run((tx) => tx.jobs.beginWaitChange(senderId, clock.now()))
      if (change === null) throw new Error('A change was expected')
      return change
    }
    const place = (nth: number) => ({ jobId: jobId.replace(/^.{8}/, `0000000${nth}`), slice: 0 })
    await outdateWaits(senderId)
    const first = await take()
    expect([first.done, first.from]).toEqual([null, null])
    expect(await run((tx) => tx.jobs.extendWaitChange(first, place(1)))).toBe(true)
    await run((tx) => tx.jobs.releaseWaitChange(first, place(2)))
    const second = await take()
    expect([second.done, second.from]).toEqual([place(2), null])
    await outdateWaits(senderId)
    await run((tx) => tx.jobs.releaseWaitChange(second, place(3)))
    const third = await take()
    expect([third.done, third.from]).toEqual([place(2), place(2)])
    await run((tx) => tx.jobs.releaseWaitChange(third, place(1)))
    const fourth = await take()
    expect([fourth.done, fourth.from]).toEqual([place(1), place(2)])
    await outdateWaits(senderId)
    const fifth = await take()
    expect([fifth.done, fifth.from]).toEqual([place(1), place(1)])
    await run((tx) => tx.jobs.endWaitChange(fifth))
  })

  it('release the address of a message whose sender has no capacity', async () => {
    const sender = await putSender(world, { dailyLimit: 1 })
    const one = await taken()
    const ids = one.ids.slice(0, 3)
    const { withheld } = await marked(one, ids, candidatesOf([sender]))
    const [id = ''] = [...withheld.keys()]
    const other = one.ids.find((recordId) => !ids.includes(recordId)) ?? ''
    const mark = { recordId: other, step: 0, address: addressOf(id) }
    expect((await slices.settleAndMark(one.slice, one.lease, [], [mark])).withheld.size).toBe(0)
    // Tests that a message that was withheld because no sender had room is not in doubt after a crash.
    const two = await again(one)
    expect(
      two.slice.recipients.filter(({ inDoubt }) => inDoubt).map(({ recordId }) => recordId),
    ).not.toContain(id)
  })

  it('gives the times of a cancelled job to the next job', async () => {
    const senderId = await putSender(world, { dailyLimit: 5, isDefault: true })
    const { container, demo } = world
    const one = await taken()
    const { chosen, withheld } = await marked(one, one.ids, candidatesOf([senderId]))
    expect([chosen.size, withheld.size]).toEqual([5, 15])
    await settled(one, [...chosen.keys()], { kind: 'sent' }, 1)
    for (const [id, outcome] of withheld) await settled(one, [id], outcome, 1)
    await slices.release(one.slice, one.lease)
    const cancelled = { organizationId: demo.organizationId, jobId, by: operator }
    await container.get(Jobs).cancel(cancelled, cancelled.jobId)
    await changeSender(world, senderId, { dailyLimit: 10 })
    world.clock.follow()
    jobId = String((await api.trigger()).body['jobId'])
    world.clock.follow()
    const two = await taken()
    const next = await marked(two, two.ids, candidatesOf([senderId]))
    expect(sendersOf(next)).toEqual(Array(5).fill(senderId))
  })

  it('recognize a recipient at its scheduled time', async () => {
    const sender = await putSender(world, { dailyLimit: 1 })
    const one = await taken()
    const [, id = ''] = one.ids
    const { withheld } = await marked(one, one.ids.slice(0, 2), candidatesOf([sender]))
    const outcome = withheld.get(id)
    if (outcome === undefined) throw new Error('It has to wait')
    await settled(one, [id], outcome)
    await slices.release(one.slice, one.lease)
    await world.inspect.endWaits()
    world.clock.follow()
    expect((await taken()).slice.senders?.turns).toEqual({ [id]: sender })
  })

  it('return when the job will end, after everyone has a time', async () => {
    const sender = await putSender(world, { dailyLimit: 5 })
    const one = await taken()
    const job = () => world.container.get(JobStore).find(world.demo.organizationId, jobId)
    expect((await job())?.expectedEnd).toBeNull()
    const { chosen, withheld } = await marked(one, one.ids, candidatesOf([sender]))
    const longest = Math.max(
      ...[...withheld.values()].map((outcome) => ('seconds' in outcome ? outcome.seconds : 0)),
    )
    await settled(one, [...chosen.keys()], { kind: 'sent' }, 1)
    for (const [id, outcome] of withheld) await settled(one, [id], outcome, 1)
    await slices.release(one.slice, one.lease)
    const inSeconds = ((await job())?.expectedEnd?.getTime() ?? 0) / 1000 - Date.now() / 1000
    expect(Math.abs(inSeconds - longest)).toBeLessThan(60)
  })

  describe('the earlier e-mails that a message answers', () => {
    const logged = (
      recordId: string,
      senderId: string | null,
      providerThread: string | null,
    ): SentMessage => ({
      id: world.container.get(Ids).next(),
      to: addressOf(recordId),
      address: addressOf(recordId),
      subject: 'Hello',
      text: 'Hello',
      html: null,
      senderId,
      status: 'sent',
      messageId: `<${recordId}@former.example>`,
      providerId: null,
      providerThread,
      serverResponse: null,
    })

    /** Sends the first message of the test to some recipients, and takes their slice again. */
    async function written(
      ids: readonly string[],
      { slice, lease }: Taken,
      by: string | null,
      thread = 't1',
    ) {
      await marked({ slice, lease, ids: [] }, ids, by === null ? null : candidatesOf([by]))
      const tried = (recordId: string) => ({ recordId, step: 0, attempts: 0, address: addressOf(recordId) })
      const ended = ids.map((recordId) => ({
        ...settleStep(tried(recordId), { kind: 'sent' }, programOfLength(2), 0),
        message: logged(recordId, by, by === null ? null : thread),
      }))
      await slices.settleAndMark(slice, lease, ended, [])
      return again({ slice, lease, ids: [] })
    }

    const answering = async (
      { slice, lease }: Taken,
      recordId: string,
      by: SenderCandidates | null,
      address = addressOf(recordId),
    ) => {
      const mark = { recordId, step: 1, address, by, thread: true }
      return (await slices.settleAndMark(slice, lease, [], [mark])).earlier.get(recordId) ?? []
    }

    const mailTo = (recordId: string, thread: string | null) => ({
      jobId,
      step: 0,
      thread,
      messageId: `<${recordId}@former.example>`,
      subject: 'Hello',
    })

    it('are returned with their real Message-ID and conversation, and only on request', async () => {
      const sender = await putSender(world)
      const one = await taken()
      const [id = '', other = ''] = one.ids
      const two = await written([id, other], one, sender)
      expect(await answering(two, id, candidatesOf([], { own: sender }))).toEqual([mailTo(id, 't1')])
      expect((await marked(two, [other], candidatesOf([], { own: sender }), 1)).earlier.size).toBe(0)
    })

    it('have no conversation of another mailbox', async () => {
      const [former, present] = [await putSender(world), await putSender(world)]
      const one = await taken()
      const [id = ''] = one.ids
      const two = await written([id], one, former)
      await removeSender(world, former)
      expect(await answering(two, id, candidatesOf([present], { own: former }))).toEqual([mailTo(id, null)])
    })

    it('do not include an e-mail to another address', async () => {
      const sender = await putSender(world)
      const one = await taken()
      const [id = ''] = one.ids
      const two = await written([id], one, sender)
      const by = candidatesOf([], { own: sender })
      expect(await answering(two, id, by, 'colleague@example.com')).toEqual([])
    })

    it('are returned for a message by the server of the deployment', async () => {
      const one = await taken()
      const [id = '', other = ''] = one.ids
      const two = await written([id, other], one, null)
      expect(await answering(two, id, null)).toEqual([mailTo(id, null)])
      expect((await marked(two, [other], null, 1)).earlier.size).toBe(0)
    })

    it('are returned beside messages that are withheld or have senders', async () => {
      const sender = await putSender(world, { dailyLimit: 4 })
      const one = await taken()
      const [first = '', second = '', third = '', fourth = ''] = one.ids
      const two = await written([first, second, third], one, sender)
      await changeSender(world, sender, { dailyLimit: 1 })
      const by = candidatesOf([sender])
      const all = [
        { recordId: first, step: 1, address: addressOf(first), by: null, thread: true },
        { recordId: second, step: 1, address: addressOf(second), by, thread: true },
        { recordId: third, step: 1, address: addressOf(third), by: null },
        { recordId: fourth, step: 0, address: addressOf(fourth), by },
      ]
      const { chosen, withheld, earlier } = await slices.settleAndMark(two.slice, two.lease, [], all)
      expect([[...chosen.keys()], [...withheld.keys()]]).toEqual([[], [second, fourth]])
      expect([...earlier]).toEqual([[first, [mailTo(first, null)]]])
    })
  })

  it('use no message of the day for a recipient who must not be written to', async () => {
    const sender = await putSender(world, { dailyLimit: 1 })
    const one = await taken()
    const [first = '', second = '', third = ''] = one.ids
    const twice = (recordId: string) => ({ recordId, step: 0, address: 'same@example.com', by: null })
    await slices.settleAndMark(one.slice, one.lease, [], [twice(first)])
    const marks = [
      { ...twice(second), by: candidatesOf([sender]) },
      { recordId: third, step: 0, address: addressOf(third), by: candidatesOf([sender]) },
    ]
    const { chosen, withheld } = await slices.settleAndMark(one.slice, one.lease, [], marks)
    expect(withheld.get(second)?.code).toBe('DUPLICATE_ADDRESS')
    expect([...chosen.keys()]).toEqual([third])
  })

  describe('a message that is marked again', () => {
    const usedBy = async (sender: string) => {
      const senders = world.container.get(SenderStore)
      const found = await senders.healthOf(world.demo.organizationId, [sender], world.clock.now())
      return { used: found.get(sender)?.usedToday, sent: found.get(sender)?.day.sent }
    }

    it('keeps its place with its sender, and uses no other', async () => {
      const [sender, other] = [
        await putSender(world, { dailyLimit: 2, gapSeconds: 3_600 }),
        await putSender(world, { status: 'paused' }),
      ]
      const one = await taken()
      const [id = ''] = one.ids
      await marked(one, [id], candidatesOf([sender]))
      await changeSender(world, other, { status: 'connected' })
      // Marks the test's message again, like a runtime that lost the answer to its first mark and does not know
      // the chosen sender.
      expect(sendersOf(await marked(one, [id], candidatesOf([sender, other])))).toEqual([sender])
      const two = await again(one)
      expect(two.slice.recipients.find(({ recordId }) => recordId === id)?.inDoubt).toBe(true)
      const { chosen, withheld } = await marked(two, [id], candidatesOf([other], { own: sender }))
      expect([[...chosen.keys()], withheld.size]).toEqual([[id], 0])
      expect(await usedBy(sender)).toEqual({ used: 1, sent: 1 })
      await settled(two, [id], { kind: 'sent' }, 1)
      expect(await usedBy(sender)).toEqual({ used: 1, sent: 1 })
    })

    it('returns its place if its sender was paused meanwhile', async () => {
      const sender = await putSender(world, { dailyLimit: 2 })
      const one = await taken()
      const ids = one.ids.slice(0, 2)
      const [id = ''] = ids
      await marked(one, ids, candidatesOf([sender]))
      await changeSender(world, sender, { status: 'paused' })
      const two = await again(one)
      const { chosen, withheld } = await marked(two, [id], candidatesOf([], { own: sender }))
      expect([chosen.size, withheld.get(id)?.code]).toEqual([0, 'SENDER_PAUSED'])
      expect((await usedBy(sender)).used).toBe(1)
    })
  })
})
