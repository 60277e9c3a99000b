import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { SenderCandidates } from '../../../src/domain/job/sending/sender-candidates.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { RehearsalFacts } from '../../../src/ports/job/rehearsal/rehearsal-facts.ts'
import { type MarkResult, Slices } from '../../../src/ports/job/slices.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ChangeSender } from '../../../src/use-cases/sender/change-sender.ts'
import { SenderPools } from '../../../src/use-cases/sender/pacing/sender-pools.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { putSender } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

const hour = 60 * 60

describe('a pool of senders', () => {
  let world: World
  let api: Api
  let slices: Slices
  let spinnerId: string

  beforeEach(async () => {
    world = await createWorld()
    world.clock.set('2026-11-25T08:05:00.000Z')
    api = await createApi(world)
    slices = world.container.get(Slices)
    spinnerId = world.demo.spinnerId
  })
  afterEach(() => world.close())

  const pools = () => world.container.get(SenderPools)
  const addPool = (maxPerDay: number) =>
    pools().create({ organizationId: world.demo.organizationId, by: operator }, { name: 'Tenant', maxPerDay })
  const usedOf = async (poolId: string) => (await pools().find(world.demo.organizationId, poolId)).used

  /** Starts a job of its own and marks messages of it; returns a function that marks the same messages again. */
  async function job(count: number) {
    await api.ingest(leads(count))
    const jobId = String((await api.trigger()).body['jobId'])
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    const ids = slice.recipients.map(({ recordId }) => recordId)
    const mark = (recordIds: readonly string[], by: SenderCandidates) =>
      slices.settleAndMark(
        slice,
        lease,
        [],
        recordIds.map((recordId) => ({ recordId, step: 0, address: `person${recordId}@example.com`, by })),
      )
    return { ids, mark }
  }

  const candidatesOf = (
    candidates: readonly string[],
    changes: Partial<SenderCandidates> = {},
  ): SenderCandidates => ({ own: null, candidates, hasWaited: false, ...changes })
  const outcomesOf = ({ withheld }: MarkResult) =>
    [...withheld.values()].map((outcome) => ({
      code: 'code' in outcome ? outcome.code : null,
      seconds: 'seconds' in outcome ? outcome.seconds : null,
      evidence: 'evidence' in outcome ? outcome.evidence : null,
    }))

  it('lets no more than its number leave over its senders, and gives each waiting message a time', async () => {
    const poolId = await addPool(5)
    const [ada, grace] = [await putSender(world, { poolId }), await putSender(world, { poolId })]
    const one = await job(8)
    const { chosen } = await one.mark(one.ids.slice(0, 4), candidatesOf([ada, grace]))
    expect(chosen.size).toBe(4)
    const marked = await one.mark(one.ids.slice(4), candidatesOf([grace, ada]))
    expect(marked.chosen.size).toBe(1)
    expect(await usedOf(poolId)).toBe(5)
    const outcomes = outcomesOf(marked)
    expect(outcomes.map(({ code }) => code)).toEqual(Array(3).fill('SENDER_POOL_LIMIT'))
    expect(outcomes[0]?.evidence).toEqual({ senderId: expect.any(String), limit: 5, poolId })
    // The period from 08:00 to 08:10 counts until 08:10 of the next day; then a fifth of a day for each message.
    const first = (24 * 60 + 5) * 60
    expect(outcomes.map(({ seconds }) => seconds)).toEqual([first, first + 17_280, first + 2 * 17_280])
  })

  it('counts in any 24 hours, not by the day of a sender', async () => {
    const poolId = await addPool(2)
    const ada = await putSender(world, { poolId, timeZone: 'Asia/Kathmandu' })
    const one = await job(6)
    expect((await one.mark(one.ids.slice(0, 1), candidatesOf([ada]))).chosen.size).toBe(1)
    world.clock.advance(20 * hour)
    const two = await job(3)
    const later = await two.mark(two.ids, candidatesOf([ada]))
    expect(later.chosen.size).toBe(1)
    world.clock.advance(4 * hour + 10 * 60)
    expect(await usedOf(poolId)).toBe(1)
    const three = await job(3)
    const last = await three.mark(three.ids, candidatesOf([ada], { hasWaited: true }))
    expect(last.chosen.size).toBe(1)
    expect(await usedOf(poolId)).toBe(2)
  })

  it('lets messages that have waited go before new ones', async () => {
    const poolId = await addPool(1)
    const ada = await putSender(world, { poolId })
    const one = await job(3)
    const [first = '', second = '', third = ''] = one.ids
    await one.mark([first, second, third], candidatesOf([ada]))
    world.clock.advance(24 * hour + 5 * 60)
    const two = await job(1)
    const fresh = await two.mark(two.ids, candidatesOf([ada]))
    expect(outcomesOf(fresh)).toMatchObject([{ code: 'SENDER_POOL_LIMIT', evidence: { poolId } }])
    const due = await two.mark(two.ids, candidatesOf([ada], { hasWaited: true }))
    expect(due.chosen.size).toBe(1)
  })

  it('leaves senders without a pool and of other pools alone', async () => {
    const full = await addPool(1)
    const other = await addPool(9)
    const [ada, grace, bob] = [
      await putSender(world, { poolId: full }),
      await putSender(world, { poolId: other }),
      await putSender(world),
    ]
    const one = await job(9)
    const all = await one.mark(one.ids, candidatesOf([ada, grace, bob]))
    expect(all.chosen.size).toBe(9)
    expect(await usedOf(full)).toBeLessThanOrEqual(1)
    const two = await job(3)
    const two3 = await two.mark(two.ids, candidatesOf([ada, bob]))
    expect(two3.chosen.size).toBe(3)
  })

  it('takes back a message that was refused temporarily, and keeps the count of a resumed sender', async () => {
    const poolId = await addPool(3)
    const ada = await putSender(world, { poolId })
    const one = await job(3)
    const { organizationId } = world.demo
    await one.mark(one.ids, candidatesOf([ada]))
    const senders = world.container.get(SenderStore)
    const now = world.clock.now()
    await senders.giveBack({ senderId: ada, spinnerId, markedAt: now, at: now, refusal: null })
    expect(await usedOf(poolId)).toBe(2)
    for (let nth = 0; nth < 5; nth++)
      await senders.noteFailure({
        senderId: ada,
        spinnerId,
        kind: 'bounce',
        at: now,
        serverResponse: 'No such user',
      })
    const resumption = { organizationId, senderId: ada, spinnerId: null, at: now }
    expect(await world.container.get(UnitOfWork).run((tx) => tx.senders.resume(resumption))).toBe(true)
    expect(await usedOf(poolId)).toBe(2)
    const view = (await senders.healthOf(organizationId, [ada], now)).get(ada)
    expect(view?.day).toMatchObject({ sent: 0, bounced: 0 })
  })

  it('counts mail about accounts, which does not wait', async () => {
    const poolId = await addPool(1)
    const ada = await putSender(world, { poolId })
    await world.container.get(SenderStore).countAccountMail(ada, world.clock.now())
    await world.container.get(SenderStore).countAccountMail(ada, world.clock.now())
    expect(await usedOf(poolId)).toBe(2)
    const one = await job(1)
    expect(outcomesOf(await one.mark(one.ids, candidatesOf([ada])))).toMatchObject([
      { code: 'SENDER_POOL_LIMIT' },
    ])
  })

  it('counts what a sender sent before it joined, and frees the waiting times when it changes', async () => {
    const { organizationId } = world.demo
    const ada = await putSender(world)
    const one = await job(4)
    await one.mark(one.ids.slice(0, 2), candidatesOf([ada]))
    const poolId = await addPool(2)
    const join = { organizationId, senderId: ada, changes: { poolId }, revision: null, by: operator }
    await world.container.get(ChangeSender).execute(join)
    expect(await usedOf(poolId)).toBe(2)
    expect((await one.mark(one.ids.slice(2, 3), candidatesOf([ada]))).chosen.size).toBe(0)
    const requester = { organizationId, by: operator }
    await pools().change(requester, { poolId, changes: { maxPerDay: 3 }, revision: 1 })
    expect((await one.mark(one.ids.slice(2), candidatesOf([ada]))).chosen.size).toBe(1)
    const outdated = { poolId, changes: { name: 'Other' }, revision: 1 }
    await expect(pools().change(requester, outdated)).rejects.toMatchObject({ code: 'CONFLICT' })
    await pools().delete(requester, poolId)
    expect((await world.container.get(SenderStore).find(organizationId, ada))?.poolId).toBeNull()
    expect((await one.mark(one.ids.slice(3), candidatesOf([ada]))).chosen.size).toBe(1)
  })

  it('is part of the input of a rehearsal', async () => {
    const { organizationId } = world.demo
    const poolId = await addPool(7)
    const ada = await putSender(world, { poolId })
    const one = await job(3)
    await one.mark(one.ids, candidatesOf([ada]))
    const facts = world.container.get(RehearsalFacts)
    const { senders } = await facts.surroundings({ organizationId, spinnerId }, world.clock.now())
    expect(senders).toMatchObject([
      {
        id: ada,
        pool: { id: poolId, maxPerDay: 7, used: 3, oldestExpiresAt: new Date('2026-11-26T08:10:00.000Z') },
      },
    ])
  })

  it('never exceeds its number while several runtimes mark messages at once', async () => {
    const poolId = await addPool(12)
    const senders: string[] = []
    for (let nth = 0; nth < 4; nth++) senders.push(await putSender(world, { poolId }))
    const jobs = [await job(8), await job(8), await job(8), await job(8)]
    const all = await Promise.all(
      jobs.map(({ ids, mark }, nth) => mark(ids, candidatesOf([senders[nth] ?? '', senders[3 - nth] ?? '']))),
    )
    expect(all.reduce((sum, { chosen }) => sum + chosen.size, 0)).toBe(12)
    expect(await usedOf(poolId)).toBe(12)
  })
})
