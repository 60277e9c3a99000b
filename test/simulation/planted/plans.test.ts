import { describe, expect, it } from '@jest/globals'
import { expectPromisesKept } from '../expect-promises-kept.ts'
import { preparedForTests } from '../prepared-for-tests.ts'
import { withinPlan } from '../promises/organization/within-plan.ts'
import type { PreparedDatabase } from '../run/database/prepared-database.ts'
import { perform } from '../run/run.ts'
import { withChangedFunction } from './faults/changed-function.ts'

const ingest = {
  operation: 'ingest',
  input: { table: 0, people: [0, 1, 2, 3, 4], by: 'key', repeats: 0 },
}

/** Seven requests of five records. The plan has room for six. */
const run = {
  seed: 1,
  operations: [
    { operation: 'make a table', input: { otherProject: false } },
    { operation: 'change the plan', input: { plan: 'small' } },
    ...Array.from({ length: 7 }, () => ingest),
  ],
}

describe('the simulator sees that a plan', () => {
  const prepared = preparedForTests()

  it('is exceeded', async () => {
    await expectSeen(prepared(), 5)
    await expectPromisesKept(prepared(), run)
  })

  it('refuses records although there is room', () => expectSeen(prepared(), -5))
})

/** Expects that the simulator sees that the service admits this many more records than the plan allows. */
async function expectSeen(prepared: PreparedDatabase, more: number): Promise<void> {
  const changes = [
    ['+ count <= limits[lane]', `+ count <= limits[lane] + ${more}`],
    ['+ e.count > limits[e.lane]', `+ e.count > limits[e.lane] + ${more}`],
    ['min(limits[e.lane]) as allowed', `min(limits[e.lane]) + ${more} as allowed`],
  ] as const
  await withChangedFunction(prepared, 'table/append/append_entries', changes, async () => {
    const { violations } = await perform(prepared, run, { promises: [withinPlan] })
    expect(violations.map(({ promise }) => promise)).toEqual([withinPlan.promise])
  })
}
