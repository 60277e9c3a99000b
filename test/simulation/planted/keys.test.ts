import { describe, it } from '@jest/globals'
import { preparedForTests } from '../prepared-for-tests.ts'
import { keysObeyed } from '../promises/organization/keys-obeyed.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'
import { forgottenRevocation, unlimitedKey, withoutRates } from './faults/keys.ts'

const table: Planned = ['make a table', { otherProject: false }]
const use = (key: object): Planned => ['use a key', { key: 0, table: 1, person: 0, ...key }]

describe('the simulator sees that a key', () => {
  const prepared = preparedForTests()

  it('works after its revocation', async () => {
    const plan: readonly Planned[] = [
      table,
      ['create a key', { scopes: 2, project: 2, expires: 0 }],
      ['revoke a key', { key: 0 }],
      use({ action: 'identity' }),
    ]
    await expectFaultSeen(prepared(), plan, { replacements: forgottenRevocation, promises: [keysObeyed] })
  })

  it('makes more requests than its rate allows', async () => {
    const plan: readonly Planned[] = [
      table,
      ['create a key', { scopes: 1, project: 2, expires: 0, requestsPerSecond: 1 }],
      ['a burst of requests', { key: 0 }],
    ]
    await expectFaultSeen(prepared(), plan, { replacements: withoutRates, promises: [keysObeyed] })
  })

  it('reaches another project than its own', async () => {
    const plan: readonly Planned[] = [
      table,
      ['make a table', { otherProject: true }],
      ['create a key', { scopes: 2, project: 0, expires: 0 }],
      use({ action: 'ingest' }),
    ]
    await expectFaultSeen(prepared(), plan, { replacements: unlimitedKey, promises: [keysObeyed] })
  })
})
