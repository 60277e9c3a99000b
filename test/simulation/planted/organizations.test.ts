import { describe, expect, it } from '@jest/globals'
import { expectPromisesKept } from '../expect-promises-kept.ts'
import { preparedForTests } from '../prepared-for-tests.ts'
import { nothingCrosses } from '../promises/organization/nothing-crosses.ts'
import { perform } from '../run/run.ts'
import { withChangedFunction } from './faults/changed-function.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'
import { pauseAnyJob, suppressEverywhere } from './faults/organizations.ts'

const elsewhere: Planned = [
  'in another organization',
  { operation: 'resume a spinner', input: { spinner: 0 } },
]

describe('the simulator sees that in another organization', () => {
  const prepared = preparedForTests()

  it('a person is suppressed', async () => {
    const plan: readonly Planned[] = [
      elsewhere,
      ['suppress a person', { person: 1, reason: 'unsubscribed' }],
      ['elapse', { seconds: 60 }],
    ]
    await expectFaultSeen(prepared(), plan, { replacements: suppressEverywhere, promises: [nothingCrosses] })
  })

  it('a person is suppressed when a message is marked', async () => {
    const name = 'job/sending/settle_and_mark_people'
    const condition = 'x.organization_id = organization and '
    const suppressed = { operation: 'suppress a person', input: { person: 0, reason: 'added' } }
    const [operation, input] = elsewhere
    const elapse = { operation: 'elapse', input: { seconds: 60 } }
    const run = { seed: 1, operations: [suppressed, { operation, input }, elapse] }
    await withChangedFunction(prepared(), name, [[condition, '']], async () => {
      const { violations } = await perform(prepared(), run, { promises: [nothingCrosses] })
      expect(violations.map(({ promise }) => promise)).toContain(nothingCrosses.promise)
    })
    await expectPromisesKept(prepared(), run)
  })

  it('a job is paused', async () => {
    const pause = { operation: 'pause a job', input: { job: 0 }, isReverse: true }
    const plan: readonly Planned[] = [elsewhere, ['by another organization', pause]]
    await expectFaultSeen(prepared(), plan, { replacements: pauseAnyJob, promises: [] })
  })
})
