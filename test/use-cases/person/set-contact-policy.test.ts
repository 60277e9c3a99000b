import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { runRequest } from '../../../src/adapters/system/request-writes.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { type ContactPolicy, noContactPolicy } from '../../../src/domain/person/contact-policy.ts'
import { ContactPolicies } from '../../../src/ports/person/contact-rules.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { SetContactPolicy } from '../../../src/use-cases/person/set-contact-policy.ts'
import { createWorld, type World } from '../../support/world.ts'

const weekly: ContactPolicy = {
  messagesPerDay: null,
  messagesPerWeek: 1,
  daysBetweenSpinners: null,
  activePerDomain: null,
}

/**
 * A test double of the contact rules that loses the database after a policy is stored, before the waiting
 * recipients are made due.
 */
class LostRules extends ContactPolicies {
  isLost = true
  looked = 0

  override async of(): Promise<ContactPolicy> {
    return noContactPolicy
  }

  override async reviewWaits(): Promise<void> {
    if (this.isLost) throw new DomainError('OVERLOADED')
    this.looked++
  }
}

describe('setting a contact policy while the database becomes unavailable', () => {
  let world: World
  const rules = new LostRules()

  beforeEach(async () => {
    rules.isLost = true
    world = await createWorld('memory', [provideValue(ContactPolicies, rules)])
  })
  afterEach(() => world.close())

  const set = () => {
    const { organizationId } = world.demo
    const setContactPolicy = world.container.get(SetContactPolicy)
    const command = { organizationId, policy: weekly, revision: null, by: operator }
    return runRequest(() => setContactPolicy.execute(command))
  }
  const stored = () =>
    world.container.get(UnitOfWork).run((tx) => tx.contactPolicies.of(world.demo.organizationId))

  it('does not claim that nothing was written after the policy was stored', async () => {
    await expect(set()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await stored()).toEqual(weekly)
  })

  it('succeeds on a retry, which writes nothing if the policy is already stored', async () => {
    await expect(set()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await expect(set()).rejects.toMatchObject({ code: 'OVERLOADED' })
    rules.isLost = false
    await set()
    expect(rules.looked).toBe(1)
  })
})
