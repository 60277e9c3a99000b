import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { newTestClock } from '../../domain/test-mode/test-clock.ts'
import { testOrganizationOf, testPlan } from '../../domain/test-mode/test-organization.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

interface Wanted {
  readonly realId: string
  readonly now: Date
  readonly ids: Ids
  readonly by: Actor
}

/**
 * Returns the id of the test organization that belongs to a real one, and creates it if it does not exist.
 * Locks the real organization.
 */
export async function testOrganizationIn(tx: Transaction, { realId, now, ids, by }: Wanted): Promise<string> {
  const real = await tx.organizations.lock(realId)
  if (real === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
  const known = await tx.testClocks.organizationOf(real.id)
  if (known !== null) return known
  const id = ids.next()
  await tx.plans.putMissing([testPlan])
  await tx.organizations.add(testOrganizationOf(real, id, now))
  await tx.testClocks.add(newTestClock(id, now))
  const subject = { kind: 'organization', id, name: real.name } as const
  await tx.audit.add({ action: 'testMode.begun', organizationId: real.id, by, subject })
  return id
}
