import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { provideValue } from '../../src/composition/provide.ts'
import { type ContactPolicy, contacts, noContactPolicy } from '../../src/domain/contact/contact-policy.ts'
import {
  plainRequest,
  type RequestedAudience,
  type TriggerRequest,
} from '../../src/domain/job/audience/trigger-request.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { RehearsalResult } from '../../src/domain/job/rehearsal/rehearsal.ts'
import type { DataRecord } from '../../src/domain/record-cells.ts'
import type { Step } from '../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobStore } from '../../src/ports/job/jobs.ts'
import { WebhookChannel } from '../../src/ports/sender/message/channels.ts'
import { RecordStore } from '../../src/ports/table/records.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import { AskDueTurns } from '../../src/use-cases/job/ask-due-turns.ts'
import { RehearseTrigger } from '../../src/use-cases/job/rehearsal/rehearse-trigger.ts'
import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const day = 24 * 60 * 60
const pipelines: readonly (readonly Step[])[] = [
  [email('Hi {{ name }}')],
  // A pipeline of the test with a template filter, because a filter makes templates run in a thread.
  [{ type: 'condition', column: 'email', operator: 'exists' }, email('Hi {{ name | upcase }}')],
  [email('Hello'), { type: 'wait', seconds: 3 * day }, email('Hi {{ name }}')],
  [
    { type: 'wait', seconds: day },
    { type: 'condition', column: 'name', operator: 'notEquals', value: 'Nobody' },
    email('Hello'),
    email('Hi {{ name }}'),
    { type: 'wait', seconds: day },
  ],
  [
    {
      type: 'branch',
      branches: [
        {
          name: 'Ada',
          where: { column: 'name', operator: 'equals', value: 'Ada' },
          steps: [email('Hello Ada'), { type: 'wait', seconds: 2 * day }],
        },
        {
          name: 'None',
          where: {
            or: [
              { column: 'name', operator: 'missing' },
              { column: 'email', operator: 'missing' },
            ],
          },
          steps: [],
        },
      ],
      else: [{ type: 'guard', url: 'https://guard.example/ask', onTimeout: 'continue' }],
    },
    email('Hi {{ name }}'),
    {
      type: 'split',
      branches: [
        { name: 'A', percent: 50, steps: [{ type: 'wait', seconds: 3_600 }, email('A')] },
        { name: 'B', percent: 50, steps: [email('B {{ name }}')] },
      ],
    },
  ],
  [{ type: 'waitUntil', column: 'name', onTimeout: 'skip', timeoutSeconds: day }, email('Hello')],
  [{ type: 'waitUntil', column: 'name' }, email('Hello')],
  [email('Hello'), { type: 'waitUntil', at: '09:00' }, email('Hi {{ name }}')],
]

/** A test double of the webhook channel that sends nothing and reports success. */
class Agreeing extends WebhookChannel {
  override async send(): Promise<Outcome> {
    return { kind: 'sent' }
  }

  override async ask(): ReturnType<WebhookChannel['ask']> {
    return { outcome: { kind: 'sent' }, answer: '' } as unknown as ReturnType<WebhookChannel['ask']>
  }
}

/** Generates few different addresses, so that many of the test's records belong to the same person. */
const addresses = [
  'ada@acme.example',
  'ADA@acme.example',
  'grace@acme.example',
  'linus@other.example',
  'alan@other.example',
  'edsger@third.example',
  'no address',
  'two@a.example, three@b.example',
  '',
]
const people = fc.record({
  email: fc.constantFrom(...addresses),
  name: fc.constantFrom('Ada', 'Grace', 'Nobody', '', '2026-01-01'),
})
const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }), { freq: 1 })
const scenes = fc.record({
  nth: fc.nat(),
  contact: fc.constantFrom(...contacts),
  isExclusive: fc.boolean(),
  policy: fc.oneof(
    { weight: 2, arbitrary: fc.constant(noContactPolicy) },
    {
      weight: 1,
      arbitrary: fc.record<ContactPolicy>({
        daysBetweenSpinners: limit(5),
        messagesPerDay: limit(2),
        messagesPerWeek: limit(3),
        activePerDomain: fc.constant(null),
      }),
    },
  ),
  earlier: fc.array(people, { maxLength: 4 }),
  /** Generated people that another spinner of the test has written to, whose recipients still have steps left. */
  elsewhere: fc.array(people, { maxLength: 3 }),
  /** Suppressed addresses, and a whole domain. */
  suppressed: fc.subarray(['grace@acme.example', 'alan@other.example', '@acme.example']),
  audience: fc.array(people, { minLength: 1, maxLength: 14 }),
  by: fc.constantFrom('spinner', 'recordIds', 'records'),
  /**
   * Generates the distance between named records: a named audience of the test names every nth record of the
   * table.
   */
  every: fc.integer({ min: 1, max: 3 }),
})

type Scene = typeof scenes extends fc.Arbitrary<infer One> ? One : never

describe('a rehearsal and the job that follows', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld([provideValue(WebhookChannel, new Agreeing())])
  })
  afterAll(() => world.close())

  async function pass(seconds: number): Promise<void> {
    world.clock.advance(seconds)
    await world.container.get(AskDueTurns).execute()
  }

  async function ingest({ key }: Tenant, dataTableId: string, records: readonly DataRecord[]): Promise<void> {
    if (records.length === 0) return
    const full = records.map((record) => ({ phone: '', account_id: '', ...record }))
    const arrival = { credential: key, dataTableId, records: full, idempotency: null, requestId: 'r' }
    await world.container.get(IngestRecords).execute(arrival)
  }

  async function audienceOf(
    { dataTableId }: Tenant,
    { by, every }: Pick<Scene, 'by' | 'every'>,
    records: readonly DataRecord[],
  ): Promise<RequestedAudience> {
    if (by === 'records') return { kind: 'records', records }
    if (by === 'spinner') return plainRequest.audience
    const page = { limit: 1_000, after: null }
    const { items } = await world.container.get(RecordStore).list(dataTableId, 'asc', page)
    const ids = items.filter((_, index) => index % every === 0).map(({ id }) => id)
    return { kind: 'recordIds', ids }
  }

  async function run({ key }: Tenant, spinnerId: string, request = plainRequest): Promise<string> {
    const command = { caller: key, spinnerId, idempotency: null, request }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    await world.drain()
    return answer.jobId
  }

  async function finish({ organizationId }: Tenant, jobId: string): Promise<void> {
    const jobs = world.container.get(JobStore)
    for (let days = 0; days < 60; days++) {
      if ((await jobs.find(organizationId, jobId))?.status === 'completed') return
      await pass(day)
      await world.drain()
    }
    throw new Error('The job does not come to its end')
  }

  async function sentBy(jobId: string): Promise<readonly number[]> {
    const { rows } = await world.sql.query<{ step: number }>(
      "select step from message_results where job_id = $1 and status = 'sent'",
      [jobId],
    )
    return rows.map(({ step }) => step)
  }

  /**
   * Returns the results of the test's job: its messages by step, and the recipients that did not finish, by
   * step and reason.
   */
  async function happened(jobId: string) {
    const page = { limit: 1_000, after: null }
    const all = { status: null, reason: null }
    const { items } = await world.container.get(JobStore).recipients(jobId, all, page)
    const [steps, reasons] = [new Counter(), new Counter()]
    for (const step of await sentBy(jobId)) steps.add(`${step} sends`)
    for (const { status, step, reason } of items)
      if (status !== 'done') {
        steps.add(`${step} ${status === 'skipped' ? 'skips' : 'fails'}`)
        reasons.add(`${reason?.code} ${status}`)
      }
    return { steps: steps.plain, reasons: reasons.plain }
  }

  function reported({ steps, reasons }: RehearsalResult) {
    const [figures, causes] = [new Counter(), new Counter()]
    for (const { step, sends, skips, fails } of steps)
      for (const [what, count] of Object.entries({ sends, skips, fails }))
        figures.add(`${step} ${what}`, count)
    for (const { code, status, count } of reasons)
      if (status !== 'waiting') causes.add(`${code} ${status}`, count)
    return { steps: figures.plain, reasons: causes.plain }
  }

  it('agree for each person, step and reason', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { contact, isExclusive } = scene
        const steps = pipelines[scene.nth % pipelines.length] ?? []
        const own = await createTenant(world, { spinner: { steps, contact, isExclusive } })
        const { organizationId, projectId, dataTableId } = own
        const { container } = world
        const other = newSpinner({
          id: container.get(Ids).next(),
          organizationId,
          projectId,
          dataTableId,
          createdAt: world.clock.now(),
          isExclusive: true,
          steps: [email('Elsewhere'), { type: 'wait', seconds: 60 * day }, email('Elsewhere')],
        })
        await container.get(UnitOfWork).run(async (tx) => {
          await tx.spinners.add(other, versionOf(other))
          await tx.contactRules.setPolicy(organizationId, scene.policy)
        })
        await ingest(own, dataTableId, scene.earlier)
        await finish(own, await run(own, own.spinnerId))
        await ingest(own, dataTableId, scene.elsewhere)
        await run(own, other.id)
        for (const address of scene.suppressed) {
          const id = container.get(Ids).next()
          const createdAt = world.clock.now()
          const suppression = {
            id,
            organizationId,
            email: address,
            reason: 'added',
            note: null,
            createdAt,
          } as const
          await container.get(UnitOfWork).run((tx) => tx.contactRules.addSuppression(suppression))
        }
        // Uses stored records if the test's steps have a split, because a rehearsal cannot know the branch for
        // a record that has no id yet.
        const by = scene.by === 'records' && steps.some(({ type }) => type === 'split') ? 'spinner' : scene.by
        const brought = scene.audience.map((one) => ({ phone: '', account_id: '', ...one }))
        if (by !== 'records') await ingest(own, dataTableId, scene.audience)
        const audience = await audienceOf(own, { ...scene, by }, brought)
        const request: TriggerRequest = { ...plainRequest, audience }
        const { result } = await container.get(RehearseTrigger).execute({
          caller: own.key,
          spinnerId: own.spinnerId,
          request,
          gone: new AbortController().signal,
        })
        const jobId = await run(own, own.spinnerId, request)
        await finish(own, jobId)

        expect(reported(result)).toEqual(await happened(jobId))
        const job = await container.get(JobStore).find(organizationId, jobId)
        expect(result.audience.eligible).toBe(job?.counts.total)
        for (const { steps: branch } of result.samples) expect(branch.length).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  }, 240_000)
})

class Counter {
  readonly #counts = new Map<string, number>()

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }

  get plain(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}
