import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { plainRequest } from '../../src/domain/job/audience/trigger-request.ts'
import { type DueRecipient, type Outcome, settleStep } from '../../src/domain/job/recipient/recipient.ts'
import type { Lease, LeasedSlice } from '../../src/domain/job/slice.ts'
import { programOf } from '../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../src/domain/spinner/steps/step.ts'
import { sends } from '../../src/domain/spinner/steps/step-capabilities.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobStore } from '../../src/ports/job/jobs.ts'
import { Slices } from '../../src/ports/job/slices.ts'
import { SpinnerStore } from '../../src/ports/spinner/spinners.ts'
import { RecordStore } from '../../src/ports/table/records.ts'
import { IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import { Jobs } from '../../src/use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../src/use-cases/job/pause/spinner-pauses.ts'

import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { Records } from '../../src/use-cases/table/records/records.ts'

import { leads } from '../support/api.ts'
import { createTenant, type Tenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

type Action =
  | { readonly kind: 'ingest'; readonly count: number }
  | { readonly kind: 'trigger' }
  /**
   * A generated action of the test: triggers a job over named records, given by their positions in the data
   * table.
   */
  | { readonly kind: 'name'; readonly nths: readonly number[] }
  | { readonly kind: 'bring'; readonly count: number }
  | { readonly kind: 'cancel'; readonly nth: number }
  | { readonly kind: 'delete'; readonly nth: number }
  /** A generated action of the test: pauses or resumes the nth job, or the spinner with all of its jobs. */
  | { readonly kind: 'pause' | 'resume'; readonly nth: number | 'spinner' }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'endWaits' }
  /** A generated action of the test: releases the slice whose lease was taken first. */
  | { readonly kind: 'release' }
  | {
      readonly kind: 'work'
      readonly nth: number
      /**
       * The number of recipients of the slice that the test's runtime marks as being sent to; `settled` is the
       * number whose outcome it also stores.
       */
      readonly marked: number
      readonly settled: number
      readonly then: 'release' | 'hold' | 'die'
    }

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const wait: Step = { type: 'wait', seconds: 3600 }
const split = (a: readonly Step[], b: readonly Step[]): Step => ({
  type: 'split',
  branches: [
    { name: 'A', percent: 50, steps: a },
    { name: 'B', percent: 50, steps: b },
  ],
})
const pipelines: readonly (readonly Step[])[] = [
  [email],
  [email, wait, email],
  [wait, email],
  [wait],
  [split([email, wait], [wait]), wait, email],
  [wait, split([split([email], []), wait], []), email],
]

const count = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(250, 500) },
)
/**
 * Generates the number that names a job for an action, counted back from the latest job; often 0, because
 * people cancel the latest job most often.
 */
const nth = fc.oneof(fc.constant(0), fc.nat(5))
const work = fc.record({
  kind: fc.constant('work' as const),
  nth,
  marked: fc.nat(6),
  settled: fc.nat(6),
  then: fc.constantFrom('release' as const, 'hold' as const, 'die' as const),
})
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ingest' as const), count }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'trigger' } as const) },
  { weight: 5, arbitrary: work },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('pause' as const, 'resume' as const),
      nth: fc.oneof(nth, fc.constant('spinner' as const)),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'endWaits' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'release' } as const) },
)
const naming: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('name' as const),
    nths: fc.array(fc.nat(40), { minLength: 1, maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant('bring' as const), count }),
)
/**
 * Generates random histories for the test: lists of lists of actions. The actions of each inner list happen at
 * the same time.
 */
const historyOf = (one: fc.Arbitrary<Action>) =>
  fc.array(fc.array(one, { minLength: 1, maxLength: 3 }), {
    minLength: 8,
    maxLength: 30,
    size: 'max',
  })
const history = historyOf(action)
const historyWithNames = historyOf(
  fc.oneof({ weight: 3, arbitrary: action }, { weight: 1, arbitrary: naming }),
)

/**
 * `Stage` acts on the jobs of one spinner of the test as runtimes and users do, at any point of a job. `create`
 * creates it with the spinner.
 */
class Stage {
  readonly jobIds: string[] = []
  /** The jobs of the test over named records. */
  readonly named = new Set<string>()
  /**
   * The jobs that have begun to send to each of the test's records, by record id. Each record may be begun by
   * one job only.
   */
  readonly begun = new Map<string, Set<string>>()
  readonly #world: World
  readonly #tenant: Tenant
  readonly #slices: Slices
  readonly #held: { readonly slice: LeasedSlice; readonly lease: Lease }[] = []
  readonly #deleted = new Set<string>()

  private constructor(world: World, tenant: Tenant) {
    this.#world = world
    this.#tenant = tenant
    this.#slices = world.container.get(Slices)
  }

  static async create(world: World, steps: readonly Step[]): Promise<Stage> {
    return new Stage(world, await createTenant(world, { spinner: { steps } }))
  }

  async happen(rounds: readonly (readonly Action[])[]): Promise<void> {
    for (const round of rounds) {
      this.#world.clock.follow()
      await Promise.all(round.map((one) => this.#perform(one)))
    }
  }

  /** Releases all slices of the test, starts a last job, and works until nothing is left to do. */
  async comeToAnEnd(): Promise<void> {
    while (this.#held.length > 0) await this.happen([[{ kind: 'release' }]])
    await this.happen([[{ kind: 'sweep' }], [{ kind: 'resume', nth: 'spinner' }]])
    await this.happen([this.jobIds.map((_, place) => ({ kind: 'resume', nth: place }) as const)])
    await this.happen([[{ kind: 'trigger' }]])
    for (let working = true; working; ) {
      this.#world.clock.follow()
      working = false
      await this.#world.inspect.endWaits()
      for (const jobId of this.jobIds) {
        const lease = this.#newLease(60)
        const slice = await this.#slices.take(jobId, lease)
        if (slice === null) continue
        await this.#workOn(slice, lease, slice.recipients.length, slice.recipients.length)
        await this.#slices.release(slice, lease)
        working = true
      }
    }
  }

  async recordIds(): Promise<readonly string[]> {
    const everything = { limit: 1_000_000, after: null }
    const records = this.#world.container.get(RecordStore)
    return (await records.list(this.#tenant.dataTableId, 'asc', everything)).items.map(({ id }) => id)
  }

  async job(jobId: string) {
    const found = await this.#world.container.get(JobStore).find(this.#tenant.organizationId, jobId)
    if (found === null) throw new Error('A job is there')
    return found
  }

  async waiting(): Promise<number> {
    const { organizationId, spinnerId } = this.#tenant
    const range = await this.#world.container.get(SpinnerStore).audience(organizationId, spinnerId)
    if (range === null) throw new Error('The spinner is published')
    return range.to.records - range.from.records
  }

  async #perform(one: Action): Promise<void> {
    switch (one.kind) {
      case 'ingest':
        return this.#ingest(one.count)
      case 'trigger':
        return this.#trigger()
      case 'name':
      case 'bring':
        return this.#triggerNamed(one)
      case 'cancel':
        return this.#cancel(one.nth)
      case 'pause':
      case 'resume':
        return this.#pauseOrResume(one.kind, one.nth)
      case 'delete':
        return this.#delete(one.nth)
      case 'sweep':
        await this.#slices.due(null, 100)
        return
      case 'endWaits':
        return this.#world.inspect.endWaits()
      case 'release': {
        const first = this.#held.shift()
        if (first !== undefined) await this.#slices.release(first.slice, first.lease)
        return
      }
      case 'work':
        return this.#work(one)
    }
  }

  async #ingest(size: number): Promise<void> {
    const { key, dataTableId } = this.#tenant
    const arrival = { dataTableId, records: leads(size), idempotency: null, requestId: 'request' }
    await this.#world.container.get(IngestRecords).execute({ ...arrival, credential: key })
  }

  async #trigger(): Promise<void> {
    const { key, spinnerId } = this.#tenant
    const command = { caller: key, spinnerId, idempotency: null }
    this.jobIds.push((await this.#world.container.get(TriggerSpinner).execute(command)).answer.jobId)
  }

  async #triggerNamed(one: Extract<Action, { kind: 'name' | 'bring' }>): Promise<void> {
    const { key, spinnerId } = this.#tenant
    const ids = one.kind === 'name' ? await this.recordIds() : []
    const audience =
      one.kind === 'bring'
        ? ({ kind: 'records', records: leads(one.count) } as const)
        : ({ kind: 'recordIds', ids: one.nths.flatMap((place) => ids[place] ?? []) } as const)
    const request = { ...plainRequest, audience }
    const command = { caller: key, spinnerId, idempotency: null, request, requestId: 'request' }
    const { jobId } = (await this.#world.container.get(TriggerSpinner).execute(command)).answer
    this.jobIds.push(jobId)
    this.named.add(jobId)
  }

  async #cancel(back: number): Promise<void> {
    const jobId = this.#jobBefore(back)
    if (jobId === undefined) return
    const { organizationId } = this.#tenant
    await unlessConflict(this.#world.container.get(Jobs).cancel({ organizationId, by: operator }, jobId))
  }

  async #pauseOrResume(kind: 'pause' | 'resume', back: number | 'spinner'): Promise<void> {
    const { container } = this.#world
    const { organizationId, spinnerId } = this.#tenant
    const by = { organizationId, by: operator }
    if (back === 'spinner') {
      return container.get(SpinnerPauses)[kind](by, spinnerId)
    }
    const jobId = this.#jobBefore(back)
    if (jobId === undefined) return
    await unlessConflict(container.get(Jobs)[kind](by, jobId))
  }

  async #delete(place: number): Promise<void> {
    const recordId = (await this.recordIds())[place]
    if (recordId === undefined || this.#deleted.has(recordId)) return
    this.#deleted.add(recordId)
    const { organizationId, dataTableId } = this.#tenant
    const command = { organizationId, dataTableId, recordId, by: operator }
    await this.#world.container.get(Records).delete(command, command.dataTableId, command.recordId)
  }

  async #work(one: Extract<Action, { kind: 'work' }>): Promise<void> {
    const jobId = this.#jobBefore(one.nth)
    if (jobId === undefined) return
    const lease = this.#newLease(one.then === 'die' ? 0 : 60)
    const slice = await this.#slices.take(jobId, lease)
    if (slice === null) return
    // Stores no outcomes for a runtime that dies in the test, because its lease of zero seconds may pass to
    // another runtime at any time.
    if (one.then !== 'die') await this.#workOn(slice, lease, one.marked, one.settled)
    if (one.then === 'hold') this.#held.push({ slice, lease })
    if (one.then === 'release') await this.#slices.release(slice, lease)
  }

  /**
   * Works on a slice in the test as a runtime does: marks the first `marked` recipients as being sent to, and
   * stores an outcome for the first `settled` of them, which then continue at their next step.
   */
  async #workOn(slice: LeasedSlice, lease: Lease, marked: number, settled: number): Promise<void> {
    const program = programOf(slice.version.steps)
    const stepOf = ({ step }: DueRecipient) => program[step]?.step
    const isMessage = (recipient: DueRecipient) => {
      const step = stepOf(recipient)
      return step !== undefined && sends(step) && recipient.data !== null
    }
    const end = (recipient: DueRecipient, outcome: Outcome) => settleStep(recipient, outcome, program, 0)
    const some = slice.recipients.slice(0, marked)
    const messages = some.filter((recipient) => isMessage(recipient) && !recipient.inDoubt)
    const others = some.filter((recipient) => !isMessage(recipient) || recipient.inDoubt)
    const ends = others.map((recipient) => {
      if (recipient.inDoubt)
        return end(recipient, { kind: 'unconfirmed', code: 'RUNTIME_STOPPED', reason: '' })
      if (recipient.data === null)
        return end(recipient, { kind: 'skipped', code: 'RECORD_DELETED', reason: '' })
      // If no step of the test's spinner sends anything, a recipient that is processed counts as begun.
      if (program.every(({ step }) => !sends(step))) this.#note(recipient.recordId, slice.jobId)
      const passed = { kind: 'passed', waitSeconds: 3600 } as const
      return end(
        recipient,
        stepOf(recipient)?.type === 'split' ? { ...passed, branch: Number(recipient.recordId) % 2 } : passed,
      )
    })
    const marks = messages.map(({ recordId, step }) => ({ recordId, step, address: null }))
    const { wasJobRunning: isJobRunning } = await this.#slices.settleAndMark(slice, lease, ends, marks)
    if (!isJobRunning) return
    for (const message of messages) this.#note(message.recordId, slice.jobId)
    const sent = messages.slice(0, settled).map((message) => end(message, { kind: 'sent' }))
    await this.#slices.settleAndMark(slice, lease, sent, [])
  }

  #note(recordId: string, jobId: string): void {
    this.begun.set(recordId, (this.begun.get(recordId) ?? new Set()).add(jobId))
  }

  /** Returns the job that an action of the test names, counted back from the latest; undefined if there is none. */
  #jobBefore(back: number): string | undefined {
    return this.jobIds.at(-1 - (back % this.jobIds.length))
  }

  #newLease(seconds: number): Lease {
    return { holder: this.#world.container.get(Ids).next(), seconds }
  }
}

/**
 * Accepts that a request of the test is refused with CONFLICT, because the job may have ended or may be paused
 * with its spinner.
 */
async function unlessConflict(asking: Promise<void>): Promise<void> {
  return asking.catch((error: { code?: string }) => {
    expect(error.code).toBe('CONFLICT')
  })
}

/** The number of random histories that the test generates, new ones in each test run. */
const runs = 25

describe('after any cancellations and pauses at any time', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('every record is begun by exactly one job, and nobody is lost', async () => {
    const scenes = fc.record({ rounds: history, steps: fc.constantFrom(...pipelines) })
    await fc.assert(
      fc.asyncProperty(scenes, async ({ rounds, steps }) => {
        const stage = await Stage.create(world, steps)
        await stage.happen(rounds)
        await stage.comeToAnEnd()
        const ids = await stage.recordIds()
        expect(ids.filter((id) => stage.begun.get(id) === undefined)).toEqual([])
        expect([...stage.begun.values()].filter((jobs) => jobs.size > 1)).toEqual([])
        expect(await stage.waiting()).toBe(0)
        for (const jobId of stage.jobIds) {
          const { counts, reasons } = await stage.job(jobId)
          const { total, ...others } = counts
          expect(Object.values(others).reduce((sum, part) => sum + part, 0)).toBe(total)
          const stopped = reasons.filter(({ code }) => code === 'RECORD_RELEASED' || code === 'JOB_CANCELLED')
          for (const status of ['pending', 'waiting'] as const) {
            const counted = stopped.filter((reasonCount) => reasonCount.status === status)
            expect(counted.reduce((sum, reasonCount) => sum + reasonCount.count, 0)).toBe(counts[status])
          }
        }
      }),
      { numRuns: runs },
    )
  })

  it('a record that is also named is begun by at most one job over new records, and nobody is lost', async () => {
    const scenes = fc.record({ rounds: historyWithNames, steps: fc.constantFrom(...pipelines) })
    await fc.assert(
      fc.asyncProperty(scenes, async ({ rounds, steps }) => {
        const stage = await Stage.create(world, steps)
        await stage.happen(rounds)
        const isCancelled = async (jobId: string) => (await stage.job(jobId)).status === 'cancelled'
        const cancelled = new Set<string>()
        for (const jobId of stage.jobIds) if (await isCancelled(jobId)) cancelled.add(jobId)
        await stage.comeToAnEnd()
        const ids = await stage.recordIds()
        expect(ids.filter((id) => stage.begun.get(id) === undefined)).toEqual([])
        const overNew = (jobs: ReadonlySet<string>) => [...jobs].filter((id) => !stage.named.has(id))
        expect([...stage.begun.values()].filter((jobs) => overNew(jobs).length > 1)).toEqual([])
        // Expects that no later job over new records takes a record that a job with named records took first,
        // unless such a job was cancelled.
        if (![...cancelled].some((id) => stage.named.has(id))) {
          const places = new Map(stage.jobIds.map((id, place) => [id, place]))
          const last = stage.jobIds.at(-1) ?? ''
          for (const jobs of stage.begun.values())
            if (overNew(jobs).includes(last) && jobs.size > 1)
              expect([...jobs].map((id) => places.get(id))).toEqual([])
        }
        expect(await stage.waiting()).toBe(0)
        for (const jobId of stage.jobIds) {
          const { counts } = await stage.job(jobId)
          const { total, ...others } = counts
          expect(Object.values(others).reduce((sum, part) => sum + part, 0)).toBe(total)
          if (!cancelled.has(jobId)) expect(counts.pending + counts.waiting).toBe(0)
        }
      }),
      { numRuns: runs },
    )
  })

  it('a run takes the records that were shown before it', async () => {
    await fc.assert(
      fc.asyncProperty(historyWithNames, async (rounds) => {
        const stage = await Stage.create(world, [email])
        await stage.happen(rounds)
        const shown = await stage.waiting()
        await stage.happen([[{ kind: 'trigger' }]])
        expect((await stage.job(stage.jobIds.at(-1) ?? '')).counts.total).toBe(shown)
        expect(await stage.waiting()).toBe(0)
      }),
      { numRuns: runs },
    )
  })
})
