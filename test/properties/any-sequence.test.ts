import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Contact } from '../../src/domain/contact/contact-policy.ts'
import type { PlanLimits } from '../../src/domain/plan/plan.ts'
import { lead } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'
import { createScene, type Scene } from './scene.ts'

type Action =
  | { readonly kind: 'ingest'; readonly count: number; readonly addresses: readonly string[] }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'drain' }
  | { readonly kind: 'delete'; readonly nth: number }

type Rounds = readonly (readonly Action[])[]

/**
 * Generates the number of records of an arrival: mostly small, sometimes as many as fill a slice of 500,
 * because faults occur where one slice ends and the next begins.
 */
const count = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(250, 499, 500) },
)
const addresses = fc.array(
  fc.constantFrom('a@example.com', 'A@Example.com', 'b@example.com', 'no address', ''),
  {
    minLength: 1,
    maxLength: 4,
  },
)
const ingest = fc.record({ kind: fc.constant('ingest' as const), count, addresses })
const trigger = fc.constant({ kind: 'trigger' } as const)
const drain = fc.constant({ kind: 'drain' } as const)
const wrong = fc.constant({ kind: 'wrong' } as const)
const deletion = fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(600) })

/**
 * Generates random histories for the test: lists of lists of actions. The actions of each inner list happen at
 * the same time.
 */
const history = (...actions: readonly fc.Arbitrary<Action>[]) =>
  fc.array(fc.array(fc.oneof(...actions), { minLength: 1, maxLength: 4 }), { maxLength: 12 })
const smallPlan = fc.record({ records: fc.nat(60), jobs: fc.nat(6) })

async function happen(on: Scene, rounds: Rounds) {
  const accepted = { records: 0, jobs: 0 }
  const jobIds: string[] = []
  for (const round of rounds) await Promise.all(round.map((action) => perform(action)))
  return { accepted, jobIds }

  async function perform(action: Action): Promise<void> {
    try {
      switch (action.kind) {
        case 'ingest': {
          const records = Array.from({ length: action.count }, (_, no) => ({
            ...lead(no),
            email: action.addresses[no % action.addresses.length] ?? '',
          }))
          const inserted = await on.ingest(records)
          accepted.records += inserted
          return
        }
        case 'wrong':
          await on.ingest([lead(1), { name: 'Ann' }])
          return
        case 'trigger':
          jobIds.push(await on.trigger())
          accepted.jobs++
          return
        case 'drain':
          return await on.drain()
        case 'delete':
          return await on.remove(action.nth)
      }
    } catch (error) {
      // Accepts a refusal by the plan or the table as an outcome of a generated action.
      expect(error).toMatchObject({ code: expect.stringMatching(/^(PLAN_LIMIT|SCHEMA_MISMATCH)$/) })
    }
  }
}

/** The number of random histories that the test generates, new ones in each test run. */
const runs = 12

describe('after any ingests and triggers in any order and at once', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  /** Runs generated histories of the test, each in a new organization. Each history leaves the queue empty. */
  async function always<Known extends [unknown, ...unknown[]]>(
    known: fc.Arbitrary<Known>,
    limitsOf: (known: Known) => Partial<PlanLimits>,
    holds: (on: Scene, known: Known) => Promise<void>,
    contact: Contact = 'oncePerRecord',
  ): Promise<void> {
    const property = fc
      .asyncProperty(known, async (values) =>
        holds(await createScene(world, limitsOf(values), contact), values),
      )
      .afterEach(() => world.drain())
    await fc.assert(property, { numRuns: runs })
  }
  const alwaysAfter = (
    rounds: fc.Arbitrary<Rounds>,
    holds: (on: Scene, rounds: Rounds) => Promise<void>,
    contact?: Contact,
  ) =>
    always(
      fc.tuple(rounds),
      () => ({}),
      (on, [happened]) => holds(on, happened),
      contact,
    )
  const alwaysWithin = (
    rounds: fc.Arbitrary<Rounds>,
    holds: (on: Scene, rounds: Rounds, limits: { records: number; jobs: number }) => Promise<void>,
  ) =>
    always(
      fc.tuple(rounds, smallPlan),
      ([, limits]) => limits,
      (on, [happened, limits]) => holds(on, happened, limits),
    )

  it("every record is in exactly one job's audience", async () => {
    await alwaysAfter(history(ingest, trigger, drain, wrong), async (on, rounds) => {
      const { jobIds } = await happen(on, [...rounds, [{ kind: 'trigger' }], [{ kind: 'drain' }]])
      const taken = (await Promise.all(jobIds.map((jobId) => on.recipientIds(jobId)))).flat()
      const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
      expect(inOrder(taken)).toEqual(inOrder(await on.recordIds()))
    })
  })

  it('the audience of a job is what was acknowledged between it and the previous job', async () => {
    const oneByOne = fc.array(fc.tuple(fc.oneof(ingest, trigger)), { maxLength: 20 })
    await alwaysAfter(oneByOne, async (on, rounds) => {
      let [before, last] = [0, 0]
      for (const round of rounds) {
        const { accepted, jobIds } = await happen(on, [round])
        before += accepted.records
        for (const jobId of jobIds) {
          expect((await on.job(jobId)).counts.total).toBe(before - last)
          last = before
        }
      }
    })
  })

  it('the meters equal the number of accepted records and jobs', async () => {
    await alwaysWithin(history(ingest, trigger, drain, wrong), async (on, rounds) => {
      const { accepted } = await happen(on, rounds)
      expect({ records: await on.used('records'), jobs: await on.used('jobs') }).toEqual(accepted)
    })
  })

  it('the stored records are those that were accepted', async () => {
    await alwaysWithin(history(ingest, trigger, wrong), async (on, rounds) => {
      const { accepted } = await happen(on, rounds)
      expect({ records: (await on.recordIds()).length, jobs: await on.jobCount() }).toEqual(accepted)
    })
  })

  it('no meter exceeds its limit', async () => {
    await alwaysWithin(history(ingest, trigger), async (on, rounds, limits) => {
      for (const round of rounds) {
        await happen(on, [round])
        expect(await on.used('records')).toBeLessThanOrEqual(limits.records)
        expect(await on.used('jobs')).toBeLessThanOrEqual(limits.jobs)
      }
    })
  })

  it('the total of a job is the sum of its other counts, at every moment', async () => {
    await alwaysAfter(history(ingest, trigger, drain, deletion), async (on, rounds) => {
      const seen: string[] = []
      for (const round of rounds) {
        seen.push(...(await happen(on, [round])).jobIds)
        for (const jobId of seen) {
          const { total, ...others } = (await on.job(jobId)).counts
          expect(Object.values(others).reduce((sum, part) => sum + part, 0)).toBe(total)
        }
      }
    })
  })

  it('every job is completed, with no active recipient', async () => {
    await alwaysAfter(history(ingest, trigger, drain, deletion), async (on, rounds) => {
      const { jobIds } = await happen(on, [...rounds, [{ kind: 'drain' }]])
      for (const jobId of jobIds) {
        expect(await on.job(jobId)).toMatchObject({
          status: 'completed',
          counts: { pending: 0, waiting: 0 },
        })
      }
    })
  })

  it('no record gets more than one message', async () => {
    await alwaysAfter(history(ingest, trigger, drain), async (on, rounds) => {
      await happen(on, [...rounds, [{ kind: 'trigger' }], [{ kind: 'drain' }]])
      const reached = await on.reached()
      expect(new Set(reached).size).toBe(reached.length)
    })
  })

  it.each([
    ['job', 'oncePerRecord'],
    ['spinner that writes once per person', 'oncePerPerson'],
  ] as const)('no address gets more than one message from one %s', async (_, contact) => {
    const holds = async (on: Scene, rounds: Rounds) => {
      await happen(on, [...rounds, [{ kind: 'trigger' }], [{ kind: 'drain' }]])
      const written = (await on.written()).map(({ jobId, address }) =>
        contact === 'oncePerRecord' ? `${jobId} ${address}` : address,
      )
      expect(new Set(written).size).toBe(written.length)
    }
    await alwaysAfter(history(ingest, trigger, drain), holds, contact)
  })
})
