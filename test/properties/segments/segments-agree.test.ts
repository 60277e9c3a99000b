import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { plainRequest, type TriggerRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import type { Where } from '../../../src/domain/spinner/where/where.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { RehearseTrigger } from '../../../src/use-cases/job/rehearsal/rehearse-trigger.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { CountSegment } from '../../../src/use-cases/table/segments/count-segment.ts'
import { Segments } from '../../../src/use-cases/table/segments/segments.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const steps: readonly Step[] = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
const addresses = ['ada@a.example', 'ADA@a.example', 'grace@a.example', 'linus@b.example', 'no address', '']
const people = fc.record({
  email: fc.constantFrom(...addresses),
  name: fc.constantFrom('Ada', 'Grace', '', '2026-01-01', '42'),
  phone: fc.constantFrom('1', '2', ''),
  account_id: fc.constantFrom('A', 'B', ''),
})

const leaf: fc.Arbitrary<Where> = fc.constantFrom<Where>(
  { column: 'name', operator: 'equals', value: 'Ada' },
  { column: 'name', operator: 'before', value: 'now-7d' },
  { column: 'name', operator: 'greaterThan', value: 41 },
  { column: 'phone', operator: 'exists' },
  { column: 'account_id', operator: 'in', values: ['A', ''] },
  { column: 'email', operator: 'domainIn', values: ['a.example'] },
  { isSuppressed: true },
  { sent: {} },
  { hasReplied: { withinDays: 3 } },
)
const { where } = fc.letrec<{ where: Where }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'where' },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('where'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })) },
    { weight: 1, arbitrary: fc.array(tie('where'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
    { weight: 1, arbitrary: tie('where').map((not) => ({ not })) },
  ),
}))

const scenes = fc.record({
  earlier: fc.array(people, { maxLength: 6 }),
  later: fc.array(people, { minLength: 1, maxLength: 20 }),
  suppressed: fc.subarray(['grace@a.example', '@b.example']),
  first: where,
  second: where,
  /** Whether the second segment has the records that the first one has too, or those that it has not. */
  isWithin: fc.boolean(),
})

describe('the numbers of a segment', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  async function suppress(organizationId: string, address: string): Promise<void> {
    const { container } = world
    const suppression = {
      id: container.get(Ids).next(),
      organizationId,
      email: address,
      reason: 'added',
      note: null,
      createdAt: world.clock.now(),
    } as const
    await container.get(UnitOfWork).run((tx) => tx.contactRules.addSuppression(suppression))
  }

  async function run({ key, spinnerId }: Tenant, request: TriggerRequest): Promise<string> {
    const command = { caller: key, spinnerId, idempotency: null, request }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    await world.drain()
    return answer.jobId
  }

  /** Returns the ids of the records that a segment has as the count, the grid, a rehearsal and a job see them. */
  async function numbersOf(tenant: Tenant, segmentId: string) {
    const { container } = world
    const { organizationId, dataTableId, spinnerId, key } = tenant
    const page = { limit: 200, after: null }
    const { segment } = await container.get(Segments).find(organizationId, segmentId)
    const count = await container.get(CountSegment).execute(segment)
    const search = { words: [], where: { segmentId }, sort: null }
    const grid = await container.get(RecordStore).search(dataTableId, search, page)
    const request: TriggerRequest = {
      ...plainRequest,
      audience: { kind: 'segment', segmentId },
    }
    const { result } = await container.get(RehearseTrigger).execute({
      caller: key,
      spinnerId,
      request,
      gone: new AbortController().signal,
    })
    const jobId = await run(tenant, request)
    const all = { status: null, reason: null }
    const recipients = await container.get(JobStore).recipients(jobId, all, page)
    const ids = (items: readonly { readonly recordId: string }[]) =>
      items.map(({ recordId }) => Number(recordId)).toSorted((a, b) => a - b)
    return {
      numbers: [count.value, result.audience.eligible, recipients.items.length],
      ofGrid: ids(grid.items.map(({ id }) => ({ recordId: id }))),
      ofJob: ids(recipients.items),
    }
  }

  it('are the same in its count, in the grid, in a rehearsal and in the job', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async ({ earlier, later, suppressed, first, second, isWithin }) => {
        const tenant = await createTenant(world, { spinner: { steps, contact: 'oncePerRecord' } })
        const { organizationId, dataTableId } = tenant
        if (earlier.length > 0) await tenant.ingest(earlier)
        await run(tenant, plainRequest)
        await tenant.ingest(later)
        for (const address of suppressed) await suppress(organizationId, address)
        const segments = world.container.get(Segments)
        const by = { organizationId, by: operator }
        const words = { name: 'First', description: '', where: first }
        const { id } = await segments.create(by, dataTableId, words)
        const ofFirst: Where = isWithin ? { segmentId: id } : { not: { segmentId: id } }
        const other = { name: 'Second', description: '', where: { and: [ofFirst, second] } }
        const { id: otherId } = await segments.create(by, dataTableId, other)
        for (const segmentId of [otherId, id]) {
          const { numbers, ofGrid, ofJob } = await numbersOf(tenant, segmentId)
          expect(numbers).toEqual([ofGrid.length, ofGrid.length, ofGrid.length])
          expect(ofJob).toEqual(ofGrid)
        }
      }),
      { numRuns: 40 },
    )
  }, 240_000)
})
