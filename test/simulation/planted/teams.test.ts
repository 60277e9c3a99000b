import { describe, it } from '@jest/globals'
import type { Binding } from '../../../src/composition/provide.ts'
import { preparedForTests } from '../prepared-for-tests.ts'
import { rolesObeyed } from '../promises/organization/roles-obeyed.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'
import { forgottenRemoval, forgottenRole } from './faults/teams.ts'

const add: Planned = ['work in a team', { what: 'add', member: 0, actor: 3, role: 2, request: 2 }]
const change = (what: string): Planned => [
  'work in a team',
  { what, member: 0, actor: 3, role: 0, request: 2 },
]

describe('the simulator sees that a member', () => {
  const prepared = preparedForTests()
  const expectSeen = (what: string, replacements: readonly Binding[]) =>
    expectFaultSeen(prepared(), [add, change(what)], { replacements, promises: [rolesObeyed] })

  it('acts after the removal', () => expectSeen('remove', forgottenRemoval))

  it('acts in a former role', () => expectSeen('role', forgottenRole))
})
