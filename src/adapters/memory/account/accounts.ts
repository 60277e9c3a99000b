import { hasNoPassword } from '../../../domain/account/account.ts'
import { endOfInvitation, type ListedInvitation } from '../../../domain/account/invitation.ts'
import type { OrganizationView } from '../../../domain/account/organization.ts'
import type { OrganizationDeletion } from '../../../domain/account/organization-deletion.ts'
import { roles } from '../../../domain/account/role.ts'
import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import {
  hasApp,
  isConfirmed,
  mustSetUpSecondFactor,
} from '../../../domain/account/second-factor/second-factor.ts'
import type { Session, SignedIn } from '../../../domain/account/sessions/session.ts'
import type { KnownAccount, Membership } from '../../../domain/account/user.ts'
import {
  Accounts,
  type Member,
  type OrganizationSummary,
  type OwnSecondFactor,
} from '../../../ports/account/accounts.ts'
import { omitFields } from '../omit-fields.ts'
import type { MemoryStore } from '../store.ts'
import { inviterRoleOf, passkeysOf, pendingInvitations, usersOfAccount } from './account-stores.ts'

export class MemoryAccounts extends Accounts {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async accountByEmail(email: string): Promise<KnownAccount | null> {
    const account = [...this.#store.accounts.values()].find((one) => one.email === email)
    const [first, ...others] = account === undefined ? [] : usersOfAccount(this.#store, account.id)
    return account === undefined || first === undefined ? null : { account, users: [first, ...others] }
  }

  override async secondFactor(accountId: string): Promise<OwnSecondFactor | null> {
    const factor = this.#store.secondFactors.get(accountId)
    if (factor === undefined || factor.confirmedAt === null) return null
    const recoveryCodes = factor.recoveryDigests.length
    return { confirmedAt: factor.confirmedAt, recoveryCodes, hasApp: hasApp(factor) }
  }

  override async passkeys(accountId: string): Promise<readonly Passkey[]> {
    return passkeysOf(this.#store, accountId)
  }

  override async passkey(credentialId: string): Promise<Passkey | null> {
    return [...this.#store.passkeys.values()].find((one) => one.credentialId === credentialId) ?? null
  }

  override async membershipsOf(accountId: string): Promise<readonly Membership[]> {
    const { organizations, users } = this.#store
    return [...users.values()]
      .filter((user) => user.accountId === accountId)
      .map(({ organizationId, role }) => {
        return { organizationId, organizationName: organizations.get(organizationId)?.name ?? '', role }
      })
      .toSorted((a, b) => (a.organizationName < b.organizationName ? -1 : 1))
  }

  override async signedIn(sessionId: string): Promise<SignedIn | null> {
    const session = this.#store.sessions.get(sessionId)
    const user = session && this.#store.users.get(session.userId)
    if (session === undefined || user === undefined) return null
    const organization = this.#store.testSessions.has(sessionId)
      ? [...this.#store.organizations.values()].find(({ testOf }) => testOf === user.organizationId)
      : undefined
    const clock = organization && this.#store.testClocks.get(organization.id)
    const test = clock === undefined ? null : { organizationId: clock.organizationId, now: clock.now }
    const signedIn = { session, user, test }
    const requiredAt = this.#store.organizations.get(user.organizationId)?.secondFactorRequiredAt ?? null
    const factor = this.#store.secondFactors.get(user.accountId) ?? null
    const account = this.#store.accounts.get(user.accountId)
    const mustSetUp = mustSetUpSecondFactor({
      requiredAt,
      hasPassword: account !== undefined && !hasNoPassword(account),
      hasSecondFactor: isConfirmed(factor),
      session,
    })
    const deletion = this.#deletionOf(user.organizationId)
    return {
      ...signedIn,
      ...(mustSetUp ? { mustSetUpSecondFactor: true } : {}),
      ...(deletion === null ? {} : { deletesAt: deletion.deletesAt }),
    }
  }

  #deletionOf(organizationId: string): OrganizationDeletion | null {
    const deletion = this.#store.deletions.get(organizationId)
    return deletion === undefined || deletion.state === 'reopening' ? null : deletion
  }

  override async members(organizationId: string): Promise<readonly Member[]> {
    return [...this.#store.users.values()]
      .filter((user) => user.organizationId === organizationId)
      .toSorted(
        (a, b) =>
          roles.indexOf(b.role) - roles.indexOf(a.role) || (a.name < b.name ? -1 : Number(a.name > b.name)),
      )
      .map((user) => {
        const seen = [...this.#store.sessions.values()].filter(({ userId }) => userId === user.id)
        const latest = Math.max(...seen.map(({ seenAt }) => seenAt.getTime()))
        return {
          ...user,
          seenAt: seen.length === 0 ? null : new Date(latest),
          hasSecondFactor: isConfirmed(this.#store.secondFactors.get(user.accountId) ?? null),
        }
      })
  }

  override async invitations(organizationId: string): Promise<readonly ListedInvitation[]> {
    return pendingInvitations(this.#store, organizationId)
      .map((one) => ({
        ...omitFields(one, 'digest'),
        endedBecause: endOfInvitation(one, inviterRoleOf(this.#store, one)),
      }))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  }

  override async sessionsOf(userId: string, now: Date): Promise<readonly Session[]> {
    return [...this.#store.sessions.values()]
      .filter((one) => one.userId === userId && one.end === null && one.expiresAt > now)
      .toSorted((a, b) => b.seenAt.getTime() - a.seenAt.getTime())
  }

  override noteSessionUse(sessionId: string, at: Date): void {
    const session = this.#store.sessions.get(sessionId)
    if (session === undefined || session.seenAt >= minuteOf(at)) return
    this.#store.sessions.set(sessionId, { ...session, seenAt: minuteOf(at) })
  }

  override async organization(id: string): Promise<OrganizationView | null> {
    const organization = this.#store.organizations.get(id.toLowerCase())
    if (organization === undefined) return null
    const deletion = this.#deletionOf(organization.id)
    return {
      ...organization,
      plan: this.#store.planOf(organization.id),
      deletion: deletion && {
        requestedAt: deletion.requestedAt,
        deletesAt: deletion.deletesAt,
        requestedBy: this.#store.users.get(deletion.requestedBy)?.email ?? null,
      },
    }
  }

  override async organizations(): Promise<readonly OrganizationSummary[]> {
    const users = [...this.#store.users.values()]
    const oldestFirst = [...this.#store.organizations.values()]
      .filter(({ testOf }) => !testOf)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    return oldestFirst.map((organization) => ({
      ...organization,
      owners: users
        .filter(({ organizationId, role }) => organizationId === organization.id && role === 'owner')
        .map(({ email }) => email),
    }))
  }
}

/**
 * Returns the beginning of the minute of a time. The last uses of API keys and sessions are stored only to
 * the minute.
 */
export const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)
