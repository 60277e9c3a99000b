import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { ConnectState } from '../../../src/domain/sender/connect-state.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'

import { leads } from '../../support/api.ts'
import { addSender } from '../../support/data/sender.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('tx.senders, Senders', () => {
  let world: World
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })
  const run = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    world.container.get(UnitOfWork).run(work)
  const senders = () => world.container.get(SenderStore)
  const later = new Date('2030-01-01T00:00:00.000Z')

  it('keeps all fields of a sender', async () => {
    const ramp = { start: 5, add: 3, everyDays: 2 }
    const changes = {
      replyTo: 'desk@example.com',
      signature: 'Grace',
      isDefault: true,
      dailyLimit: 50,
      gapSeconds: 9,
      ramp,
      rampFrom: '2026-11-20',
      timeZone: 'Asia/Kathmandu',
    }
    const sender = await addSender(world, organizationId, changes)
    expect(await run((tx) => tx.senders.lock(organizationId, sender.id))).toEqual(sender)
    expect(await senders().find(organizationId, sender.id)).toEqual({ ...sender, usedToday: 0 })
    const fault = { code: 'X', serverResponse: 'no', numbers: { bounced: 3 } }
    const changed = {
      ...sender,
      status: 'needsAttention' as const,
      fault,
      ramp: null,
      rampFrom: null,
      revision: 2,
    }
    await run((tx) => tx.senders.save(changed))
    expect(await run((tx) => tx.senders.of(organizationId))).toEqual([changed])
    expect((await senders().list(organizationId, { limit: 5, after: null })).items).toEqual([
      { ...changed, usedToday: 0 },
    ])
    expect(await run((tx) => tx.senders.lockToRemove(organizationId, sender.id))).toEqual(changed)
    await run((tx) => tx.senders.remove(sender.id))
    expect(await run((tx) => tx.senders.of(organizationId))).toEqual([])
  })

  it('makes only the other default sender of the organization an ordinary sender', async () => {
    const { organizationId: other } = await createTenant(world)
    const paused = { status: 'paused', dailyLimit: 7, isDefault: true } as const
    const former = await addSender(world, organizationId, paused)
    const next = await addSender(world, organizationId)
    const foreign = await addSender(world, other, { isDefault: true })
    expect(await run((tx) => tx.senders.unsetOtherDefault(organizationId, former.id))).toBeNull()
    expect(await run((tx) => tx.senders.of(organizationId))).toEqual([former, next])
    expect(await run((tx) => tx.senders.unsetOtherDefault(organizationId, next.id))).toBe(former.id)
    expect(await run((tx) => tx.senders.of(organizationId))).toEqual([
      { ...former, isDefault: false, revision: 2 },
      next,
    ])
    expect(await run((tx) => tx.senders.of(other))).toEqual([foreign])
  })

  it('counts messages outside of jobs up to the limit of the operator, anew on each day of the sender', async () => {
    const at = new Date('2026-12-01T09:00:00.000Z')
    const spend = (moment: Date) => run((tx) => tx.senders.spendDeploymentMessage(organizationId, moment))
    await addSender(world, organizationId)
    expect([await spend(at), await spend(at)]).toEqual([true, true])
    await addSender(world, organizationId, { maxPerDay: 2, timeZone: 'UTC' })
    expect([await spend(at), await spend(at), await spend(at)]).toEqual([true, true, false])
    expect(await spend(new Date('2026-12-02T00:00:00.000Z'))).toBe(true)
  })

  it('returns the spinners that name a sender in the published version or in an unfinished job', async () => {
    const id = world.container.get(Ids).next()
    const step = { type: 'email', senders: [id], to: '{{ email }}', subject: 'Hi', text: 'Hi' } as const
    const own = await createTenant(world, { spinner: { steps: [step] } })
    const { spinnerId } = own
    const spinners = (of = own.organizationId) => run((tx) => tx.senders.spinnersThatName(of, id))
    expect([await spinners(), await spinners(organizationId)]).toEqual([['Welcome'], []])
    await own.ingest(leads(2))
    const command = { caller: own.key, spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    const ofJob = { organizationId: own.organizationId, jobId: answer.jobId, by: operator }
    const ofSpinner = { organizationId: own.organizationId, spinnerId, by: operator }
    await world.container.get(Spinners).unpublish(ofSpinner, ofSpinner.spinnerId)
    expect(await spinners()).toEqual(['Welcome'])
    await world.container.get(Jobs).pause(ofJob, ofJob.jobId)
    expect(await spinners()).toEqual(['Welcome'])
    await world.container.get(Jobs).cancel(ofJob, ofJob.jobId)
    expect(await spinners()).toEqual([])
  })

  it('shows nothing of another organization', async () => {
    const { id } = await addSender(world, organizationId)
    const { organizationId: other } = await createTenant(world)
    expect(await run((tx) => tx.senders.lock(other, id))).toBeNull()
    expect(await run((tx) => tx.senders.lockToRemove(other, id))).toBeNull()
    expect(await senders().find(other, id)).toBeNull()
    expect(await senders().account(other, id)).toBeNull()
    expect(await senders().renewCredentials(other, id, async () => null)).toBeNull()
  })

  it('permits one renewal of credentials at a time, which reads the result of the previous one', async () => {
    const { id } = await addSender(world, organizationId, {}, { round: 0 })
    await run((tx) => tx.senders.saveCredentials(id, '0', null))
    let inside = 0
    const renew = () =>
      senders().renewCredentials(organizationId, id, async (held) => {
        expect(++inside).toBe(1)
        await new Promise((done) => setImmediate(done))
        inside--
        return { credentials: String(Number(held) + 1), expiresAt: later }
      })
    expect(new Set(await Promise.all(Array.from({ length: 5 }, renew)))).toEqual(
      new Set(['1', '2', '3', '4', '5']),
    )
    expect((await senders().account(organizationId, id))?.credentials).toBe('5')
  })

  it('keeps credentials that are not renewed, or whose renewal fails', async () => {
    const { id } = await addSender(world, organizationId)
    await run((tx) => tx.senders.saveCredentials(id, 'held', null))
    expect(await senders().renewCredentials(organizationId, id, async () => null)).toBe('held')
    const fails = () => Promise.reject(new Error('away'))
    await expect(senders().renewCredentials(organizationId, id, fails)).rejects.toThrow('away')
    expect((await senders().account(organizationId, id))?.credentials).toBe('held')
  })

  it('stores an error of the present credentials of a sender, and not of earlier ones', async () => {
    const { id } = await addSender(world, organizationId)
    await senders().reportFault(
      organizationId,
      id,
      7,
      { code: 'OLD', serverResponse: 'old' },
      world.clock.now(),
    )
    expect((await senders().find(organizationId, id))?.status).toBe('connected')
    await senders().reportFault(
      organizationId,
      id,
      1,
      { code: 'NEW', serverResponse: 'no more' },
      world.clock.now(),
    )
    expect(await senders().find(organizationId, id)).toMatchObject({
      status: 'needsAttention',
      fault: { code: 'NEW', serverResponse: 'no more' },
      revision: 2,
    })
  })

  describe('a state', () => {
    let state: ConnectState
    beforeEach(async () => {
      const ids = world.container.get(Ids)
      const now = world.clock.now()
      const userId = await ownerOf()
      state = {
        digest: ids.next(),
        kind: 'google',
        organizationId,
        userId,
        sessionId: ids.next(),
        encryptedVerifier: 'encrypted',
        createdAt: now,
        expiresAt: new Date(now.getTime() + 600_000),
      }
      await run((tx) => tx.senders.addConnectState(state))
    })
    const ownerOf = async () => world.demo.userId ?? ''
    const take = (changes: Partial<{ digest: string; sessionId: string; at: Date }> = {}) => {
      const { digest, sessionId, at } = { ...state, at: world.clock.now(), ...changes }
      return run((tx) => tx.senders.takeConnectState(digest, sessionId, at))
    }

    it('is accepted once, in its session, before it expires', async () => {
      expect(await take({ digest: 'another' })).toBe('unknown')
      expect(await take({ sessionId: world.container.get(Ids).next() })).toBe('otherSession')
      expect(await take({ at: state.expiresAt })).toBe('expired')
      expect(await take()).toEqual(state)
      expect(await take()).toBe('used')
    })

    it('is accepted from one of many at once', async () => {
      const taken = await Promise.all(Array.from({ length: 5 }, () => take()))
      expect(taken.filter((one) => one === 'used')).toHaveLength(4)
    })
  })
})
