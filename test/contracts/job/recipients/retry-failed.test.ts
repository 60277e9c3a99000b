import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { type Outcome, settleStep } from '../../../../src/domain/job/recipient/recipient.ts'
import type { Lease, LeasedSlice } from '../../../../src/domain/job/slice.ts'
import { causeOf } from '../../../../src/domain/reason.ts'
import { programOf } from '../../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { JobStore } from '../../../../src/ports/job/jobs.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { RetryFailed, type RetryFailedCommand } from '../../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../../support/api.ts'
import { createTenant, type Tenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const steps: readonly Step[] = [email('A'), { type: 'wait', seconds: 30 * 86_400 }, email('B')]
const sent: Outcome = { kind: 'sent' }
const refused: Outcome = { kind: 'failed', ...causeOf('MESSAGE_REFUSED') }
const empty: Outcome = { kind: 'failed', ...causeOf('MISSING_CELL') }

describe('RetryFailed', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    own = await createTenant(world, { audience: 'all', spinner: { steps } })
    await own.ingest(leads(4))
  })

  async function started(): Promise<string> {
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { jobId } = (await world.container.get(TriggerSpinner).execute(command)).answer
    world.clock.follow()
    return jobId
  }
  async function taken(jobId: string): Promise<{ slice: LeasedSlice; lease: Lease }> {
    world.clock.follow()
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const slice = await world.container.get(Slices).take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    return { slice, lease }
  }
  /** Gives the nth recipient of the job's slice the nth outcome of its present step. */
  async function work(jobId: string, outcomes: readonly Outcome[], releases = true) {
    const { slice, lease } = await taken(jobId)
    const settled = outcomes.flatMap((outcome, nth) => {
      const recipient = slice.recipients[nth]
      return recipient === undefined ? [] : [settleStep(recipient, outcome, programOf(steps), 0)]
    })
    await world.container.get(Slices).settleAndMark(slice, lease, settled, [])
    if (releases) await world.container.get(Slices).release(slice, lease)
    return { slice, lease }
  }
  const command = (jobId: string, choice: Partial<RetryFailedCommand> = {}): RetryFailedCommand => ({
    organizationId: own.organizationId,
    jobId,
    codes: null,
    version: 'same',
    by: operator,
    ...choice,
  })
  const retry = (jobId: string, choice?: Partial<RetryFailedCommand>) =>
    world.container.get(RetryFailed).execute(command(jobId, choice))
  const view = async (jobId: string) => {
    const job = await world.container.get(JobStore).find(own.organizationId, jobId)
    return job as NonNullable<typeof job>
  }
  const stepsOf = async (jobId: string) =>
    (
      await world.sql.query<{ step: number }>('select step from recipients where job_id = $1 order by 1', [
        jobId,
      ])
    ).rows.map(({ step }) => step)

  it('retries failures at the first step while others wait for a month', async () => {
    const jobId = await started()
    await work(jobId, [sent, refused, refused, sent])
    const again = await retry(jobId)
    expect(await view(again)).toMatchObject({ counts: { total: 2 }, retryOf: jobId, status: 'queued' })
    expect((await view(jobId)).status).toBe('running')
    await expect(retry(jobId)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('chooses by step and by code', async () => {
    const jobId = await started()
    await work(jobId, [sent, refused, empty, sent])
    await world.sql.query(
      `update recipients set step = 2, status = 'failed', reason = 'MESSAGE_REFUSED' where job_id = $1 and status = 'pending'`,
      [jobId],
    )
    await world.sql.query('select count_slice(p_job => $1, p_slice => 1)', [jobId])
    await expect(retry(jobId, { steps: [1] })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stepsOf(await retry(jobId, { steps: [2] }))).toEqual([2, 2])
    await expect(retry(jobId, { steps: [2] })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stepsOf(await retry(jobId, { steps: [0], codes: ['MISSING_CELL'] }))).toEqual([0])
    expect(await stepsOf(await retry(jobId))).toEqual([0])
  })

  it('leaves failures alone whose slice a runtime holds, because it may repeat its last write', async () => {
    const jobId = await started()
    const { slice, lease } = await work(jobId, [refused], false)
    await expect(retry(jobId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('try again'),
    })
    await world.container.get(Slices).release(slice, lease)
    expect(await stepsOf(await retry(jobId))).toEqual([0])
  })

  it('retries the failures of all jobs of a spinner, each job in a new job', async () => {
    const jobs = [await started(), await started(), await started()]
    await work(jobs[0] ?? '', [refused, sent, sent, sent])
    await work(jobs[1] ?? '', [sent, sent, sent, sent])
    await work(jobs[2] ?? '', [empty, refused, sent, sent])
    const ofSpinner = (choice: Partial<RetryFailedCommand> = {}) =>
      world.container.get(RetryFailed).ofSpinner({ ...command('', choice), spinnerId: own.spinnerId })
    const listed = (codes: readonly string[] | null) => {
      const which = { spinnerId: own.spinnerId, codes, steps: null, after: null, most: 10 }
      return world.container.get(JobStore).failedJobsOf(own.organizationId, which)
    }
    expect(await listed(['MISSING_CELL'])).toEqual([jobs[2]])
    const { startedIds, refused: others, hasMore } = await ofSpinner({ codes: ['MESSAGE_REFUSED'] })
    const started2 = await Promise.all(startedIds.map(view))
    expect(started2.map(({ retryOf, counts }) => [retryOf, counts.total])).toEqual([
      [jobs[0], 1],
      [jobs[2], 1],
    ])
    expect([others, hasMore]).toEqual([[], false])
    expect(await listed(null)).toEqual([jobs[2]])
    expect((await ofSpinner()).startedIds).toHaveLength(1)
    expect(await listed(null)).toEqual([])
    await expect(ofSpinner()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('starts no more jobs than the plan permits', async () => {
    const jobs = [await started(), await started()]
    for (const jobId of jobs) await work(jobId, [refused, sent, sent, sent])
    await own.offer({ jobs: 3 })
    const ofSpinner = () =>
      world.container.get(RetryFailed).ofSpinner({ ...command(''), spinnerId: own.spinnerId })
    const { startedIds, refused: others } = await ofSpinner()
    expect(startedIds).toHaveLength(1)
    expect(others.map(({ error }) => error.code)).toEqual(['PLAN_LIMIT'])
    await expect(ofSpinner()).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
  })
})
