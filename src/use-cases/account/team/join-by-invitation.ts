import { type Actor, asProvenUser, asUser } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

interface OpenedInvitation {
  /** The digest of the invitation's token. */
  readonly digest: string
  readonly by: Actor
  readonly newId: () => string
  readonly at: Date
}

/**
 * Uses up an invitation and makes a person who has an account a member of its organization. Returns null if the
 * invitation is not valid, ended with the role of its inviter, is for another address, or creates an organization. A person who is a member already stays
 * the same user, also if the invitation was used before: the answer to an earlier attempt may have been lost. The
 * account must be locked.
 */
export async function joinByInvitation(
  tx: Transaction,
  { accountId, email, name }: User,
  { digest, by, newId, at }: OpenedInvitation,
): Promise<User | null> {
  const hasEnded = (await tx.accountLinks.endOf(digest)) !== null
  const link = hasEnded ? null : await tx.accountLinks.takeInvitation(digest, email, at)
  const organizationId = link?.organizationId ?? (await tx.accountLinks.organizationOfUsed(digest, email))
  if (organizationId === null) return null
  const present = (await tx.accounts.usersOf(accountId)).find((one) => one.organizationId === organizationId)
  if (present !== undefined) return present
  if (link === null) return null
  const role = link.role ?? 'editor'
  const user = { id: newId(), organizationId, accountId, email, name, role, createdAt: at }
  await tx.accounts.addUser(user)
  const actor = asProvenUser(asUser(by, user), user)
  const subject = userAuditSubject(email, user)
  await tx.audit.add({ action: 'member.joined', organizationId, by: actor, subject, after: { role } })
  return user
}
