import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { digest } from '../../../src/adapters/security/secret.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { auditEntry } from '../../../src/domain/account/audit/audit-entry.ts'
import { newSettings } from '../../../src/domain/account/organization.ts'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import { meterNames } from '../../../src/domain/plan/meter.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { testOrganizationOf, testPlan } from '../../../src/domain/test-mode/test-organization.ts'
import { noRules } from '../../../src/domain/test-mode/test-rules.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { OrganizationTimes } from '../../../src/ports/organization-times.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { lead } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('TestClockStore', () => {
  let world: World
  let clocks: TestClockStore
  let realId: string
  let testId: string
  const start = new Date('2026-12-01T09:00:00.000Z')
  const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

  beforeAll(async () => {
    world = await createWorld()
    clocks = world.container.get(TestClockStore)
  })
  afterAll(() => world.close())

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const newJob = async () => {
    const caller = { kind: 'apiKey', digest: digest(world.demo.apiKey) } as const
    const trigger = world.container.get(TriggerSpinner)
    const { spinnerId } = world.demo
    return (await trigger.execute({ caller, spinnerId, idempotency: null })).answer.jobId
  }
  const newLease = (seconds = 60) => ({ holder: newId(), seconds })

  beforeEach(async () => {
    realId = newId()
    testId = newId()
    const settings = { ...newSettings, planId: 'starter', createdAt: start }
    const real = { ...settings, id: realId, name: 'Analytical Engines' }
    await inTransaction(async (tx) => {
      await tx.organizations.add(real)
      await tx.plans.putMissing([testPlan])
      await tx.organizations.add(testOrganizationOf(real, testId, start))
      await tx.testClocks.add(newTestClock(testId, start))
    })
  })

  it('find a test organization by the real one, and the real one by the test organization', async () => {
    await inTransaction(async (tx) => {
      expect(await tx.testClocks.organizationOf(realId)).toBe(testId)
      expect(await tx.testClocks.organizationOf(testId)).toBeNull()
      expect(await tx.testClocks.realOf(testId)).toBe(realId)
      expect(await tx.testClocks.realOf(realId)).toBeNull()
    })
    const times = world.container.get(OrganizationTimes)
    expect([await times.isReal(testId), await times.isReal(realId)]).toEqual([false, true])
    expect([await times.testTimeOf(testId), await times.testTimeOf(realId)]).toEqual([start, null])
    expect(await clocks.find(testId)).toEqual(newTestClock(testId, start))
    expect(await clocks.find(realId)).toBeNull()
  })

  it('return a clock as it was saved', async () => {
    const rules = { ...noRules, messages: [{ to: '*', response: 'bounce' }] } as const
    const error = { code: 'FAILED', message: 'No' } as const
    const clock = {
      ...newTestClock(testId, later(60)),
      from: start,
      target: later(90),
      moments: 3,
      error,
      rules,
    }
    await inTransaction((tx) => tx.testClocks.save(clock))
    expect(await inTransaction((tx) => tx.testClocks.lock(testId))).toEqual(clock)
    expect(await inTransaction((tx) => tx.testClocks.lock(realId))).toBeNull()
  })

  it('permit one worker at a time for an organization, and move the clock under its lease only', async () => {
    await inTransaction((tx) => tx.testClocks.save({ ...newTestClock(testId, start), target: later(60) }))
    expect(await clocks.unattended(1_000)).toContain(testId)
    const lease = newLease()
    expect(await clocks.hold(testId, lease)).toMatchObject({ now: start, target: later(60) })
    expect(await clocks.hold(testId, newLease())).toBeNull()
    expect(await clocks.unattended(1_000)).not.toContain(testId)
    expect(await clocks.moveTo(testId, newLease(), later(30))).toBe(false)
    expect(await clocks.moveTo(testId, lease, later(30))).toBe(true)
    expect(await clocks.find(testId)).toMatchObject({ now: later(30), moments: 1 })
    expect(await clocks.end(testId, newLease(), null)).toBe(false)
    const fault = { code: 'TOO_MANY_MOMENTS', message: 'Enough' } as const
    expect(await clocks.end(testId, lease, fault)).toBe(true)
    expect(await clocks.find(testId)).toMatchObject({ target: null, error: fault })
    await clocks.letGo(testId, lease)
    expect(await clocks.moveTo(testId, lease, later(60))).toBe(false)
    expect(await clocks.hold(testId, newLease())).not.toBeNull()
  })

  it('list a clock that does not advance as unattended if a worker died while it processed its jobs', async () => {
    expect(await clocks.unattended(1_000)).not.toContain(testId)
    const dead = newLease(0)
    await clocks.hold(testId, dead)
    expect(await clocks.unattended(1_000)).toContain(testId)
    await clocks.letGo(testId, dead)
    expect(await clocks.unattended(1_000)).not.toContain(testId)
  })

  it('give the lease to another worker after it has ended', async () => {
    await clocks.hold(testId, newLease(0))
    expect(await clocks.hold(testId, newLease())).not.toBeNull()
  })

  it('queue a scheduled job when its time has come', async () => {
    const own = await createTenant(world)
    await own.ingest([lead(0)])
    await inTransaction((tx) => tx.testClocks.add(newTestClock(own.organizationId, start)))
    const before = world.clock.now()
    const scheduledAt = new Date(before.getTime() + 3_600_000)
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container
      .get(TriggerSpinner)
      .execute({ ...command, request: { ...plainRequest, scheduledAt } })
    const take = () => world.container.get(Slices).take(answer.jobId, newLease())
    await clocks.wake(own.organizationId, before)
    expect(await take()).toBeNull()
    world.clock.set(scheduledAt.toISOString())
    await clocks.wake(own.organizationId, scheduledAt)
    expect((await take())?.recipients).toHaveLength(1)
    world.clock.set(before.toISOString())
  })

  it('return the next due time, and due reactions to messages', async () => {
    expect(await clocks.nextEvent(testId, start)).toBeNull()
    const place = { jobId: await newJob(), slice: 1, recordId: '1', step: 0 }
    const inbound = { kind: 'reply', text: 'Yes', awaySeconds: null } as const
    const answer = { place, dueAt: later(60), inbound }
    const audit = () =>
      auditEntry(newId(), start, {
        action: 'testMode.reactionSimulated',
        organizationId: testId,
        by: operator,
        subject: { kind: 'organization', id: testId, name: null },
        after: { reaction: 'reply' },
      })
    const other = { ...answer, inbound: { ...inbound, text: 'No' } }
    expect(await clocks.keepAnswer(testId, answer, audit())).toBe('stored')
    expect(await clocks.keepAnswer(testId, answer, audit())).toBe('pending')
    expect(await clocks.keepAnswer(testId, other, audit())).toBe('other')
    expect(await clocks.keepAnswer(testId, answer)).toBe('pending')
    const filter = { ...anyEntry, organizationId: testId, action: 'testMode.reactionSimulated' } as const
    const { items: noted } = await world.container.get(AuditStore).list(filter, { limit: 10, after: null })
    expect(noted).toMatchObject([{ by: operator, after: { reaction: 'reply' } }])
    expect(await clocks.nextEvent(testId, start)).toMatchObject({ at: later(60), kind: 'reaction' })
    expect(await clocks.nextEvent(testId, later(90))).toMatchObject({ at: later(90) })
    expect(await clocks.dueAnswers(testId, later(59), 10)).toEqual([])
    expect(await clocks.dueAnswers(testId, later(60), 10)).toEqual([{ ...answer, address: null }])
    await clocks.notePlayed(answer, later(60))
    expect(await clocks.keepAnswer(testId, answer)).toBe('played')
    expect(await clocks.keepAnswer(testId, other)).toBe('other')
    expect(await clocks.dueAnswers(testId, later(60), 10)).toEqual([])
    expect(await clocks.nextEvent(testId, start)).toBeNull()
    const timeline = world.container.get(TestClockStore)
    const everything = { spinnerId: null, email: null }
    const { items } = await timeline.timeline(testId, everything, { limit: 10, after: null })
    expect(items).toMatchObject([{ kind: 'reply', at: later(60), jobId: place.jobId, text: 'Yes' }])
  })

  it('list calls in the order of time, page by page', async () => {
    const timeline = world.container.get(TestClockStore)
    const call = {
      organizationId: testId,
      kind: 'webhook',
      jobId: await newJob(),
      recordId: '1',
      step: 0,
      outcome: 'sent',
      method: 'POST',
      url: 'https://example.com/hook',
      body: '{}',
      serverResponse: null,
    } as const
    for (const seconds of [30, 10, 20]) await timeline.addCall({ ...call, id: newId(), at: later(seconds) })
    const times: Date[] = []
    let after: string | null = null
    do {
      const page = await timeline.timeline(testId, { spinnerId: null, email: null }, { limit: 2, after })
      times.push(...page.items.map(({ at }) => at))
      after = page.next
    } while (after !== null)
    expect(times).toEqual([later(10), later(20), later(30)])
    const { items } = await timeline.timeline(
      realId,
      { spinnerId: null, email: null },
      { limit: 2, after: null },
    )
    expect(items).toEqual([])
  })

  it('store nothing of a job that was deleted while a worker still processed it', async () => {
    const place = { jobId: newId(), slice: 1, recordId: '1', step: 0 }
    const inbound = { kind: 'reply', text: 'Yes', awaySeconds: null } as const
    expect(await clocks.keepAnswer(testId, { place, dueAt: later(60), inbound })).toBe('noMessage')
    expect(await clocks.nextEvent(testId, start)).toBeNull()
    const timeline = world.container.get(TestClockStore)
    const said = {
      method: 'POST',
      url: 'https://example.com',
      body: '',
      serverResponse: null,
      outcome: 'sent',
    } as const
    const { jobId, recordId, step } = place
    const call = { ...said, organizationId: testId, kind: 'guard', jobId, recordId, step } as const
    await timeline.addCall({ ...call, id: newId(), at: start })
    const page = { limit: 2, after: null }
    expect((await timeline.timeline(testId, { spinnerId: null, email: null }, page)).items).toEqual([])
  })

  it('store which object is a copy of which, and delete this when the organization is emptied', async () => {
    const copy = { kind: 'project', originalId: newId(), copyId: newId(), revision: null } as const
    await inTransaction(async (tx) => {
      await tx.testClocks.keepCopy(testId, copy)
      await tx.testClocks.keepCopy(testId, { ...copy, revision: 2 })
      expect(await tx.testClocks.copies(testId)).toEqual([{ ...copy, revision: 2 }])
      const ofAnother = { ...copy, originalId: newId() }
      await tx.testClocks.keepCopy(testId, ofAnother)
      expect(await tx.testClocks.copies(testId)).toEqual([ofAnother])
      const project = { id: copy.copyId, organizationId: testId, name: 'A copy', createdAt: start }
      await tx.projects.add(project)
      await tx.testClocks.empty(testId, '2026-12')
      expect(await tx.testClocks.copies(testId)).toEqual([])
      expect(await tx.projects.lock(testId, copy.copyId)).toBeNull()
      expect(await tx.testClocks.lock(testId)).toEqual(newTestClock(testId, start))
    })
  })

  it('keep the meters of one month when a test organization is emptied', async () => {
    const readings = () =>
      inTransaction((tx) =>
        Promise.all(
          ['2026-11', '2026-12', '2027-01'].flatMap((period) =>
            meterNames.map(async (meter) => (await tx.plans.readMeter(testId, meter, period)).used),
          ),
        ),
      )
    await inTransaction(async (tx) => {
      for (const period of ['2026-11', '2026-12', '2027-01'])
        for (const meter of meterNames)
          await tx.plans.spend({ organizationId: testId, meter, period, amount: 9_000 })
    })
    expect(await readings()).toEqual([9_000, 9_000, 9_000, 9_000, 9_000, 9_000])
    await inTransaction((tx) => tx.testClocks.empty(testId, '2026-12'))
    expect(await readings()).toEqual([0, 0, 9_000, 9_000, 0, 0])
    const spending = { organizationId: testId, meter: 'records', period: '2026-12', amount: 1_001 } as const
    expect(await inTransaction((tx) => tx.plans.spend(spending))).toMatchObject({ used: 9_000 })
  })
})
