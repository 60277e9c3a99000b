import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import { maxJobsCounted, stepFilterOf, type VersionFigures } from '../../../src/domain/job/step-figures.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore, type RecipientFilter } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { copyJob } from '../../support/contracts/copied-jobs.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const line: readonly Step[] = [email('A'), { type: 'wait', seconds: 3600 }, email('B')]
const branching: readonly Step[] = [
  {
    type: 'branch',
    branches: [{ name: 'Pro', where: { column: 'email', operator: 'exists' }, steps: [email('Pro')] }],
    else: [email('Else')],
  },
  email('All'),
]

const splitting: readonly Step[] = [
  {
    type: 'split',
    branches: [
      { name: 'Short', percent: 50, steps: [email('Short')] },
      { name: 'None', percent: 50, steps: [] },
    ],
  },
]
const sent: Outcome = { kind: 'sent' }
const refused: Outcome = { kind: 'failed', ...causeOf('MESSAGE_REFUSED') }
const all = { status: null, reason: null } as const

describe('JobStore', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => begin(line))

  async function begin(steps: readonly Step[]): Promise<void> {
    world.clock.follow()
    own = await createTenant(world, { spinner: { steps } })
  }
  async function started(count: number): Promise<string> {
    await own.ingest(leads(count))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    world.clock.follow()
    return answer.jobId
  }
  /** Leases a slice in the test and gives its nth recipient the nth outcome; null leaves the recipient as it is. */
  async function work(
    jobId: string,
    outcomeOf: (nth: number) => Outcome | null,
    letsGo = true,
  ): Promise<void> {
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const slice = await world.container.get(Slices).take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    const program = programOf(slice.version.steps)
    const settled = slice.recipients.flatMap((recipient, nth) => {
      const outcome = outcomeOf(nth)
      return outcome === null ? [] : [settleStep(recipient, outcome, program, 0)]
    })
    const marks = slice.recipients.flatMap(({ recordId, step }, nth) =>
      outcomeOf(nth)?.kind === 'sent' ? [{ recordId, step, address: null }] : [],
    )
    await world.container.get(Slices).settleAndMark(slice, lease, [], marks)
    await world.container.get(Slices).settleAndMark(slice, lease, settled, [])
    if (letsGo) await world.container.get(Slices).release(slice, lease)
    world.clock.follow()
  }
  const ofJob = async (jobId: string): Promise<VersionFigures> => {
    const figures = await world.container.get(JobStore).figuresOfJob(own.organizationId, jobId)
    if (figures === null) throw new Error('The job is there')
    return figures
  }
  const ofSpinner = () => world.container.get(JobStore).figuresOfSpinner(own.organizationId, own.spinnerId)
  const cancel = (jobId: string) =>
    world.container.get(UnitOfWork).run((tx) => tx.jobs.cancel(jobId, world.clock.now()))
  const steps = async (jobId: string) => (await ofJob(jobId)).steps
  const passed: Outcome = { kind: 'passed', waitSeconds: 3600 }

  it('count recipients that reached a step, passed it and are at it, with reasons', async () => {
    const jobId = await started(5)
    await work(jobId, (nth) =>
      nth < 3 ? sent : nth === 3 ? refused : { kind: 'skipped', ...causeOf('SUPPRESSED') },
    )
    expect(await ofJob(jobId)).toMatchObject({
      version: 1,
      jobs: 1,
      open: 1,
      recipients: 5,
      notStarted: 0,
      isEstimate: false,
      steps: [
        {
          path: '1',
          type: 'email',
          reached: 5,
          passed: 3,
          failed: 1,
          skipped: 1,
          reasons: [
            { status: 'failed', code: 'MESSAGE_REFUSED', count: 1 },
            { status: 'skipped', code: 'SUPPRESSED', count: 1 },
          ],
        },
        { path: '2', type: 'wait', reached: 3, passed: 0, pending: 3 },
        { path: '3', reached: 0, passed: 0 },
      ],
    })
  })

  it('count and list a waiting recipient at its wait step', async () => {
    const jobId = await started(2)
    await work(jobId, () => sent)
    await work(jobId, () => passed)
    const [, wait, last] = await steps(jobId)
    expect(wait).toMatchObject({
      reached: 2,
      passed: 0,
      waiting: 2,
      reasons: [{ code: 'WAIT_STEP', count: 2 }],
    })
    expect(last).toMatchObject({ reached: 0, waiting: 0 })
    const found = async (step: number, filter: RecipientFilter = all) =>
      (
        await world.container
          .get(JobStore)
          .recipients(
            jobId,
            { ...filter, at: stepFilterOf(programOf(line), step) },
            { limit: 10, after: null },
          )
      ).items.length
    expect([await found(0), await found(1), await found(2)]).toEqual([0, 2, 0])
    expect([
      await found(1, { status: 'waiting', reason: null }),
      await found(1, { status: 'failed', reason: null }),
    ]).toEqual([2, 0])
  })

  it('are live while a worker processes a slice', async () => {
    const jobId = await started(3)
    await work(jobId, (nth) => (nth === 0 ? sent : null), false)
    expect(await steps(jobId)).toMatchObject([
      { reached: 3, passed: 1, pending: 2 },
      { reached: 1, pending: 1 },
      { reached: 0 },
    ])
  })

  it('show which branch recipients took', async () => {
    await begin(branching)
    const jobId = await started(5)
    await work(jobId, (nth) => ({ kind: 'passed', waitSeconds: 0, branch: nth < 2 ? 0 : 1 }))
    await work(jobId, (nth) => (nth === 0 ? refused : sent))
    await work(jobId, () => sent)
    expect(await steps(jobId)).toMatchObject([
      { path: '1', type: 'branch', reached: 5, passed: 5 },
      { path: '1 › Pro › 1', reached: 2, passed: 1, failed: 1 },
      { path: '1 › else › 1', reached: 3, passed: 3 },
      { path: '2', reached: 4, passed: 4 },
    ])
  })

  it('count recipients that a cancelled job will not process, and omit returned ones', async () => {
    const jobId = await started(4)
    await work(jobId, (nth) => (nth < 2 ? sent : null))
    await cancel(jobId)
    expect(await ofJob(jobId)).toMatchObject({
      open: 0,
      steps: [
        { reached: 2, passed: 2, pending: 0, cancelled: 0 },
        {
          reached: 2,
          pending: 0,
          cancelled: 2,
          reasons: [{ status: 'cancelled', code: 'JOB_CANCELLED', count: 2 }],
        },
        { reached: 0 },
      ],
    })
  })

  it('count a retried recipient once, at its new place', async () => {
    const jobId = await started(4)
    await work(jobId, () => sent)
    await work(jobId, () => ({ kind: 'passed', waitSeconds: 0 }))
    await work(jobId, (nth) => (nth < 3 ? refused : sent))
    const { organizationId } = own
    const again = await world.container
      .get(RetryFailed)
      .execute({ organizationId, jobId, codes: null, version: 'same', by: operator })
    world.clock.follow()
    await work(again, (nth) => (nth === 0 ? refused : sent))
    expect((await steps(jobId))[2]).toMatchObject({ reached: 4, failed: 3, retried: 3, passed: 1 })
    expect(await steps(again)).toMatchObject([
      { reached: 0 },
      { reached: 0 },
      { reached: 3, failed: 1, retried: 0, passed: 2 },
    ])
    expect(await ofSpinner()).toMatchObject({
      hasMore: false,
      versions: [
        {
          version: 1,
          jobs: 2,
          steps: [{ reached: 4 }, { reached: 4 }, { reached: 4, failed: 1, retried: 3, passed: 3 }],
        },
      ],
    })
    const at = stepFilterOf(programOf(line), 2)
    const of = { organizationId, spinnerId: own.spinnerId, version: 1 }
    const failed = await pagesOf(
      (page) => world.container.get(JobStore).recipientsOf(of, { status: 'failed', reason: null, at }, page),
      2,
    )
    expect(failed.flat().map((job) => job.jobId)).toEqual([again])
  })

  it('are the sum of all jobs of a spinner, with recipients listed by newest job first', async () => {
    const earlier = await started(2)
    await work(earlier, () => refused)
    const later = await started(3)
    await work(later, (nth) => (nth === 0 ? sent : refused))
    expect((await ofSpinner()).versions).toMatchObject([
      {
        jobs: 2,
        open: 1,
        recipients: 5,
        steps: [{ reached: 5, failed: 4, passed: 1 }, { reached: 1 }, { reached: 0 }],
      },
    ])
    const of = { organizationId: own.organizationId, spinnerId: own.spinnerId, version: 1 }
    const list = async (filter: RecipientFilter) =>
      (await pagesOf((page) => world.container.get(JobStore).recipientsOf(of, filter, page), 3)).flat()
    const at = stepFilterOf(programOf(line), 0)
    const jobs = (await list({ status: 'failed', reason: 'MESSAGE_REFUSED', at })).map(({ jobId }) => jobId)
    expect(jobs).toEqual([later, later, earlier, earlier])
    expect(await list({ ...all, at: stepFilterOf(programOf(line), 2) })).toEqual([])
    const stranger = await createTenant(world)
    const theirs = { ...of, organizationId: stranger.organizationId }
    const page = { limit: 10, after: null }
    expect((await world.container.get(JobStore).recipientsOf(theirs, all, page)).items).toEqual([])
  })

  it('list no recipients of jobs that are too old to be counted, from any cursor', async () => {
    const [first, second] = [await started(2), await started(1)]
    await work(first, () => refused)
    await work(second, () => refused)
    const of = { organizationId: own.organizationId, spinnerId: own.spinnerId, version: 1 }
    const list = (after: string | null) =>
      world.container.get(JobStore).recipientsOf(of, all, { limit: 2, after })
    const before = await list(null)
    expect(before.items.map(({ jobId }) => jobId)).toEqual([second, first])
    await copyJob(world, second, { version: 2, copies: maxJobsCounted - 1 })
    expect((await list(null)).items.map(({ jobId }) => jobId)).toEqual([second])
    expect((await list(before.next)).items).toEqual([])
  })

  it('remain after the recipients are deleted', async () => {
    const jobId = await started(3)
    await work(jobId, () => refused)
    const before = await ofJob(jobId)
    world.clock.follow()
    const later = new Date(world.clock.now().getTime() + 1000)
    while (await world.container.get(JobStore).clearEnded(later));
    expect(await ofJob(jobId)).toEqual(before)
  })

  it('are counted for each branch of a split, even after its recipients were deleted', async () => {
    await begin(splitting)
    const jobId = await started(12)
    await world.drain()
    const arms = () => world.container.get(JobStore).armsOf(own.organizationId, jobId)
    const counted = await arms()
    expect(counted).toMatchObject([
      { step: 0, path: '1', name: 'Short', percent: 50, failed: 0 },
      { step: 0, path: '1', name: 'None', percent: 50, sent: 0, failed: 0 },
    ])
    expect(counted.reduce((sum, branch) => sum + branch.reached, 0)).toBe(12)
    expect(counted.map(({ done }) => done)).toEqual(counted.map((branch) => branch.reached))
    expect(counted[0]?.sent).toBe(counted[0]?.reached)
    world.clock.follow()
    const later = new Date(world.clock.now().getTime() + 1000)
    while (await world.container.get(JobStore).clearEnded(later));
    expect(await arms()).toEqual(counted)
  })

  it('of branches are empty for a job without a split', async () => {
    const jobId = await started(1)
    expect(await world.container.get(JobStore).armsOf(own.organizationId, jobId)).toEqual([])
  })

  it('are not visible to another organization', async () => {
    const jobId = await started(1)
    const { organizationId } = await createTenant(world)
    const jobs = world.container.get(JobStore)
    expect(await jobs.figuresOfJob(organizationId, jobId)).toBeNull()
    expect(await jobs.armsOf(organizationId, jobId)).toEqual([])
    expect((await jobs.figuresOfSpinner(organizationId, own.spinnerId)).versions).toEqual([])
  })
})
