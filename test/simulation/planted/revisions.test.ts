import { describe, it } from '@jest/globals'
import { preparedForTests } from '../prepared-for-tests.ts'
import { noEditLost } from '../promises/organization/no-edit-lost.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'
import { lastEditWins } from './faults/revisions.ts'

const edit = (editor: number): Planned => [
  'edit by revision',
  { of: 'spinner', spinner: 0, editor, looks: false },
]

describe('the simulator sees that', () => {
  const prepared = preparedForTests()

  it('an edit overwrites another that its editor has not seen', async () => {
    const plan: readonly Planned[] = [
      ['make a table', { otherProject: false }],
      ['make a spinner', { table: 0 }],
      ['edit by revision', { of: 'spinner', spinner: 0, editor: 0, looks: true }],
      edit(1),
      edit(0),
      edit(1),
      ['elapse', { seconds: 60 }],
    ]
    await expectFaultSeen(prepared(), plan, { replacements: lastEditWins, promises: [noEditLost] })
  })
})
