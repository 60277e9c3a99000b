import { noPassword } from '../../../domain/account/account.ts'
import { type Actor, asProvenUser } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { domainOf } from '../../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import type { Role } from '../../../domain/account/role.ts'
import type { KnownAccount, User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Identity } from '../../../ports/account/open-id.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { isUnconfirmed } from '../../admit-sending.ts'
import { OpenIdRefused } from './open-id-refused.ts'

interface ProviderSignIn {
  /** The provider as it was when the browser was sent there. */
  readonly provider: SignInProvider
  readonly identity: Identity
  readonly newId: () => string
  readonly at: Date
  readonly by: Actor
}

/**
 * Returns the member of an organization whom its own provider has identified, locked with the account. The provider
 * decides about this organization alone: it opens no account of a person who is not a member, and changes none.
 */
export async function organizationMember(tx: Transaction, arrival: ProviderSignIn): Promise<User> {
  const { provider, identity, at } = arrival
  const { organizationId } = provider
  await tx.organizations.lock(organizationId)
  if ((await tx.organizationSignIn.provider(organizationId))?.id !== provider.id)
    throw new OpenIdRefused('changed', { organizationId })
  const { verifiedEmail: email, subject } = identity
  if (email === null) throw new OpenIdRefused('noAddress', { organizationId })
  const domains = await tx.organizationSignIn.domainsOf(organizationId)
  if (!domains.some(({ domain, provenAt }) => provenAt !== null && domain === domainOf(email)))
    throw new OpenIdRefused('otherDomain', { organizationId, email })
  const knownId = await tx.organizationSignIn.memberBy(organizationId, subject)
  const member = knownId === null ? await memberOf(tx, arrival, email) : await locked(tx, knownId)
  if (member === null) return newMember(tx, arrival, email)
  if (knownId !== null) return member
  await tx.organizationSignIn.linkMember(organizationId, subject, member.id, at).catch((error: unknown) => {
    const isTaken = error instanceof DomainError && error.kind === 'conflict'
    throw isTaken ? new OpenIdRefused('otherIdentity', { organizationId, email }) : error
  })
  return member

  /** Returns the member with the address; null if nobody has an account with it. */
  async function memberOf(open: Transaction, of: ProviderSignIn, address: string): Promise<User | null> {
    const holder: KnownAccount | null = await open.accounts.findByEmail(address)
    if (holder === null) return null
    const user = holder.users.find((one) => one.organizationId === of.provider.organizationId)
    const present = user === undefined ? null : await locked(open, user.id)
    if (present?.email !== address)
      throw new OpenIdRefused('otherAccount', { organizationId, email: address })
    return present
  }
}

async function locked(tx: Transaction, userId: string): Promise<User | null> {
  const user = await tx.accounts.lockUser(userId)
  if (user !== null) await tx.accounts.lock(user.accountId)
  return user
}

/** Creates an account without a password and makes it a member, with the role of a pending invitation if there is one. */
async function newMember(tx: Transaction, arrival: ProviderSignIn, email: string): Promise<User> {
  const { provider, identity, newId, at, by } = arrival
  const { organizationId } = provider
  if (((await tx.organizations.find(organizationId))?.deletion ?? null) !== null)
    throw new OpenIdRefused('closed', { organizationId, email })
  if (await isUnconfirmed(tx, organizationId))
    throw new OpenIdRefused('unconfirmedOrganization', { organizationId, email })
  const role =
    (await invitedRole(tx, organizationId, email, at)) ??
    (await openRole(tx, provider, { email, subject: identity.subject }))
  const accountId = newId()
  const name = identity.name ?? email.slice(0, email.lastIndexOf('@'))
  const user = { id: newId(), organizationId, accountId, email, name, role, createdAt: at }
  // The organization has proven the domain, so it could read the mail of the address as well.
  await tx.accounts.add({
    id: accountId,
    email,
    passwordHash: noPassword,
    addressConfirmedAt: at,
    createdAt: at,
  })
  await tx.accounts.addUser(user)
  await tx.organizationSignIn.linkMember(organizationId, identity.subject, user.id, at)
  const subject = userAuditSubject(email, user)
  const after = { role, way: 'organizationProvider' } as const
  await tx.audit.add({ action: 'member.joined', organizationId, by: asProvenUser(by, user), subject, after })
  return user
}

/** Uses up a pending invitation of the organization, and returns its role; null if there is none that is valid. */
async function invitedRole(
  tx: Transaction,
  organizationId: string,
  email: string,
  at: Date,
): Promise<Role | null> {
  for (const { digest } of await tx.accountLinks.lockInvitationsOf(organizationId, email)) {
    if ((await tx.accountLinks.endOf(digest)) !== null) continue
    const taken = await tx.accountLinks.take(digest, 'invitation', at)
    if (taken?.role) return taken.role
  }
  return null
}

async function openRole(
  tx: Transaction,
  provider: SignInProvider,
  identity: { readonly email: string; readonly subject: string },
): Promise<Role> {
  const { organizationId, admitsNew, defaultRole } = provider
  const { email } = identity
  if (await tx.organizationSignIn.wasRemoved(organizationId, identity))
    throw new OpenIdRefused('removed', { organizationId, email })
  if (!admitsNew) throw new OpenIdRefused('notMember', { organizationId, email })
  return defaultRole
}
