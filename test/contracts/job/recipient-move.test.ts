import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { Lease, LeasedSlice } from '../../../src/domain/job/slice.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../../src/use-cases/job/pause/spinner-pauses.ts'
import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'
import { leads } from '../../support/api.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const first = [email('A'), email('B'), email('C')]

describe('JobStore, tx.jobs', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => begin(first))

  async function begin(steps: readonly Step[]): Promise<void> {
    world.clock.follow()
    own = await createTenant(world, { spinner: { steps } })
  }
  const slices = () => world.container.get(Slices)
  const newLease = () => ({ holder: world.container.get(Ids).next(), seconds: 60 })
  const trigger = async (count = 3) => {
    await own.ingest(leads(count))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    world.clock.follow()
    return answer.jobId
  }
  const taken = async (jobId: string, lease: Lease): Promise<LeasedSlice> => {
    const slice = await slices().take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    return slice
  }
  const publish = async (steps: readonly Step[]) => {
    const { organizationId, spinnerId } = own
    const revision = null
    await world.container
      .get(Spinners)
      .change({ organizationId, by: operator }, { spinnerId, revision, changes: { steps } })
    const command = {
      organizationId,
      spinnerId,
      revision,
      ignoresWarnings: false,
      movesRecipients: true,
      by: operator,
    }
    return (await world.container.get(PublishSpinner).execute(command)).moveRecipients
  }
  const versionOf = async (jobId: string) =>
    (await world.container.get(JobStore).find(own.organizationId, jobId))?.spinnerVersion
  async function settleAll(slice: LeasedSlice, lease: Lease, outcome: Outcome): Promise<void> {
    const program = programOf(slice.version.steps)
    const settled = slice.recipients.map((recipient) => settleStep(recipient, outcome, program, 0))
    await slices().settleAndMark(slice, lease, settled, [])
  }

  it('continue with the new version, even if their job has not begun', async () => {
    const queued = await trigger()
    const begun = await trigger()
    const lease = newLease()
    const slice = await taken(begun, lease)
    await settleAll(slice, lease, { kind: 'sent' })
    await slices().release(slice, lease)
    const now = [email('A'), email('B, mended'), email('C')]
    expect(await publish(now)).toEqual({ movable: 3, immovable: [] })
    expect([await versionOf(queued), await versionOf(begun)]).toEqual([2, 2])
    expect((await taken(begun, newLease())).version.steps).toEqual(now)
  })

  it('finish the present step of the worker with the old version, and continue with the new one', async () => {
    const jobId = await trigger()
    const lease = newLease()
    const slice = await taken(jobId, lease)
    expect(await publish([email('A'), email('B'), email('C, mended')])).toEqual({ movable: 3, immovable: [] })
    expect(slice.version.steps).toEqual(first)
    await settleAll(slice, lease, { kind: 'sent' })
    await slices().release(slice, lease)
    const again = await taken(jobId, newLease())
    expect(again.recipients.map(({ step }) => step)).toEqual([1, 1, 1])
    expect(again.version.steps[2]).toEqual(email('C, mended'))
  })

  it('are not moved if the step in progress would be half of each version', async () => {
    const jobId = await trigger()
    const lease = newLease()
    const slice = await taken(jobId, lease)
    const mended = [email('A, mended'), email('B'), email('C')]
    expect(await publish(mended)).toEqual({ movable: 0, immovable: [{ code: 'AT_WORK', count: 3 }] })
    expect(await versionOf(jobId)).toBe(1)
    await slices().release(slice, lease)
    // Publishes the same steps again in the test. Runtimes no longer work on the job, so its recipients can
    // move to the new version now.
    expect(await publish(mended)).toEqual({ movable: 3, immovable: [] })
    expect(await versionOf(jobId)).toBe(2)
  })

  it('keep their version if others have failed at a step that the new version has elsewhere', async () => {
    const jobId = await trigger()
    const settleFirst = async (outcome: Outcome) => {
      const lease = newLease()
      const slice = await taken(jobId, lease)
      const program = programOf(slice.version.steps)
      const [one] = slice.recipients
      if (one === undefined) throw new Error('A recipient was expected')
      await slices().settleAndMark(slice, lease, [settleStep(one, outcome, program, 0)], [])
      await slices().release(slice, lease)
    }
    await settleFirst({ kind: 'sent' })
    await settleFirst({ kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' })
    const wait: Step = { type: 'wait', seconds: 3600 }
    expect(await publish([email('A'), wait, email('B'), email('C')])).toEqual({
      movable: 0,
      immovable: [
        { code: 'FAILED_STEP_CHANGED', count: 1 },
        { code: 'SAME_JOB', count: 2 },
      ],
    })
    expect(await publish([email('A'), email('B, corrected'), email('C')])).toEqual({
      movable: 2,
      immovable: [],
    })
  })

  describe('of a paused job', () => {
    const wait: Step = { type: 'wait', seconds: 3600 }
    const welcome = [email('Welcome'), wait, email('Offer')]
    const putFirst = [email('First'), wait, ...welcome]
    const of = () => ({ organizationId: own.organizationId, by: operator })
    beforeEach(() => begin(welcome))

    /**
     * Starts a job for the test whose recipients were sent the message "Welcome" and wait for the message
     * "Offer".
     */
    async function waitingJob(): Promise<string> {
      const jobId = await trigger()
      for (const outcome of [{ kind: 'sent' }, { kind: 'passed', waitSeconds: 3600 }] as const) {
        const lease = newLease()
        const slice = await taken(jobId, lease)
        await settleAll(slice, lease, outcome)
        await slices().release(slice, lease)
      }
      return jobId
    }
    const pauses: readonly [string, (jobId: string) => Promise<unknown>][] = [
      ['itself', (jobId) => world.container.get(Jobs).pause(of(), jobId)],
      ['its spinner', () => world.container.get(SpinnerPauses).pause(of(), own.spinnerId)],
    ]

    it.each(pauses)('keep their version if it has no counterpart, paused by %s', async (_, pause) => {
      const jobId = await waitingJob()
      await pause(jobId)
      const cannot = [{ code: 'STEP_CHANGED', count: 3 }]
      expect(await publish(putFirst)).toEqual({ movable: 0, immovable: cannot })
      expect(await versionOf(jobId)).toBe(1)
      expect(
        (await world.container.get(JobStore).openOf(own.spinnerId, 2)).map(({ step }) => step),
      ).toContain(2)
      await world.container.get(Jobs).cancel(of(), jobId)
      expect(await publish(putFirst)).toEqual({ movable: 0, immovable: [] })
    })

    it.each(pauses)(
      'continue with the new version if it has a counterpart, paused by %s',
      async (_, pause) => {
        const jobId = await waitingJob()
        await pause(jobId)
        expect(await publish([email('Welcome'), wait, email('Offer, corrected')])).toEqual({
          movable: 3,
          immovable: [],
        })
        expect(await versionOf(jobId)).toBe(2)
      },
    )

    it('keep their version if the job is a retry', async () => {
      const failing = await trigger()
      const lease = newLease()
      const slice = await taken(failing, lease)
      await settleAll(slice, lease, { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' })
      await slices().release(slice, lease)
      const retry = { ...of(), jobId: failing, codes: null, version: 'same', by: operator } as const
      const jobId = await world.container.get(RetryFailed).execute(retry)
      await world.container.get(Jobs).pause(of(), jobId)
      expect(await publish([wait, ...welcome])).toEqual({
        movable: 0,
        immovable: [{ code: 'STEP_CHANGED', count: 3 }],
      })
    })

    it('keep their version if a worker crashed with their slice', async () => {
      const jobId = await trigger()
      const lease = { ...newLease(), seconds: 0 }
      await taken(jobId, lease)
      world.clock.follow()
      await world.container.get(Jobs).pause(of(), jobId)
      await slices().due(null, 10)
      expect(await publish([wait, ...welcome])).toEqual({
        movable: 0,
        immovable: [{ code: 'STEP_CHANGED', count: 3 }],
      })
    })

    it('are never between two versions if the job is resumed at the same moment', async () => {
      const halves: string[] = []
      for (let round = 0; round < 12; round++) {
        await begin([email('A'), email('B'), email('C')])
        const jobId = await trigger()
        const before = newLease()
        await slices().release(await taken(jobId, before), before)
        await world.container.get(Jobs).pause(of(), jobId)
        const [slice, answer] = await Promise.all([
          world.container
            .get(Jobs)
            .resume(of(), jobId)
            .then(() => slices().take(jobId, newLease())),
          publish([email('A, mended'), email('B'), email('C')]),
        ])
        const version = await versionOf(jobId)
        if ((version === 2) !== (answer?.movable === 3)) halves.push('The answer differs from the result')
        const subject = (slice?.version.steps[0] as { subject: string } | undefined)?.subject
        if (subject !== undefined && subject !== (version === 2 ? 'A, mended' : 'A'))
          halves.push(`A runtime is at work by another version than ${version}`)
      }
      expect(halves).toEqual([])
    })
  })

  it('are predicted for each job that has not ended', async () => {
    const jobId = await trigger()
    const lease = newLease()
    const slice = await taken(jobId, lease)
    await settleAll(slice, lease, { kind: 'passed', waitSeconds: 3600 })
    await slices().release(slice, lease)
    const queued = await trigger()
    const open = await world.container.get(JobStore).openOf(own.spinnerId, 9)
    const reported = Map.groupBy(open, (recipients) => recipients.jobId)
    const counts = [jobId, queued].map((id) =>
      (reported.get(id) ?? []).map(({ version, step, isHeld }) => ({ version, step, isHeld })),
    )
    expect(counts[0]?.[0]).toEqual({ version: 1, step: 1, isHeld: false })
    expect(counts[1]).toEqual([{ version: 1, step: 0, isHeld: false }])
    expect(open.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(await world.container.get(JobStore).openOf(own.spinnerId, 1)).toEqual([])
  })

  it('are never between two versions, whichever comes first', async () => {
    const halves: string[] = []
    for (let round = 0; round < 12; round++) {
      await begin(first)
      const jobId = await trigger()
      const before = newLease()
      await slices().release(await taken(jobId, before), before)
      const lease = newLease()
      const [slice, answer] = await Promise.all([
        slices().take(jobId, lease),
        publish([email('A, mended'), email('B'), email('C')]),
      ])
      const version = await versionOf(jobId)
      if ((version === 2) !== (answer?.movable === 3)) halves.push('The answer is not what became of it')
      if (
        slice !== null &&
        (slice.version.steps[0] as { subject: string }).subject !== (version === 2 ? 'A, mended' : 'A')
      )
        halves.push(`A runtime is at work by another version than ${version}`)
    }
    expect(halves).toEqual([])
  })
})
