import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Actor, asApiKey, operator } from '../../../src/domain/account/audit/actor.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { ReasonCode } from '../../../src/domain/reason.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type FailedSelection, type JobFilter, JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { ServiceState } from '../../../src/ports/service-state.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { programOfLength } from '../../support/program.ts'
import { createTenant, type Tenant, versionOf } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('tx.jobs, JobStore, ServiceState', () => {
  let world: World
  let queries: JobStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    queries = world.container.get(JobStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    // The test clock follows the real time, because leases end by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    own = await createTenant(world, { audience: 'all' })
    await ingest(3)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (steps) => world.container.get(UnitOfWork).run(steps)
  const ingest = (count: number) => own.ingest(leads(count))
  async function started(): Promise<string> {
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    world.clock.follow()
    return answer.jobId
  }
  const find = (jobId: string, organizationId = own.organizationId) => queries.find(organizationId, jobId)
  const cancel = (jobId: string) => inTransaction((tx) => tx.jobs.cancel(jobId, world.clock.now()))
  const lockStatus = (jobId: string, organizationId = own.organizationId) =>
    inTransaction((tx) => tx.jobs.lockStatus(organizationId, jobId))

  /**
   * Stores outcomes for the next slice of the test's job: sent for the first `sent` recipients, failed for the
   * next `failed`.
   */
  async function workThrough(jobId: string, sent: number, failed: number, letGo = true): Promise<void> {
    const slices = world.container.get(Slices)
    const lease = { holder: newId(), seconds: 60 }
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('The job has something to do')
    const ends = slice.recipients.slice(0, sent + failed).map((recipient, index) => {
      const outcome =
        index < sent
          ? ({ kind: 'sent' } as const)
          : ({ kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' } as const)
      return settleStep(recipient, outcome, programOfLength(1), 0)
    })
    await slices.settleAndMark(slice, lease, ends, [])
    if (!letGo) return
    await slices.release(slice, lease)
    world.clock.follow()
  }

  /** Stores the outcome failed, with a reason, for all remaining recipients of the test's job. */
  const failAll = (jobId: string, code: ReasonCode) =>
    settleAll(jobId, { kind: 'failed', code, reason: 'Wrong' })

  async function settleAll(jobId: string, outcome: Outcome): Promise<void> {
    const slices = world.container.get(Slices)
    const lease = { holder: newId(), seconds: 60 }
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('The job has something to do')
    const ends = slice.recipients.map((recipient) => settleStep(recipient, outcome, programOfLength(1), 0))
    await slices.settleAndMark(slice, lease, ends, [])
    await slices.release(slice, lease)
    world.clock.follow()
  }

  describe('a job', () => {
    it('is found by its organization, with its id in any capitalization', async () => {
      const jobId = await started()
      const expected = {
        id: jobId,
        organizationId: own.organizationId,
        spinnerId: own.spinnerId,
        spinnerVersion: 1,
        source: 'api',
        startedBy: { kind: 'apiKey', id: expect.any(String), name: expect.any(String) },
        status: 'queued',
        counts: { total: 3, pending: 3, waiting: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0 },
        reasons: [],
        createdAt: expect.any(Date),
        startsAt: null,
        startedAt: null,
        finishedAt: null,
        pause: null,
        error: null,
        unattended: true,
        retryOf: null,
        retries: [],
        nextDueAt: null,
        expectedEnd: null,
        senderPauses: [],
      }
      expect(await find(jobId)).toEqual(expected)
      expect(await find(jobId.toUpperCase())).toEqual(expected)
    })

    it('is not found by another organization, or by an unknown id', async () => {
      const jobId = await started()
      const { organizationId: stranger } = await createTenant(world)
      expect([await find(jobId, stranger), await lockStatus(jobId, stranger)]).toEqual([null, null])
      expect([await find(newId()), await lockStatus(newId())]).toEqual([null, null])
    })

    it('counts its recipients by state', async () => {
      const jobId = await started()
      await workThrough(jobId, 1, 1)
      expect(await find(jobId)).toMatchObject({
        status: 'running',
        counts: { total: 3, pending: 1, done: 1, failed: 1 },
        startedAt: expect.any(Date),
      })
    })

    it('is attended when a worker is present', async () => {
      const jobId = await started()
      const runtime = world.container.get(ServiceState)
      const workerId = newId()
      await runtime.beat(workerId)
      expect((await find(jobId))?.unattended).toBe(false)
      await runtime.leave(workerId)
      expect((await find(jobId))?.unattended).toBe(true)
    })
  })

  it('list the jobs of an organization, newest first, by spinner and status', async () => {
    const ids: string[] = []
    for (let no = 0; no < 4; no++) ids.unshift(await started())
    await cancel(ids[1] ?? '')
    const list = async (filter: Partial<JobFilter>, limit: number, of = own.organizationId) =>
      (
        await pagesOf((page) => queries.list(of, { spinnerId: null, status: null, ...filter }, page), limit)
      ).map((page) => page.map(({ id }) => id))
    expect(await list({}, 3)).toEqual([ids.slice(0, 3), ids.slice(3)])
    expect(await list({ spinnerId: own.spinnerId, status: 'cancelled' }, 3)).toEqual([[ids[1]]])
    expect(await list({ status: 'queued' }, 2)).toEqual([[ids[0], ids[2]], [ids[3]]])
    expect(await list({ spinnerId: newId() }, 2)).toEqual([[]])
    const newest = await find(ids[0] ?? '')
    const { spinnerVersion: version = 0, source, createdAt = new Date(0) } = newest ?? {}
    const before = new Date(createdAt.getTime() - 1)
    expect((await list({ version, source: source ?? null, since: createdAt }, 5))[0]?.[0]).toBe(ids[0])
    expect((await list({ until: before }, 5)).flat()).not.toContain(ids[0])
    for (const none of [{ version: version + 1 }, { source: 'schedule' as const }, { until: new Date(0) }])
      expect(await list(none, 2)).toEqual([[]])
    expect(await list({}, 2, (await createTenant(world)).organizationId)).toEqual([[]])
    const wrong = queries.list(
      own.organizationId,
      { spinnerId: null, status: null },
      { limit: 1, after: 'x' },
    )
    await expect(wrong).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  describe('recipients', () => {
    const recipients = (jobId: string, limit: number, status: 'failed' | 'done' | null = null) =>
      pagesOf((page) => queries.recipients(jobId, { status, reason: null }, page), limit)

    it('are empty before a worker has reached the job', async () => {
      expect(await recipients(await started(), 5)).toEqual([[]])
      expect(await recipients(newId(), 5)).toEqual([[]])
    })

    it('are listed in the order of the worker across slices, of one state or of all', async () => {
      await ingest(499)
      const jobId = await started()
      await workThrough(jobId, 1, 2)
      await workThrough(jobId, 2, 1)
      const all = (await recipients(jobId, 1_000)).flat()
      expect(all).toHaveLength(502)
      for (const limit of [2, 251, 502]) expect((await recipients(jobId, limit)).flat()).toEqual(all)
      const failed = (await recipients(jobId, 2, 'failed')).flat()
      expect(failed).toEqual(all.filter(({ status }) => status === 'failed'))
      expect(failed[0]).toEqual({
        recordId: all[1]?.recordId,
        status: 'failed',
        step: 0,
        attempts: 1,
        error: 'Refused',
        reason: { code: 'MESSAGE_REFUSED', message: 'Refused', evidence: null },
        updatedAt: expect.any(Date),
      })
      expect((await recipients(jobId, 5, 'done')).flat()).toHaveLength(3)
    })

    it('are grouped by step and reason if they failed, the largest group first', async () => {
      const jobId = await started()
      expect(await queries.failures(jobId)).toEqual([])
      await workThrough(jobId, 0, 2)
      await failAll(jobId, 'NOT_AN_ADDRESS')
      const sample = (error: string) => ({ recordId: expect.any(String), error })
      expect(await queries.failures(jobId)).toEqual([
        {
          step: 0,
          code: 'MESSAGE_REFUSED',
          count: 2,
          retried: 0,
          stopped: 0,
          changed: 0,
          samples: [sample('Refused'), sample('Refused')],
        },
        {
          step: 0,
          code: 'NOT_AN_ADDRESS',
          count: 1,
          retried: 0,
          stopped: 0,
          changed: 0,
          samples: [sample('Wrong')],
        },
      ])
    })

    it('count the failed ones whose record was changed after they failed', async () => {
      const jobId = await started()
      await workThrough(jobId, 0, 2)
      const [[first, second] = []] = await recipients(jobId, 2, 'failed')
      const edit = (recordId: string | undefined, at: Date) =>
        inTransaction(async (tx) => {
          const table = await tx.dataTables.find(own.organizationId, own.dataTableId)
          if (table === null || recordId === undefined) throw new Error('The table and the record exist')
          await tx.records.change({
            table,
            recordId,
            cells: { name: at.toISOString() },
            requestId: newId(),
            apiKeyId: null,
            at,
          })
        })
      await edit(first?.recordId, new Date(0))
      await edit(second?.recordId, new Date(world.clock.now().getTime() + 60_000))
      expect(await queries.failures(jobId)).toMatchObject([{ count: 2, changed: 1 }])
    })

    it('refuse an invalid cursor', async () => {
      const wrong = queries.recipients(newId(), { status: null, reason: null }, { limit: 1, after: newId() })
      await expect(wrong).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    })
  })

  describe('a cancellation', () => {
    it('ends a running job permanently, and a second cancellation changes nothing', async () => {
      const jobId = await started()
      await cancel(jobId)
      const { finishedAt } = (await find(jobId)) ?? {}
      world.clock.follow()
      await cancel(jobId)
      expect(await find(jobId)).toMatchObject({ status: 'cancelled', finishedAt })
      expect(await world.container.get(Slices).take(jobId, { holder: newId(), seconds: 60 })).toBeNull()
    })

    it('does not change a completed job, and ignores an unknown one', async () => {
      const jobId = await started()
      await workThrough(jobId, 3, 0)
      await cancel(jobId)
      await cancel(newId())
      expect([(await find(jobId))?.status, await lockStatus(jobId)]).toEqual(['completed', 'completed'])
    })
  })

  describe('a retry of failed recipients', () => {
    const retry = async (
      jobId: string,
      codes: FailedSelection['codes'] = null,
      { spinnerVersion = 1, by = operator }: { spinnerVersion?: number; by?: Actor } = {},
    ) => {
      const newJob = newId()
      const answer = await inTransaction(async (tx) => {
        await tx.jobs.lockStatus(own.organizationId, jobId)
        const found = await tx.jobs.retryable({ jobId, codes })
        if (typeof found === 'string') return found
        await tx.jobs.retryFailed({
          jobId,
          codes,
          newId: newJob,
          spinnerVersion,
          at: world.clock.now(),
          by,
        })
        return found.steps
      })
      world.clock.follow()
      return { answer, again: newJob }
    }

    it('queues one job over the failed recipients only', async () => {
      const jobId = await started()
      await workThrough(jobId, 1, 2)
      const { answer, again } = await retry(jobId)
      expect(answer).toEqual([0])
      expect(await find(again)).toMatchObject({
        status: 'queued',
        source: 'app',
        spinnerVersion: 1,
        counts: { total: 2, pending: 2 },
      })
      expect((await retry(jobId)).answer).toBe('already')
      await workThrough(again, 2, 0)
      expect(await find(again)).toMatchObject({ status: 'completed', counts: { total: 2, done: 2 } })
      expect((await find(jobId))?.counts).toMatchObject({ done: 1, failed: 2 })
    })

    it('names the API key that requested it', async () => {
      const jobId = await started()
      await workThrough(jobId, 0, 1)
      const by = asApiKey(operator, { id: own.apiKeyId, name: 'CRM' })
      const { again } = await retry(jobId, null, { by })
      expect(await find(again)).toMatchObject({
        source: 'api',
        startedBy: { kind: 'apiKey', id: own.apiKeyId, name: expect.any(String) },
      })
    })

    it('is created by one of many at once', async () => {
      const jobId = await started()
      await workThrough(jobId, 0, 1)
      const answers = await Promise.all(Array.from({ length: 5 }, () => retry(jobId)))
      expect(answers.map(({ answer }) => answer).toSorted((a, b) => (a > b ? -1 : 1))).toEqual([
        'already',
        'already',
        'already',
        'already',
        [0],
      ])
    })

    it('takes the recipients with given reasons, and the others on a second request', async () => {
      await ingest(2)
      const jobId = await started()
      await workThrough(jobId, 1, 2)
      await failAll(jobId, 'NOT_AN_ADDRESS')
      expect((await retry(jobId, ['RECEIVER_BUSY'])).answer).toBe('none')
      const addresses = await retry(jobId, ['NOT_AN_ADDRESS', 'MISSING_CELL'])
      expect((await find(addresses.again))?.counts.total).toBe(2)
      expect((await retry(jobId, ['NOT_AN_ADDRESS'])).answer).toBe('already')
      const others = await retry(jobId)
      expect((await find(others.again))?.counts.total).toBe(2)
      expect((await retry(jobId)).answer).toBe('already')
      const link = (id: string) => ({ id, status: 'queued', createdAt: expect.any(Date) })
      expect(await find(jobId)).toMatchObject({
        retryOf: null,
        retries: [link(addresses.again), link(others.again)],
      })
      expect(await find(others.again)).toMatchObject({ retryOf: jobId, retries: [] })
    })

    it('is created from the previous retry for recipients who fail again', async () => {
      const jobId = await started()
      await workThrough(jobId, 0, 3)
      const { again } = await retry(jobId)
      await workThrough(again, 1, 2)
      expect((await retry(jobId)).answer).toBe('already')
      const third = await retry(again)
      expect((await find(third.again))?.counts.total).toBe(2)
      expect((await find(third.again))?.retryOf).toBe(again)
    })

    it('that is cancelled returns recipients it has not begun, and no new job takes them', async () => {
      own = await createTenant(world)
      await ingest(3)
      const jobId = await started()
      await workThrough(jobId, 0, 3)
      const { again } = await retry(jobId)
      await workThrough(again, 1, 0)
      await cancel(again)
      expect((await find(again))?.reasons).toEqual([{ code: 'RECORD_RELEASED', status: 'pending', count: 2 }])
      expect((await find(await started()))?.counts.total).toBe(0)
      const third = await retry(jobId)
      expect((await find(third.again))?.counts.total).toBe(2)
      expect((await find(jobId))?.retries.map(({ id }) => id)).toEqual([again, third.again])
      expect((await retry(again)).answer).toBe('none')
    })

    it('runs the given version', async () => {
      const jobId = await started()
      await workThrough(jobId, 0, 1)
      const spinner = await inTransaction((tx) => tx.spinners.lock(own.organizationId, own.spinnerId))
      if (spinner === null) throw new Error('The spinner is there')
      await inTransaction((tx) => tx.spinners.addVersion(versionOf(spinner, 2), world.clock.now()))
      await workThrough(jobId, 2, 0)
      const { again } = await retry(jobId, null, { spinnerVersion: 2 })
      expect((await find(again))?.spinnerVersion).toBe(2)
    })

    it('leaves out recipients that failed before a lossy restore, unless its codes contain RESTORED', async () => {
      const [unaffected, jobId] = [await started(), await started()]
      await workThrough(unaffected, 0, 1)
      await workThrough(jobId, 0, 2)
      await world.inspect.change({ restoredTo: world.clock.now(), nothingLost: true })
      expect((await retry(unaffected)).answer).toEqual([0])
      await world.inspect.change({ restoredTo: world.clock.now(), nothingLost: false })
      expect((await retry(jobId)).answer).toBe('restored')
      expect((await retry(jobId, ['MESSAGE_REFUSED'])).answer).toBe('restored')
      expect((await retry(jobId, ['RESTORED'])).answer).toBe('none')
      expect((await retry(jobId, ['RECEIVER_BUSY', 'RESTORED'])).answer).toBe('none')
      world.clock.advance(1)
      await failAll(jobId, 'NOT_AN_ADDRESS')
      const since = await retry(jobId)
      expect((await find(since.again))?.counts.total).toBe(1)
      expect((await retry(jobId)).answer).toBe('already')
      const before = await retry(jobId, ['MESSAGE_REFUSED', 'RESTORED'])
      expect((await find(before.again))?.counts.total).toBe(2)
      expect((await retry(jobId, ['MESSAGE_REFUSED', 'RESTORED'])).answer).toBe('already')
    })

    it('takes recipients that are unconfirmed since a restore if its codes contain RESTORED', async () => {
      const jobId = await started()
      await settleAll(jobId, { kind: 'unconfirmed', code: 'RESTORED', reason: 'In doubt' })
      expect((await retry(jobId)).answer).toBe('none')
      const { again } = await retry(jobId, ['RESTORED'])
      expect((await find(again))?.counts.total).toBe(3)
    })

    it('returns that nobody failed, that a worker is busy, or that the spinner was deleted', async () => {
      const [clean, held, orphan] = [await started(), await started(), await started()]
      await workThrough(clean, 3, 0)
      await workThrough(held, 0, 1, false)
      expect([(await retry(clean)).answer, (await retry(held)).answer]).toEqual(['none', 'working'])
      await inTransaction((tx) => tx.spinners.remove(own.spinnerId))
      expect((await retry(orphan)).answer).toBe('deleted')
    })
  })

  it('return whether a spinner has jobs that have not ended', async () => {
    const any = () => inTransaction((tx) => tx.jobs.anyUnfinishedOf(own.spinnerId))
    expect(await any()).toBe(false)
    const [first, second] = [await started(), await started()]
    await workThrough(first, 1, 0)
    await cancel(second)
    expect(await any()).toBe(true)
    await cancel(first)
    expect(await any()).toBe(false)
  })

  it('count what waits for workers, of all organizations together', async () => {
    const read = () => world.container.get(ServiceState).backlog()
    const before = await read()
    const [queued, running, held] = [await started(), await started(), await started()]
    await workThrough(running, 1, 0)
    await workThrough(held, 1, 0, false)
    const workerId = newId()
    await world.container.get(ServiceState).beat(workerId)
    const after = await read()
    await world.container.get(ServiceState).leave(workerId)
    expect({
      queued: after.queuedJobs - before.queuedJobs,
      running: after.runningJobs - before.runningJobs,
      due: after.dueSlices - before.dueSlices,
      live: after.liveWorkers - before.liveWorkers,
    }).toEqual({ queued: 1, running: 2, due: 1, live: 1 })
    expect(after.oldestDueSeconds).toBeGreaterThanOrEqual(0)
    for (const jobId of [queued, running, held]) await cancel(jobId)
    expect(await read()).toMatchObject({ ...before, oldestDueSeconds: expect.any(Number) })
  })
})
