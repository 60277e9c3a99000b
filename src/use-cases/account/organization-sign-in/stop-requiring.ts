import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { factsOf } from './sign-in-providers.ts'

/**
 * Lets the members of an organization sign in without its own provider again, and returns the name of the organization.
 * The organization must be locked and have a provider.
 */
export async function stopRequiring(tx: Transaction, organizationId: string, by: Actor): Promise<string> {
  const organization = await tx.organizations.lock(organizationId)
  const before = await tx.organizationSignIn.provider(organizationId)
  if (organization === null || before === null)
    throw new DomainError('NOT_FOUND', { message: 'The organization has no sign-in provider' })
  const after = { ...before, requiredAt: null }
  await tx.organizationSignIn.saveProvider(after)
  await tx.audit.add({
    action: 'signInProvider.saved',
    organizationId,
    by,
    subject: { kind: 'organization', id: organizationId, name: null },
    before: factsOf(before),
    after: factsOf(after),
  })
  return organization.name
}
