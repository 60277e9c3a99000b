import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { waitsForPolicy } from '../../../src/domain/contact/contact-policy.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { causeOf, type ReasonCode, waitsInZone } from '../../../src/domain/reason.ts'
import type { Exit } from '../../../src/domain/spinner/exit.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../../src/ports/ids.ts'
import {
  type ExitCause,
  type FailedSelection,
  JobStore,
  type RecipientPlace,
} from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { AddressSuppressor } from '../../../src/use-cases/contact/address-suppressor.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'

import { lead } from '../../support/api.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const ada = 'ada@example.com'
const steps = [email, email]
const evidence = { messageId: '<reply@example.com>' }
const reply: ExitCause = { exit: 'reply', code: 'REPLIED', evidence, until: null }
const sent = { kind: 'sent' } as const
const refused: Outcome = { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' }

describe('tx.jobs', () => {
  let world: World
  let own: Tenant
  let slices: Slices
  let jobId: string
  let slice: LeasedSlice
  let lease: { holder: string; seconds: number }

  beforeAll(async () => {
    world = await createWorld()
    slices = world.container.get(Slices)
  })
  afterAll(() => world.close())
  beforeEach(() => begin())

  async function begin(exits: readonly Exit[] = ['reply', 'bounce', 'unsubscribe']): Promise<void> {
    own = await createTenant(world, { spinner: { steps, exits } })
    await own.ingest([lead(0), lead(1)])
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    jobId = (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
    await take()
  }

  async function take(): Promise<void> {
    world.clock.follow()
    lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    slice = (await slices.take(jobId, lease)) as LeasedSlice
  }

  const idOf = (nth: number) => slice.recipients[nth]?.recordId ?? ''
  const placeOf = (nth: number): RecipientPlace => ({ jobId, slice: slice.no, recordId: idOf(nth) })
  const stop = (nth: number, ending = reply, organizationId = own.organizationId, place = placeOf(nth)) =>
    world.container.get(UnitOfWork).run((tx) => tx.jobs.stopRecipient(organizationId, place, ending))
  const mark = async (nth: number, step = 0, address: string | null = null) => {
    const next = [{ recordId: idOf(nth), step, address }]
    return (await slices.settleAndMark(slice, lease, [], next)).withheld.get(idOf(nth)) ?? null
  }
  const settled = (nth: number, step = 0) =>
    slices.settleAndMark(
      slice,
      lease,
      [settleStep({ recordId: idOf(nth), step, attempts: 0 }, sent, programOf(steps), 0)],
      [],
    )
  const failed = (nth: number, outcome: Outcome = refused) =>
    slices.settleAndMark(
      slice,
      lease,
      [settleStep({ recordId: idOf(nth), step: 1, attempts: 0 }, outcome, programOf(steps), 0)],
      [],
    )
  const retryable = (codes: FailedSelection['codes'] = null) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const answer = await tx.jobs.retryable({ jobId, codes })
      return typeof answer === 'string' ? answer : answer.steps
    })
  /** Sends the first message to a recipient of the slice, and lets the second one fail. */
  const failSecond = async (nth: number, outcome?: Outcome) => {
    await mark(nth, 0, `${nth}@example.com`)
    await settled(nth)
    await mark(nth, 1, `${nth}@example.com`)
    await failed(nth, outcome)
  }
  const retry = async () => {
    const newId = world.container.get(Ids).next()
    const order = { jobId, codes: null, newId, spinnerVersion: 1, at: world.clock.now(), by: operator }
    await world.container.get(UnitOfWork).run((tx) => tx.jobs.retryFailed(order))
    return newId
  }
  const recipients = async () => {
    const page = { limit: 10, after: null }
    const list = world.container.get(JobStore).recipients(jobId, { status: null, reason: null }, page)
    return (await list).items.map(({ status, reason, step }) => [status, reason?.code ?? null, step])
  }
  const job = async () => {
    const view = await world.container.get(JobStore).find(own.organizationId, jobId)
    return view as NonNullable<typeof view>
  }

  it('ends a recipient with steps left, with its reason and evidence, and counts it', async () => {
    await mark(0)
    await settled(0)
    await slices.release(slice, lease)
    expect(await stop(0)).toBe('stopped')
    await take()
    expect(slice.recipients.map(({ recordId }) => recordId)).toEqual([placeOf(0).recordId])
    await slices.release(slice, lease)
    expect((await job()).counts).toEqual({
      total: 2,
      pending: 1,
      waiting: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      unconfirmed: 0,
      stopped: 1,
    })
    expect((await job()).reasons).toEqual([{ code: 'REPLIED', status: 'stopped', count: 1 }])
    const page = { limit: 10, after: null }
    const found = await world.container
      .get(JobStore)
      .recipients(jobId, { status: 'stopped', reason: 'REPLIED' }, page)
    expect(found.items.map(({ reason }) => reason)).toEqual([
      { code: 'REPLIED', message: 'The person has replied', evidence },
    ])
  })

  it('adds no exits to the counts of a job without any', async () => {
    await slices.release(slice, lease)
    expect(Object.keys((await job()).counts)).not.toContain('stopped')
  })

  it('prevents the worker of a slice from marking a stopped recipient', async () => {
    expect(await stop(0)).toBe('stopped')
    expect(await mark(0)).toEqual({
      kind: 'stopped',
      code: 'REPLIED',
      reason: 'The person has replied',
      evidence,
    })
    expect(await mark(1)).toBeNull()
  })

  it('stops a recipient after the message in transit, during the same lease', async () => {
    await mark(0)
    expect(await stop(0)).toBe('stopped')
    await settled(0)
    expect(await recipients()).toEqual([
      ['pending', null, 1],
      ['pending', null, 0],
    ])
    expect(await mark(0, 1)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    await slices.release(slice, lease)
    expect(await recipients()).toEqual([
      ['stopped', 'REPLIED', 1],
      ['pending', null, 0],
    ])
  })

  it('leaves a recipient done whose last message was in transit', async () => {
    await mark(0)
    await settled(0)
    await mark(0, 1)
    await stop(0)
    await settled(0, 1)
    await slices.release(slice, lease)
    expect((await recipients())[0]).toEqual(['done', null, 1])
  })

  it('still stops a recipient after its lease is lost', async () => {
    await mark(0)
    await stop(0)
    const other = { holder: world.container.get(Ids).next(), seconds: 60 }
    await slices.settleAndMark(slice, { ...lease, seconds: 0 }, [], [])
    world.clock.follow()
    slice = (await slices.take(jobId, other)) as LeasedSlice
    lease = other
    await settled(0)
    expect(await mark(0, 1)).toMatchObject({ code: 'REPLIED' })
    await slices.release(slice, lease)
    expect((await recipients())[0]).toEqual(['stopped', 'REPLIED', 1])
  })

  it('stops a recipient in doubt that replies while its job is paused and no runtime has it', async () => {
    await mark(0)
    await slices.settleAndMark(slice, { ...lease, seconds: 0 }, [], [])
    world.clock.follow()
    const ofJob = { organizationId: own.organizationId, jobId, by: operator }
    await world.container.get(Jobs).pause(ofJob, ofJob.jobId)
    expect(await stop(0)).toBe('stopped')
    await world.container.get(Jobs).resume(ofJob, ofJob.jobId)
    await take()
    expect(slice.recipients[0]).toMatchObject({ recordId: idOf(0), inDoubt: true })
    await settled(0)
    expect(await mark(0, 1)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    await slices.release(slice, lease)
    expect((await recipients())[0]).toEqual(['stopped', 'REPLIED', 1])
  })

  it('keeps a recipient that replies after it has failed out of every retry', async () => {
    await failSecond(0)
    await failSecond(1)
    await slices.release(slice, lease)
    expect([await stop(0), await stop(0)]).toEqual(['stopped', null])
    expect((await recipients())[0]).toEqual(['failed', 'MESSAGE_REFUSED', 1])
    expect(await retryable()).toEqual([1])
    expect(await world.container.get(JobStore).failures(jobId)).toMatchObject([
      { count: 2, retried: 0, stopped: 1 },
    ])
    const again = await retry()
    expect((await world.container.get(JobStore).find(own.organizationId, again))?.counts.total).toBe(1)
    expect(await retryable()).toBe('already')
    expect(await stop(1)).toBe('stopped')
  })

  it('keeps a recipient out of every retry whose message in transit fails after the reply', async () => {
    await mark(0)
    await settled(0)
    await mark(0, 1)
    expect(await stop(0)).toBe('stopped')
    await failed(0)
    await slices.release(slice, lease)
    expect(await retryable()).toBe('stopped')
  })

  it('keeps a recipient that is in doubt since a restore out of every retry after its reply', async () => {
    const inDoubt: Outcome = { kind: 'unconfirmed', code: 'RESTORED', reason: 'In doubt' }
    await failSecond(0, inDoubt)
    await slices.release(slice, lease)
    expect(await retryable(['RESTORED'])).toEqual([1])
    expect(await stop(0)).toBe('stopped')
    expect(await retryable(['RESTORED'])).toBe('stopped')
  })

  it('keeps a recipient out of every retry who unsubscribes after a failure in a cancelled job', async () => {
    await failSecond(0)
    await slices.release(slice, lease)
    const { organizationId } = own
    await world.container.get(Jobs).cancel({ organizationId, by: operator }, jobId)
    expect(await retryable()).toEqual([1])
    const command = { organizationId, email: '0@example.com', reason: 'unsubscribed', by: operator } as const
    await world.container.get(AddressSuppressor).suppressWithRetries(command)
    expect(await retryable()).toBe('stopped')
  })

  it('changes nothing for a recipient whose retry is done, or that fails while it is held', async () => {
    await begin(['reply', 'autoReply:hold'])
    await failSecond(0)
    await slices.release(slice, lease)
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    expect(await stop(0, { exit: 'autoReply:hold', code: 'ON_HOLD', evidence, until })).toBeNull()
    expect(await retryable()).toEqual([1])
    const place = placeOf(0)
    jobId = await retry()
    await take()
    await mark(0, 1)
    await settled(0, 1)
    await slices.release(slice, lease)
    expect(await stop(0, reply, own.organizationId, place)).toBeNull()
  })

  it('holds a recipient until a time, and lets a reply end the hold', async () => {
    await begin(['reply', 'autoReply:hold'])
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    const hold: ExitCause = { exit: 'autoReply:hold', code: 'ON_HOLD', evidence, until }
    expect(await stop(0, hold)).toBe('held')
    const withheld = await mark(0)
    expect(withheld).toMatchObject({ kind: 'waits', code: 'ON_HOLD' })
    expect((withheld as { seconds: number }).seconds).toBeGreaterThan(3_000)
    await mark(1)
    expect(await stop(1, hold)).toBe('held')
    await settled(1)
    await slices.release(slice, lease)
    expect(await recipients()).toEqual([
      ['waiting', 'ON_HOLD', 0],
      ['waiting', 'ON_HOLD', 1],
    ])
    expect([await stop(0), await stop(1, { ...hold, until: world.clock.now() })]).toEqual(['stopped', null])
  })

  it('holds a recipient although the outcome of an earlier step is not stored yet', async () => {
    await begin(['reply', 'autoReply:hold'])
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    const hold: ExitCause = { exit: 'autoReply:hold', code: 'ON_HOLD', evidence, until }
    expect([await stop(0, hold), await stop(1, hold)]).toEqual(['held', 'held'])
    await settled(0)
    await settled(1)
    expect(await mark(0, 1)).toMatchObject({ kind: 'waits', code: 'ON_HOLD' })
    expect(await stop(1)).toBe('stopped')
    expect(await mark(1, 1)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    await slices.release(slice, lease)
    expect(await recipients()).toEqual([
      ['waiting', 'ON_HOLD', 1],
      ['stopped', 'REPLIED', 1],
    ])
  })

  const waitTwoHours = (code: ReasonCode) =>
    slices.settleAndMark(
      slice,
      lease,
      [0, 1].map((nth) =>
        settleStep(
          { recordId: idOf(nth), step: 0, attempts: 0 },
          { kind: 'waits', seconds: 7_200, ...causeOf(code) },
          programOf(steps),
          0,
        ),
      ),
      [],
    )

  it.each([...waitsForPolicy, ...waitsInZone, 'WAITS_FOR_CHANGE'] as const)(
    'holds a recipient that waits longer, because a change may end the wait (%s) within the hold',
    async (code) => {
      await begin(['reply', 'autoReply:hold'])
      const until = new Date(world.clock.now().getTime() + 3_600_000)
      const hold: ExitCause = { exit: 'autoReply:hold', code: 'ON_HOLD', evidence, until }
      await waitTwoHours(code)
      expect(await stop(0, hold)).toBe('held')
      await slices.release(slice, lease)
      expect(await stop(1, hold)).toBe('held')
      const change = { organizationId: own.organizationId, subjectId: own.organizationId, reasons: [code] }
      const times = { since: world.clock.now(), at: world.clock.now() }
      const place = { jobId, slice: slice.no }
      await world.container
        .get(UnitOfWork)
        .run((tx) => tx.jobs.makeDue({ ...change, ...times, done: null, from: null }, [place]))
      expect(await recipients()).toEqual([
        ['waiting', 'ON_HOLD', 0],
        ['waiting', 'ON_HOLD', 0],
      ])
      const again = await slices.take(jobId, { holder: world.container.get(Ids).next(), seconds: 60 })
      expect(again?.recipients ?? []).toEqual([])
    },
  )

  it('does not hold a recipient that a wait step delays longer', async () => {
    await begin(['reply', 'autoReply:hold'])
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    const hold: ExitCause = { exit: 'autoReply:hold', code: 'ON_HOLD', evidence, until }
    await waitTwoHours('WAIT_STEP')
    expect(await stop(0, hold)).toBeNull()
    await slices.release(slice, lease)
    expect(await stop(1, hold)).toBeNull()
  })

  it('does nothing if the version has no such exit, or for another organization', async () => {
    const other = await createTenant(world)
    expect(await stop(0, reply, other.organizationId)).toBeNull()
    await begin(['bounce'])
    expect(await stop(0)).toBeNull()
    expect(await mark(0)).toBeNull()
  })

  it('does nothing to a cancelled job or an unknown recipient', async () => {
    const place = placeOf(0)
    expect(await stop(0, reply, own.organizationId, { ...place, recordId: '999999999' })).toBeNull()
    expect(await stop(0, reply, own.organizationId, { ...place, slice: 99 })).toBeNull()
    await slices.release(slice, lease)
    await world.container.get(Jobs).cancel({ organizationId: own.organizationId, by: operator }, jobId)
    expect(await stop(0, reply, own.organizationId, place)).toBeNull()
  })

  it('ends the recipients of a person who unsubscribes', async () => {
    await mark(0, 0, ada)
    await settled(0)
    await slices.release(slice, lease)
    const { organizationId } = own
    const command = { organizationId, email: ada, reason: 'unsubscribed', by: operator } as const
    await world.container.get(AddressSuppressor).suppressWithRetries(command)
    expect((await recipients())[0]).toEqual(['stopped', 'UNSUBSCRIBED', 1])
  })
})
