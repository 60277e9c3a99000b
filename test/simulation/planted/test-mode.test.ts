import { describe, expect, it } from '@jest/globals'
import { preparedForTests } from '../prepared-for-tests.ts'
import { testMeters } from '../promises/test-mode/test-meters.ts'
import { perform } from '../run/run.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'
import { meterByTestClock } from './faults/test-mode.ts'

const people = [0, 1, 2, 3, 4]
const ingest: Planned = ['use test mode', { requests: [{ people }, { people }] }]
const day = 86_400

describe('the simulator sees that the meter of test mode', () => {
  const prepared = preparedForTests()

  it('is refilled by an advance of the test clock', async () => {
    const plan: readonly Planned[] = [
      ingest,
      ['advance the test clock', { seconds: 31 * day, stopsAtMessage: false }],
      ['elapse', { seconds: 60 }],
      ['use test mode', { requests: [{ people }] }],
    ]
    await expectFaultSeen(prepared(), plan, { replacements: meterByTestClock, promises: [testMeters] })
  })

  it('counts on after a reset, and refuses what exceeds the month', async () => {
    const use = { operation: 'use test mode', input: { requests: [{ people }, { people }] } }
    const run = { seed: 1, operations: [use, { operation: 'reset test mode', input: {} }, use] }
    const { violations, story } = await perform(prepared(), run)
    expect(violations).toEqual([])
    const ingested = story.filter((line) => line.includes('in test mode'))
    expect(ingested.map((line) => line.split(': ').at(-1))).toEqual([
      'done',
      'done',
      'refused, PLAN_LIMIT',
      'refused, PLAN_LIMIT',
    ])
  })
})
