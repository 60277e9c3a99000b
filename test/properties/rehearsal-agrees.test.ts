import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { plainWish } from '../../src/domain/job/audience-wish.ts'
import type { RehearsalResult } from '../../src/domain/job/rehearsal/rehearsal.ts'
import { type ContactPolicy, contacts, noContactPolicy } from '../../src/domain/person/contact-policy.ts'
import { type Step, sends } from '../../src/domain/spinner/step.ts'
import type { DataRecord } from '../../src/domain/table/cell.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobQueries } from '../../src/ports/job/job-queries.ts'
import { Suppressions } from '../../src/ports/person/suppressions.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import { AskDueTurns } from '../../src/use-cases/job/ask-due-turns.ts'
import { RehearseTrigger } from '../../src/use-cases/job/rehearsal/rehearse-trigger.ts'
import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../support/tenant.ts'
import { adapters, createWorld, type PostgresWorld, type World } from '../support/world.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const day = 24 * 60 * 60
const pipelines: readonly (readonly Step[])[] = [
  [email('Hi {{ name }}')],
  // A filter takes a thread for templates.
  [{ type: 'condition', column: 'email', operator: 'exists' }, email('Hi {{ name | upcase }}')],
  [email('Hello'), { type: 'wait', seconds: 3 * day }, email('Hi {{ name }}')],
  [
    { type: 'wait', seconds: day },
    { type: 'condition', column: 'name', operator: 'notEquals', value: 'Nobody' },
    email('Hello'),
    email('Hi {{ name }}'),
    { type: 'wait', seconds: day },
  ],
]

/** Few of them, so that many are the same person's. */
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
  name: fc.constantFrom('Ada', 'Grace', 'Nobody', ''),
})
const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }), { freq: 1 })
const scenes = fc.record({
  steps: fc.constantFrom(...pipelines),
  contact: fc.constantFrom(...contacts),
  exclusive: fc.boolean(),
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
  /** By another spinner, whose recipients are still on their way. */
  elsewhere: fc.array(people, { maxLength: 3 }),
  suppressed: fc.subarray(['grace@acme.example', 'alan@other.example']),
  audience: fc.array(people, { minLength: 1, maxLength: 14 }),
})

type Figures = Readonly<Record<string, number>>

describe.each(adapters)('a rehearsal beside the job that follows (%s)', (name) => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(name)
    // What the database's clock says must be what the rehearsal starts from.
    if (name === 'postgres') world.clock.follow()
  })
  afterAll(() => world.close())

  async function pass(seconds: number): Promise<void> {
    if (name === 'memory') world.clock.advance(seconds)
    else {
      const { sql } = world as PostgresWorld
      const earlier = 'make_interval(secs => $1)'
      await sql.query(`update contacts set at = at - ${earlier}`, [seconds])
      await sql.query(`update recipients set due_at = due_at - ${earlier}`, [seconds])
      await sql.query(`update slices set due_at = due_at - ${earlier}`, [seconds])
      world.clock.follow()
    }
    await world.container.get(AskDueTurns).execute()
  }

  async function ingest({ key }: Tenant, dataTableId: string, records: readonly DataRecord[]): Promise<void> {
    if (records.length === 0) return
    const full = records.map((record) => ({ phone: '', account_id: '', ...record }))
    const arrival = { credential: key, dataTableId, records: full, idempotency: null, requestId: 'r' }
    await world.container.get(IngestRecords).execute(arrival)
  }

  async function run({ key }: Tenant, spinnerId: string): Promise<string> {
    const command = { caller: key, spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    await world.drain()
    return answer.jobId
  }

  async function finish({ organizationId }: Tenant, jobId: string): Promise<void> {
    const jobs = world.container.get(JobQueries)
    for (let days = 0; days < 60; days++) {
      if ((await jobs.find(organizationId, jobId))?.status === 'completed') return
      await pass(day)
      await world.drain()
    }
    throw new Error('The job does not come to its end')
  }

  /** What the job did, by what became of each recipient. */
  async function happened(jobId: string, steps: readonly Step[]): Promise<Figures> {
    const page = { limit: 1_000, after: null }
    const { items } = await world.container
      .get(JobQueries)
      .recipients(jobId, { state: null, reason: null }, page)
    const figures = new Map<string, number>()
    const count = (what: string) => figures.set(what, (figures.get(what) ?? 0) + 1)
    for (const { state, step: at, reason } of items)
      for (const [step, one] of steps.entries()) {
        if (step < at || state === 'done') count(`${step} ${sends(one) ? 'sends' : 'passes'}`)
        else if (step === at) count(`${step} ${state === 'skipped' ? 'skips' : 'fails'} ${reason?.code}`)
      }
    return plain(figures)
  }

  function told({ steps, reasons }: RehearsalResult): { steps: Figures; reasons: Figures } {
    const figures = new Map<string, number>()
    for (const { step, sends: s, passes, skips, fails } of steps)
      for (const [what, count] of Object.entries({ sends: s, passes, skips, fails }))
        if (count > 0) figures.set(`${step} ${what}`, count)
    const final = reasons.filter(({ state }) => state !== 'waiting')
    return {
      steps: plain(figures),
      reasons: plain(new Map(final.map(({ code, count }) => [code, count] as const))),
    }
  }

  it('agrees with it to the person, step by step and reason by reason', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { steps, contact, exclusive } = scene
        const own = await createTenant(world, { spinner: { steps, contact, exclusive } })
        const { organizationId, projectId, dataTableId } = own
        const { container } = world
        const other = newSpinner({
          id: container.get(Ids).next(),
          organizationId,
          projectId,
          dataTableId,
          createdAt: world.clock.now(),
          exclusive: true,
          steps: [email('Elsewhere'), { type: 'wait', seconds: 60 * day }, email('Elsewhere')],
        })
        await container.get(UnitOfWork).run(async (tx) => {
          await tx.spinners.add(other, versionOf(other))
          await tx.contactPolicies.set(organizationId, scene.policy)
        })
        await ingest(own, dataTableId, scene.earlier)
        await finish(own, await run(own, own.spinnerId))
        await ingest(own, dataTableId, scene.elsewhere)
        await run(own, other.id)
        for (const address of scene.suppressed)
          await container.get(Suppressions).add({
            id: container.get(Ids).next(),
            organizationId,
            email: address,
            reason: 'added',
            createdAt: world.clock.now(),
          })
        await ingest(own, dataTableId, scene.audience)
        if (name === 'postgres') world.clock.follow()

        const { result } = await container.get(RehearseTrigger).execute({
          caller: own.key,
          spinnerId: own.spinnerId,
          audience: plainWish.audience,
          data: null,
          wishDigest: '',
          gone: new AbortController().signal,
        })
        const jobId = await run(own, own.spinnerId)
        await finish(own, jobId)

        const did = await happened(jobId, steps)
        const [byStep, byReason] = [new Map<string, number>(), new Map<string, number>()]
        for (const [what, count] of Object.entries(did)) {
          const [step, outcome, code] = what.split(' ')
          byStep.set(`${step} ${outcome}`, (byStep.get(`${step} ${outcome}`) ?? 0) + count)
          if (code !== undefined) byReason.set(code, (byReason.get(code) ?? 0) + count)
        }
        expect(told(result)).toEqual({ steps: plain(byStep), reasons: plain(byReason) })
        expect(result.audience.eligible).toBe(scene.elsewhere.length + scene.audience.length)
        for (const { steps: way } of result.samples) expect(way.length).toBeGreaterThan(0)
      }),
      { numRuns: name === 'memory' ? 60 : 25 },
    )
  }, 240_000)
})

function plain(figures: ReadonlyMap<string, number>): Figures {
  return Object.fromEntries([...figures].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
