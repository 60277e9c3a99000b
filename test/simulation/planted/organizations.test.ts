import { describe, it } from '@jest/globals'
import { preparedForTests } from '../prepared-for-tests.ts'
import { nothingCrosses } from '../promises/organization/nothing-crosses.ts'
import { expectFaultSeen, type Planned } from './expect-fault-seen.ts'
import { pauseAnyJob, suppressEverywhere } from './organizations.ts'

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

  it('a job is paused', async () => {
    const pause = { operation: 'pause a job', input: { job: 0 }, isReverse: true }
    const plan: readonly Planned[] = [elsewhere, ['by another organization', pause]]
    await expectFaultSeen(prepared(), plan, { replacements: pauseAnyJob, promises: [] })
  })
})
