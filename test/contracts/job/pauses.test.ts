import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import type { Spinner } from '../../../src/domain/spinner/spinner.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { ServiceState } from '../../../src/ports/service-state.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../../src/use-cases/job/pause/spinner-pauses.ts'

import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a pause', () => {
  let world: World
  let own: Tenant
  let slices: Slices
  beforeEach(async () => {
    world = await createWorld()
    slices = world.container.get(Slices)
    // The test clock follows the real time, because leases end by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    own = await createTenant(world)
    await ingest(500)
    await ingest(20)
  })
  afterEach(() => world.close())

  const lease = (seconds = 60) => ({ holder: world.container.get(Ids).next(), seconds })
  const ingest = (count: number) => own.ingest(leads(count))
  async function started(): Promise<string> {
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    world.clock.follow()
    return answer.jobId
  }
  const ofJob = (jobId: string) => ({ organizationId: own.organizationId, jobId, by: operator })
  const ofSpinner = () => ({ organizationId: own.organizationId, by: operator })
  const pause = (jobId: string) => world.container.get(Jobs).pause(ofJob(jobId), jobId)
  const resume = async (jobId: string) => {
    await world.container.get(Jobs).resume(ofJob(jobId), jobId)
    world.clock.follow()
  }
  const cancel = (jobId: string) => world.container.get(Jobs).cancel(ofJob(jobId), jobId)
  const pauseSpinner = () => world.container.get(SpinnerPauses).pause(ofSpinner(), own.spinnerId)
  const resumeSpinner = async () => {
    await world.container.get(SpinnerPauses).resume(ofSpinner(), own.spinnerId)
    world.clock.follow()
  }
  /** Pauses or resumes the spinner without its jobs, as a process does that dies right after. */
  const saveSpinner = (change: Pick<Spinner, 'pausedAt'>) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const spinner = await tx.spinners.lock(own.organizationId, own.spinnerId)
      if (spinner === null) throw new Error('The spinner is there')
      await tx.spinners.save({ ...spinner, ...change })
    })
  const view = async (jobId: string) => {
    const job = await world.container.get(JobStore).find(own.organizationId, jobId)
    if (job === null) throw new Error('The job is there')
    return job
  }
  const next = () => slices.takeNext(own.organizationId, { nth: 0, without: [] }, lease())
  const audience = async () => {
    const range = await world.container.get(SpinnerStore).audience(own.organizationId, own.spinnerId)
    return range && range.to.records - range.from.records
  }

  /** Leases the next slice of the test's job, and returns the slice with its lease. */
  async function taken(jobId: string) {
    const held = lease()
    const slice = await slices.take(jobId, held)
    if (slice === null) throw new Error('A slice was expected')
    return { slice, held }
  }
  const outcomes = (slice: LeasedSlice, count: number, outcome: Parameters<typeof settleStep>[1]) =>
    slice.recipients
      .slice(0, count)
      .map((recipient) => settleStep(recipient, outcome, programOf(slice.version.steps), 0))
  const sent = { kind: 'sent' } as const

  it('makes nothing of a job due, queued or begun, until it is resumed', async () => {
    const [begun, queued] = [await started(), await started()]
    const { slice, held } = await taken(begun)
    await slices.release(slice, held)
    for (const jobId of [begun, queued]) await pause(jobId)
    expect(await slices.due(null, 10)).toEqual([])
    expect([await next(), await slices.take(begun, lease()), await slices.take(queued, lease())]).toEqual([
      null,
      null,
      null,
    ])
    expect([(await view(begun)).status, (await view(queued)).status]).toEqual(['paused', 'paused'])
    for (const jobId of [begun, queued]) await resume(jobId)
    expect([(await view(begun)).status, (await view(queued)).status]).toEqual(['running', 'queued'])
    expect(await slices.due(null, 10)).toEqual([own.organizationId])
    expect((await taken(begun)).slice.recipients).toHaveLength(500)
  })

  it('shows its start and whether the job or the spinner must be resumed, and is counted separately', async () => {
    const jobId = await started()
    const runtime = world.container.get(ServiceState)
    const { queuedJobs, pausedJobs } = await runtime.backlog()
    expect((await view(jobId)).pause).toBeNull()
    await pause(jobId)
    expect(await view(jobId)).toMatchObject({ pause: { at: expect.any(Date), reason: 'job', by: null } })
    expect(await view(jobId)).toMatchObject({ expectedEnd: null, unattended: false })
    expect(await runtime.backlog()).toMatchObject({ queuedJobs: queuedJobs - 1, pausedJobs: pausedJobs + 1 })
    await resume(jobId)
    expect((await view(jobId)).pause).toBeNull()
  })

  it('keeps the times of waiting recipients', async () => {
    const jobId = await started()
    const { slice, held } = await taken(jobId)
    const settled = outcomes(slice, 500, sent).map((outcome) => ({
      ...outcome,
      status: 'waiting' as const,
      dueInSeconds: 3_600,
      delivery: null,
    }))
    await slices.settleAndMark(slice, held, settled, [])
    const seconds = await slices.release(slice, held)
    const second = await taken(jobId)
    await slices.settleAndMark(second.slice, second.held, outcomes(second.slice, 20, sent), [])
    await slices.release(second.slice, second.held)
    const { expectedEnd, nextDueAt } = await view(jobId)
    expect((nextDueAt?.getTime() ?? 0) / 1000 - world.clock.now().getTime() / 1000).toBeCloseTo(
      seconds ?? 0,
      -2,
    )
    await pause(jobId)
    expect(await view(jobId)).toMatchObject({ expectedEnd: null, nextDueAt: null })
    await resume(jobId)
    expect(seconds).toBeGreaterThan(3_500)
    expect((await view(jobId)).expectedEnd).toEqual(expectedEnd)
    expect(await slices.due(null, 10)).toEqual([])
  })

  it('lets an active slice finish its marked messages, and nothing more', async () => {
    const jobId = await started()
    const { slice, held } = await taken(jobId)
    const marks = slice.recipients.map(({ recordId }) => ({ recordId, step: 0, address: null }))
    expect((await slices.settleAndMark(slice, held, [], marks.slice(0, 2))).wasJobRunning).toBe(true)
    await pause(jobId)
    const { wasJobRunning: isJobRunning } = await slices.settleAndMark(
      slice,
      held,
      outcomes(slice, 2, sent),
      marks.slice(2, 4),
    )
    expect(isJobRunning).toBe(false)
    await slices.release(slice, held)
    expect((await view(jobId)).counts).toMatchObject({ done: 2, pending: 518 })
    expect(await slices.due(null, 10)).toEqual([])
    await resume(jobId)
    const again = await taken(jobId)
    expect(again.slice.recipients).toHaveLength(498)
    expect(again.slice.recipients.filter(({ inDoubt }) => inDoubt)).toEqual([])
  })

  it('leaves a message unconfirmed that a killed worker had marked, after the job is resumed', async () => {
    const jobId = await started()
    const held = lease(0)
    const slice = await slices.take(jobId, held)
    const [first] = slice?.recipients ?? []
    if (slice === null || first === undefined) throw new Error('A slice was expected')
    await slices.settleAndMark(slice, held, [], [{ recordId: first.recordId, step: 0, address: null }])
    await pause(jobId)
    world.clock.follow()
    expect(await slices.due(null, 10)).toEqual([])
    await resume(jobId)
    const again = await taken(jobId)
    expect([again.slice.no, again.slice.lostLeases]).toEqual([1, 1])
    expect(again.slice.recipients.filter(({ inDoubt }) => inDoubt)).toHaveLength(1)
  })

  it('ends a job whose last messages were in transit', async () => {
    const jobId = await started()
    const both = [await taken(jobId), await taken(jobId)]
    await pause(jobId)
    for (const { slice, held } of both) {
      await slices.settleAndMark(slice, held, [], [])
      await slices.settleAndMark(slice, held, outcomes(slice, 500, sent), [])
      await slices.release(slice, held)
    }
    expect(await view(jobId)).toMatchObject({ status: 'completed', pause: null })
  })

  it('permits a cancellation, which returns untouched recipients', async () => {
    const jobId = await started()
    const { slice, held } = await taken(jobId)
    await slices.settleAndMark(slice, held, outcomes(slice, 100, sent), [])
    await slices.release(slice, held)
    await pause(jobId)
    await cancel(jobId)
    expect(await view(jobId)).toMatchObject({ status: 'cancelled', pause: null })
    expect(await audience()).toBe(420)
    await expect(resume(jobId)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(pause(jobId)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await view(await started())).counts.total).toBe(420)
  })

  it('lets failed recipients be retried in another job', async () => {
    const jobId = await started()
    const { slice, held } = await taken(jobId)
    const failed = { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' } as const
    await slices.settleAndMark(slice, held, outcomes(slice, 1, failed), [])
    await slices.release(slice, held)
    await pause(jobId)
    const retry = world.container.get(RetryFailed)
    const again = await retry.execute({ ...ofJob(jobId), codes: null, version: 'same', by: operator })
    expect(await view(again)).toMatchObject({ status: 'queued', retryOf: jobId, counts: { total: 1 } })
    expect((await view(jobId)).status).toBe('paused')
  })

  it('changes nothing when it is repeated, and neither does resuming a job that is not paused', async () => {
    const jobId = await started()
    await resume(jobId)
    expect((await view(jobId)).status).toBe('queued')
    await pause(jobId)
    const { pause: before } = await view(jobId)
    await pause(jobId)
    expect((await view(jobId)).pause).toEqual(before)
    const stranger = await createTenant(world)
    const foreign = { ...ofJob(jobId), organizationId: stranger.organizationId }
    await expect(world.container.get(Jobs).pause(foreign, foreign.jobId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(world.container.get(Jobs).resume(foreign, foreign.jobId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('keeps the time of a job that begins later, and starts it at once if that time has passed', async () => {
    const scheduledAt = new Date(world.clock.now().getTime() + 3_600_000)
    const request = { ...plainRequest, scheduledAt }
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null, request }
    const { jobId } = (await world.container.get(TriggerSpinner).execute(command)).answer
    expect(await view(jobId)).toMatchObject({ status: 'queued', startsAt: scheduledAt, unattended: false })
    expect([await slices.due(null, 10), await next(), await slices.take(jobId, lease())]).toEqual([
      [],
      null,
      null,
    ])
    await pause(jobId)
    expect((await view(jobId)).status).toBe('paused')
    await resume(jobId)
    expect([(await view(jobId)).status, await slices.due(null, 10)]).toEqual(['queued', []])
    await cancel(jobId)
    expect(await audience()).toBe(520)
  })

  describe('of a spinner', () => {
    it('stops all of its jobs, and jobs that are started meanwhile', async () => {
      const [begun, queued] = [await started(), await started()]
      const { slice, held } = await taken(begun)
      await pauseSpinner()
      const later = await started()
      await slices.release(slice, held)
      for (const jobId of [begun, queued, later])
        expect(await view(jobId)).toMatchObject({ status: 'paused', pause: { reason: 'spinner' } })
      expect([await slices.due(null, 10), await next()]).toEqual([[], null])
      await expect(resume(begun)).rejects.toMatchObject({ code: 'CONFLICT' })
      await resumeSpinner()
      expect((await view(begun)).status).toBe('running')
      expect([(await view(queued)).status, (await view(later)).status]).toEqual(['queued', 'queued'])
      expect(await slices.due(null, 10)).toEqual([own.organizationId])
    })

    it('keeps a job paused that was paused separately, before or meanwhile', async () => {
      const [before, meanwhile, other] = [await started(), await started(), await started()]
      await pause(before)
      await pauseSpinner()
      await pause(meanwhile)
      await resumeSpinner()
      const all = [await view(before), await view(meanwhile), await view(other)]
      expect(all.map(({ status }) => status)).toEqual(['paused', 'paused', 'queued'])
      for (const jobId of [before, meanwhile]) await resume(jobId)
      expect((await view(meanwhile)).status).toBe('queued')
    })

    it('lets nothing of its jobs be leased after the process that paused it has died, and they are paused then', async () => {
      const [begun, queued, other] = [await started(), await started(), await started()]
      const { slice, held } = await taken(begun)
      await slices.release(slice, held)
      await saveSpinner({ pausedAt: world.clock.now() })
      expect(await slices.take(begun, lease())).toBeNull()
      expect(await view(begun)).toMatchObject({ status: 'paused', pause: { reason: 'spinner' } })
      expect([(await view(queued)).status, (await view(other)).status]).toEqual(['queued', 'queued'])
      for (const nth of [0, 2])
        expect(await slices.takeNext(own.organizationId, { nth, without: [] }, lease())).toBeNull()
      for (const jobId of [queued, other])
        expect(await view(jobId)).toMatchObject({
          status: 'paused',
          startedAt: null,
          pause: { reason: 'spinner' },
        })
      expect((await view(begun)).counts).toMatchObject({ total: 520, pending: 520 })
      await resumeSpinner()
      expect((await taken(begun)).slice.recipients).toHaveLength(500)
    })

    it('is ended by a periodic task for jobs that are still paused because the resuming process has died', async () => {
      const [alone, together] = [await started(), await started()]
      await pause(alone)
      await pauseSpinner()
      await saveSpinner({ pausedAt: null })
      expect((await view(together)).status).toBe('paused')
      await world.container.get(SpinnerPauses).finishResumptions(new AbortController().signal)
      expect([(await view(alone)).status, (await view(together)).status]).toEqual(['paused', 'queued'])
    })

    it('is returned with the spinner, and changes nothing when it is repeated', async () => {
      const find = () => world.container.get(SpinnerStore).find(own.organizationId, own.spinnerId)
      await pauseSpinner()
      const paused = await find()
      expect(paused?.pausedAt).toEqual(expect.any(Date))
      await pauseSpinner()
      expect(await find()).toEqual(paused)
      await resumeSpinner()
      await resumeSpinner()
      expect((await find())?.pausedAt).toBeNull()
    })

    it('loses nothing: after pauses at any moment everyone was written to once', async () => {
      const jobId = await started()
      const reached: string[] = []
      for (let turn = 0; turn < 30 && (await view(jobId)).status !== 'completed'; turn++) {
        if (turn % 3 === 0) await pauseSpinner()
        if (turn % 3 === 1) await pause(jobId)
        if (turn % 3 === 2) {
          await resumeSpinner()
          await resume(jobId)
        }
        const held = lease()
        const slice = await slices.take(jobId, held)
        if (slice === null) continue
        const chunk = slice.recipients.slice(0, 150)
        const marks = chunk.map(({ recordId }) => ({ recordId, step: 0, address: null }))
        const { wasJobRunning: isJobRunning } = await slices.settleAndMark(slice, held, [], marks)
        if (isJobRunning) {
          reached.push(...chunk.map(({ recordId }) => recordId))
          await slices.settleAndMark(slice, held, outcomes(slice, 150, sent), [])
        }
        await slices.release(slice, held)
        world.clock.follow()
      }
      expect((await view(jobId)).counts).toMatchObject({ total: 520, done: 520 })
      expect([reached.length, new Set(reached).size]).toEqual([520, 520])
    })
  })
})
