import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createFixture, type Fixture, lead } from '../use-cases/fixture.ts'

type Action =
  | { readonly kind: 'ingest'; readonly count: number; readonly addresses: readonly string[] }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'drain' }
  | { readonly kind: 'delete'; readonly nth: number }

/** Small deliveries mostly, and some that fill a slice: where one ends and the next begins is where faults are. */
const count = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(250, 499, 500) },
)
const addresses = fc.array(fc.constantFrom('a@example.com', 'no address', ''), { minLength: 1, maxLength: 4 })
const ingest = fc.record({ kind: fc.constant('ingest' as const), count, addresses })
const trigger = fc.constant({ kind: 'trigger' } as const)
const drain = fc.constant({ kind: 'drain' } as const)
const wrong = fc.constant({ kind: 'wrong' } as const)
const deletion = fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(600) })

/** Each inner list happens at once. */
const history = (...actions: readonly fc.Arbitrary<Action>[]) =>
  fc.array(fc.array(fc.oneof(...actions), { minLength: 1, maxLength: 4 }), { maxLength: 12 })

async function happen(on: Fixture, rounds: readonly (readonly Action[])[]) {
  const accepted = { records: 0, jobs: 0 }
  const jobIds: string[] = []
  for (const round of rounds) await Promise.all(round.map((action) => perform(action)))
  return { accepted, jobIds }

  async function perform(action: Action): Promise<void> {
    try {
      switch (action.kind) {
        case 'ingest': {
          const records = Array.from({ length: action.count }, (_, no) =>
            lead(no, { email: action.addresses[no % action.addresses.length] ?? '' }),
          )
          const { answer } = await on.ingest(records)
          accepted.records += answer.inserted
          return
        }
        case 'wrong':
          await on.ingest([lead(1), { name: 'Ann' }])
          return
        case 'trigger':
          jobIds.push((await on.trigger()).answer.jobId)
          accepted.jobs++
          return
        case 'drain':
          return await on.drain()
        case 'delete': {
          const records = on.store.records.get(on.demo.dataTableId)
          const id = [...(records?.keys() ?? [])][action.nth]
          if (id !== undefined) records?.delete(id)
        }
      }
    } catch (error) {
      // To be refused is one of the things that happen.
      expect(error).toMatchObject({ code: expect.stringMatching(/^(PLAN_LIMIT|SCHEMA_MISMATCH)$/) })
    }
  }
}

const runs = { numRuns: 60 }

describe('whatever ingests and triggers happen, in whatever order and at once', () => {
  it("every record is in exactly one job's audience", async () => {
    await fc.assert(
      fc.asyncProperty(history(ingest, trigger, drain, wrong), async (rounds) => {
        const on = await createFixture()
        const { jobIds } = await happen(on, [...rounds, [{ kind: 'trigger' }], [{ kind: 'drain' }]])
        const taken = jobIds.flatMap((jobId) => on.recipients(jobId).map(({ recordId }) => Number(recordId)))
        const present = [...(on.store.records.get(on.demo.dataTableId)?.keys() ?? [])]
        expect(taken.toSorted((a, b) => a - b)).toEqual(present)
      }),
      runs,
    )
  })

  it('what a job counts is what was acknowledged between it and the job before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(ingest, trigger), { maxLength: 20 }), async (actions) => {
        const on = await createFixture()
        let [before, last] = [0, 0]
        for (const action of actions) {
          const { accepted, jobIds } = await happen(on, [[action]])
          before += accepted.records
          for (const jobId of jobIds) {
            expect((await on.job(jobId)).counts.total).toBe(before - last)
            last = before
          }
        }
      }),
      runs,
    )
  })

  it('the meters read what was accepted', async () => {
    await fc.assert(
      fc.asyncProperty(
        history(ingest, trigger, drain, wrong),
        fc.nat(60),
        fc.nat(6),
        async (rounds, records, jobs) => {
          const on = await createFixture()
          await on.limit({ records, jobs })
          const { accepted } = await happen(on, rounds)
          expect({ records: await on.used('records'), jobs: await on.used('jobs') }).toEqual(accepted)
        },
      ),
      runs,
    )
  })

  it('what is there is what was accepted', async () => {
    await fc.assert(
      fc.asyncProperty(
        history(ingest, trigger, wrong),
        fc.nat(60),
        fc.nat(6),
        async (rounds, records, jobs) => {
          const on = await createFixture()
          await on.limit({ records, jobs })
          const { accepted } = await happen(on, rounds)
          expect({ records: on.records().length, jobs: on.store.jobs.size }).toEqual(accepted)
        },
      ),
      runs,
    )
  })

  it('no meter ever passes its limit', async () => {
    await fc.assert(
      fc.asyncProperty(history(ingest, trigger), fc.nat(60), fc.nat(6), async (rounds, records, jobs) => {
        const on = await createFixture()
        await on.limit({ records, jobs })
        for (const round of rounds) {
          await happen(on, [round])
          expect(await on.used('records')).toBeLessThanOrEqual(records)
          expect(await on.used('jobs')).toBeLessThanOrEqual(jobs)
        }
      }),
      runs,
    )
  })

  it('the total of a job is the sum of its other counts, at every moment', async () => {
    await fc.assert(
      fc.asyncProperty(history(ingest, trigger, drain, deletion), async (rounds) => {
        const on = await createFixture()
        const seen: string[] = []
        for (const round of rounds) {
          seen.push(...(await happen(on, [round])).jobIds)
          for (const jobId of seen) {
            const { total, ...others } = (await on.job(jobId)).counts
            expect(Object.values(others).reduce((sum, part) => sum + part, 0)).toBe(total)
          }
        }
      }),
      runs,
    )
  })

  it('every job is completed, with nobody left on the way', async () => {
    await fc.assert(
      fc.asyncProperty(history(ingest, trigger, drain, deletion), async (rounds) => {
        const on = await createFixture()
        const { jobIds } = await happen(on, [...rounds, [{ kind: 'drain' }]])
        for (const jobId of jobIds) {
          expect(await on.job(jobId)).toMatchObject({
            status: 'completed',
            counts: { pending: 0, waiting: 0 },
          })
        }
      }),
      runs,
    )
  })

  it('nobody is sent more than one message', async () => {
    await fc.assert(
      fc.asyncProperty(history(ingest, trigger, drain), async (rounds) => {
        const on = await createFixture()
        await happen(on, [...rounds, [{ kind: 'trigger' }], [{ kind: 'drain' }]])
        const reached = on.store.outbox.map(({ recordId }) => recordId)
        expect(new Set(reached).size).toBe(reached.length)
      }),
      runs,
    )
  })
})
