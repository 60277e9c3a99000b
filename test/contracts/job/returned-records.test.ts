import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { Lease, LeasedSlice } from '../../../src/domain/job/slice.ts'
import { audienceSize } from '../../../src/domain/spinner/audience.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { BinStore } from '../../../src/ports/bin/bin.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { Bin } from '../../../src/use-cases/bin/bin.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'

import { Records } from '../../../src/use-cases/table/records/records.ts'

import { leads } from '../../support/api.ts'
import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const guard: Step = { type: 'guard', url: 'https://crm.example.com/may-continue', onTimeout: 'skip' }
const wait: Step = { type: 'wait', seconds: 3600 }

interface Hold {
  readonly slice: LeasedSlice
  readonly lease: Lease
  readonly ids: readonly string[]
}

describe('recipients that a cancelled job has not begun', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  async function begin(options: TenantOptions = {}): Promise<void> {
    // The test clock follows the real time, because leases end by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    own = await createTenant(world, options)
  }
  beforeEach(() => begin())

  const slices = () => world.container.get(Slices)
  const ingest = async (count: number) => {
    const arrival = {
      credential: own.key,
      dataTableId: own.dataTableId,
      records: leads(count),
      idempotency: null,
      requestId: 'request',
    }
    await world.container.get(IngestRecords).execute(arrival)
  }
  const trigger = async () => {
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    world.clock.follow()
    return answer.jobId
  }
  const naming = async (recordIds: readonly string[]) => {
    const request = { ...plainRequest, audience: { kind: 'recordIds' as const, ids: recordIds } }
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null, request }
    const { answer } = await world.container.get(TriggerSpinner).execute({ ...command, requestId: 'named' })
    world.clock.follow()
    return answer.jobId
  }
  const cancel = async (jobId: string) => {
    await world.container.get(Jobs).cancel({ organizationId: own.organizationId, by: operator }, jobId)
    world.clock.follow()
  }
  const waiting = async () => {
    const range = await world.container.get(SpinnerStore).audience(own.organizationId, own.spinnerId)
    return range && audienceSize(range)
  }
  const givenBack = async (records: readonly { recordId: string; seq: number }[]) => [
    ...(await world.container.get(SpinnerStore).exceptionsAmong(own.spinnerId, records)).givenBack,
  ]
  const job = async (jobId: string) => {
    const found = await world.container.get(JobStore).find(own.organizationId, jobId)
    if (found === null) throw new Error('The job is there')
    return found
  }
  const reasons = async (jobId: string) =>
    Object.fromEntries((await job(jobId)).reasons.map(({ code, count }) => [code, count]))
  const recipients = async (jobId: string, reason: 'RECORD_RELEASED' | 'JOB_CANCELLED' | null = null) => {
    const page = { limit: 2_000, after: null }
    const listed = await world.container.get(JobStore).recipients(jobId, { status: null, reason }, page)
    return listed.items.map(({ recordId }) => recordId)
  }

  async function taken(jobId: string, seconds = 60): Promise<Hold> {
    const lease = { holder: world.container.get(Ids).next(), seconds }
    const slice = await slices().take(jobId, lease)
    if (slice === null) throw new Error('The job has something to do')
    return { slice, lease, ids: slice.recipients.map(({ recordId }) => recordId) }
  }
  const settleSome = async ({ slice, lease }: Hold, ids: readonly string[], outcome: Outcome, step = 0) => {
    const settled = ids.map((recordId) =>
      settleStep({ recordId, step, attempts: 0 }, outcome, programOf(slice.version.steps), 0),
    )
    const marks = ids.map((recordId) => ({ recordId, step, address: null }))
    if (outcome.kind === 'sent') await slices().settleAndMark(slice, lease, [], marks)
    await slices().settleAndMark(slice, lease, settled, [])
  }
  const release = async ({ slice, lease }: Hold) => {
    await slices().release(slice, lease)
    world.clock.follow()
  }
  /** Works through the remaining slices of the test's job, and returns the record ids of each slice. */
  async function workThrough(jobId: string): Promise<string[][]> {
    const found: string[][] = []
    while ((await job(jobId)).status !== 'completed') {
      const hold = await taken(jobId)
      found.push([...hold.ids])
      await settleSome(hold, hold.ids, { kind: 'sent' })
      await release(hold)
    }
    return found
  }

  it('are all returned if the job never began, and the next job takes them', async () => {
    await ingest(3)
    await ingest(4)
    const first = await trigger()
    expect(await waiting()).toBe(0)
    await cancel(first)
    await cancel(first)
    expect([await waiting(), await reasons(first)]).toEqual([7, { RECORD_RELEASED: 7 }])
    expect((await job(first)).counts).toMatchObject({ total: 7, pending: 7 })
    const second = await trigger()
    expect([await waiting(), (await job(second)).counts.total]).toEqual([0, 7])
    expect((await workThrough(second)).flat()).toHaveLength(7)
    expect((await job(second)).counts).toMatchObject({ total: 7, done: 7, pending: 0 })
  })

  it('are taken before new records, and none is left out', async () => {
    for (const count of [400, 400, 400]) await ingest(count)
    const first = await trigger()
    const hold = await taken(first)
    await settleSome(hold, hold.ids.slice(0, 100), { kind: 'sent' })
    await release(hold)
    await cancel(first)
    expect([await waiting(), await reasons(first)]).toEqual([1_100, { RECORD_RELEASED: 1_100 }])
    expect(await recipients(first, 'RECORD_RELEASED')).toEqual(hold.ids.slice(100))
    // The three records of the test's cancelled job: one was returned with its slice, one with the range of
    // records outside all slices, and one was not returned.
    const [written = '', unwritten = ''] = [hold.ids[0], hold.ids[100]]
    const requested = [
      { recordId: written, seq: 1 },
      { recordId: unwritten, seq: 1 },
      { recordId: '1', seq: 3 },
    ]
    expect(await givenBack(requested)).toEqual([unwritten, '1'])
    await ingest(5)
    const second = await trigger()
    expect(await givenBack(requested)).toEqual([])
    expect((await job(second)).counts).toMatchObject({ total: 1_105, pending: 1_105 })
    const worked = await workThrough(second)
    expect(worked.map(({ length }) => length)).toEqual([300, 400, 400, 5])
    expect(worked[0]).toEqual(hold.ids.slice(100))
    expect(new Set([...hold.ids, ...worked.flat()]).size).toBe(1_205)
  })

  it('wait for the worker that holds them, and are returned when it releases them', async () => {
    await ingest(6)
    const first = await trigger()
    const hold = await taken(first)
    await cancel(first)
    expect([await waiting(), await reasons(first)]).toEqual([0, { JOB_CANCELLED: 6 }])
    const second = await trigger()
    await settleSome(hold, hold.ids.slice(0, 2), { kind: 'skipped', code: 'CONDITION_NOT_MET', reason: '' })
    await release(hold)
    expect([await waiting(), await reasons(first)]).toEqual([4, { RECORD_RELEASED: 4, CONDITION_NOT_MET: 2 }])
    expect((await job(second)).counts.total).toBe(0)
    expect(await workThrough(await trigger())).toEqual([hold.ids.slice(2)])
  })

  it('do not wait for a worker that is gone', async () => {
    await ingest(6)
    const first = await trigger()
    const { ids } = await taken(first, 0)
    world.clock.follow()
    await cancel(first)
    expect([await waiting(), await recipients(first, 'RECORD_RELEASED')]).toEqual([6, ids])
  })

  it('are returned by the sweep if the worker that held them died after the cancellation', async () => {
    await ingest(6)
    const first = await trigger()
    const { ids } = await taken(first, 1)
    await cancel(first)
    expect(await waiting()).toBe(0)
    while ((await waiting()) === 0) {
      world.clock.follow()
      await slices().due(null, 10)
    }
    expect([await waiting(), await recipients(first, 'RECORD_RELEASED')]).toEqual([6, ids])
  })

  it('include no one who was sent a message, or may have been', async () => {
    await begin({ spinner: { steps: [email, wait, email] } })
    await ingest(5)
    const first = await trigger()
    const hold = await taken(first)
    const [sent = '', marked = '', failed = '', temporaryRefusal = '', untouched = ''] = hold.ids
    await settleSome(hold, [sent], { kind: 'sent' })
    await settleSome(hold, [sent], { kind: 'passed', waitSeconds: 60 }, 1)
    await settleSome(hold, [failed], { kind: 'failed', code: 'NOT_AN_ADDRESS', reason: '' })
    await settleSome(hold, [temporaryRefusal], {
      kind: 'transient',
      code: 'MAIL_TEMPORARILY_REFUSED',
      reason: '',
    })
    const mark = { recordId: marked, step: 0, address: null }
    await slices().settleAndMark(hold.slice, hold.lease, [], [mark])
    await cancel(first)
    await release(hold)
    expect(await reasons(first)).toEqual({ RECORD_RELEASED: 2, JOB_CANCELLED: 1, NOT_AN_ADDRESS: 1 })
    expect((await job(first)).counts).toMatchObject({ pending: 3, waiting: 1, failed: 1 })
    expect(await recipients(first, 'JOB_CANCELLED')).toEqual([sent, marked])
    const second = await trigger()
    expect((await taken(second)).ids).toEqual([temporaryRefusal, untouched])
  })

  it('include recipients whose guard may have been asked, because a guard sends them nothing', async () => {
    await begin({ spinner: { steps: [guard, email, guard] } })
    await ingest(3)
    const first = await trigger()
    const hold = await taken(first)
    const [requested = '', sending = '', sent = ''] = hold.ids
    await settleSome(hold, [sending, sent], { kind: 'passed', waitSeconds: 0 })
    await settleSome(hold, [sent], { kind: 'sent' }, 1)
    const marks = [requested, sending, sent].map((recordId, step) => ({ recordId, step, address: null }))
    await slices().settleAndMark(hold.slice, hold.lease, [], marks)
    await cancel(first)
    await release(hold)
    expect(await recipients(first, 'RECORD_RELEASED')).toEqual([requested])
    expect((await taken(await trigger())).ids).toEqual([requested])
  })

  it('include recipients who only waited for the first message', async () => {
    await begin({ spinner: { steps: [wait, email] } })
    await ingest(3)
    const first = await trigger()
    const hold = await taken(first)
    await settleSome(hold, hold.ids, { kind: 'passed', waitSeconds: 3600 })
    await release(hold)
    expect((await job(first)).counts).toMatchObject({ waiting: 3 })
    await cancel(first)
    expect([await waiting(), await reasons(first)]).toEqual([3, { RECORD_RELEASED: 3 }])
    expect((await job(first)).counts).toMatchObject({ total: 3, pending: 3, waiting: 0 })
    const { slice } = await taken(await trigger())
    expect(slice.recipients.map(({ step, attempts }) => [step, attempts])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('pass through a chain of cancelled jobs', async () => {
    for (const count of [500, 500]) await ingest(count)
    const begun: string[] = []
    for (let no = 0; no < 4; no++) {
      const jobId = await trigger()
      const hold = await taken(jobId)
      const some = hold.ids.slice(0, 3)
      await settleSome(hold, some, { kind: 'sent' })
      begun.push(...some)
      // In this test, every second slice is still leased when its job is cancelled.
      if (no % 2 === 0) await release(hold)
      await cancel(jobId)
      if (no % 2 === 1) await release(hold)
      await ingest(2)
    }
    expect(await waiting()).toBe(1_008 - 12)
    const last = await trigger()
    const rest = (await workThrough(last)).flat()
    expect((await job(last)).counts).toMatchObject({ total: 996, done: 996 })
    expect(new Set([...begun, ...rest]).size).toBe(1_008)
  })

  it('are taken by one of the jobs that start at once', async () => {
    await ingest(5)
    await cancel(await trigger())
    const ids = await Promise.all(Array.from({ length: 5 }, () => trigger()))
    const totals = await Promise.all(ids.map(async (id) => (await job(id)).counts.total))
    expect(totals.toSorted((a, b) => b - a)).toEqual([5, 0, 0, 0, 0])
  })

  it('do not include records that were deleted meanwhile', async () => {
    await ingest(2)
    await ingest(3)
    const first = await trigger()
    const hold = await taken(first)
    await release(hold)
    await cancel(first)
    const { organizationId, dataTableId } = own
    for (const recordId of hold.ids.slice(1)) {
      const removal = { organizationId, dataTableId, recordId, by: operator }
      await world.container.get(Records).delete(removal, removal.dataTableId, removal.recordId)
    }
    const second = await trigger()
    expect(await workThrough(second)).toEqual([[hold.ids[0]]])
    expect((await job(second)).counts).toMatchObject({ total: 1, done: 1 })
  })

  it('remain after the recipients of their job are deleted', async () => {
    await ingest(4)
    const first = await trigger()
    await release(await taken(first))
    await cancel(first)
    const before = await job(first)
    const later = new Date(world.clock.now().getTime() + 1_000)
    while (await world.container.get(JobStore).clearEnded(later)) {
      // Clears the test's ended jobs until none are left to clear.
    }
    expect(await recipients(first)).toEqual([])
    expect(await job(first)).toEqual(before)
    expect((await workThrough(await trigger())).flat()).toHaveLength(4)
  })

  it('are not returned if the spinner takes all records each time', async () => {
    await begin({ audience: 'all' })
    await ingest(4)
    const first = await trigger()
    await cancel(first)
    expect([await waiting(), await reasons(first)]).toEqual([4, { JOB_CANCELLED: 4 }])
    expect((await job(await trigger())).counts.total).toBe(4)
  })

  it('do not include a record that another job has, also while their spinner is in the bin', async () => {
    await ingest(3)
    const first = await trigger()
    const hold = await taken(first)
    const [named = '', ...others] = hold.ids
    expect(await workThrough(await naming([named]))).toEqual([[named]])
    await cancel(first)
    const { organizationId, spinnerId } = own
    const whose = { organizationId, spinnerId, by: operator }
    const { container } = world
    await container.get(Spinners).unpublish(whose, whose.spinnerId)
    await container.get(Spinners).delete(whose, whose.spinnerId)
    await release(hold)
    const { items } = await container
      .get(BinStore)
      .list(organizationId, { kind: 'spinner', projectIds: null }, { limit: 1, after: null })
    const whole = { organizationId, projectIds: null, recordIds: null, after: null, by: operator }
    await container.get(Bin).restore(whole, { ...whole, entryId: items[0]?.id ?? '' })
    await container
      .get(PublishSpinner)
      .execute({ ...whose, revision: null, ignoresWarnings: true, movesRecipients: false })
    expect(await workThrough(await trigger())).toEqual([others])
  })

  it('are deleted with their spinner', async () => {
    await ingest(4)
    const first = await trigger()
    const hold = await taken(first)
    await cancel(first)
    await world.container.get(UnitOfWork).run((tx) => tx.spinners.remove(own.spinnerId))
    await release(hold)
    expect([await waiting(), await reasons(first)]).toEqual([null, { JOB_CANCELLED: 4 }])
  })
})
