import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { EmailDomain } from '../../../domain/account/open-id/email-domain.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

interface Checked {
  readonly before: EmailDomain
  readonly after: EmailDomain
  readonly by: Actor
}

/** Stores a domain after a check, with an audit entry if the domain was proven or has lost its proof. */
export async function saveChecked(tx: Transaction, { before, after, by }: Checked): Promise<EmailDomain> {
  await tx.organizationSignIn.saveDomain(after)
  const { id, organizationId, domain, provenAt } = after
  if ((provenAt === null) === (before.provenAt === null)) return after
  const action = provenAt === null ? 'emailDomain.lost' : 'emailDomain.proven'
  await tx.audit.add({ action, organizationId, by, subject: { kind: 'emailDomain', id, name: domain } })
  return after
}
