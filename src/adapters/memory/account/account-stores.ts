import type { Account } from '../../../domain/account/account.ts'
import type { AccountLink } from '../../../domain/account/account-link.ts'
import type { ApiKey, KeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import {
  endOfInvitation,
  type Invitation,
  type InvitationEnd,
  type KeptInvitation,
} from '../../../domain/account/invitation.ts'
import type { Role } from '../../../domain/account/role.ts'
import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import { isConfirmed } from '../../../domain/account/second-factor/second-factor.ts'
import type { Session, SessionEnd } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKey } from '../../../ports/account/open-id.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { omitFields } from '../omit-fields.ts'
import type { MemoryStore, StoredAccountLink } from '../store.ts'
import type { Writes } from '../writes.ts'
import { organizationDeletionStore } from './organization-deletions.ts'
import { organizationSignInStore } from './organization-sign-in.ts'

/** Returns the stores of organizations, users, sessions, links and keys for one transaction. */
export function accountStores(
  store: MemoryStore,
  writes: Writes,
): Pick<
  Transaction,
  | 'organizations'
  | 'accounts'
  | 'organizationDeletions'
  | 'users'
  | 'sessions'
  | 'accountLinks'
  | 'openId'
  | 'organizationSignIn'
  | 'secondFactors'
  | 'passkeys'
  | 'apiKeys'
> {
  return {
    organizations: organizationStore(store, writes),
    accounts: accountStore(store, writes),
    organizationDeletions: organizationDeletionStore(store, writes),
    users: userStore(store, writes),
    sessions: sessionStore(store, writes),
    accountLinks: accountLinkStore(store, writes),
    openId: openIdStore(store, writes),
    organizationSignIn: organizationSignInStore(store, writes),
    secondFactors: secondFactorStore(store, writes),
    passkeys: passkeyStore(store, writes),
    apiKeys: apiKeyStore(store, writes),
  }
}

function organizationStore(store: MemoryStore, writes: Writes): Transaction['organizations'] {
  return {
    add: async (organization) => writes.put(store.organizations, organization.id, organization),
    count: async () => [...store.organizations.values()].filter((one) => !one.testOf).length,
    lock: async (id) => store.organizations.get(id.toLowerCase()) ?? null,
    departureOf: async (id) => {
      const deletion = store.deletions.get(id)
      if (deletion === undefined || deletion.state === 'reopening') return null
      return { kind: 'deletion', organizationId: id, deletesAt: deletion.deletesAt }
    },
    allowsSeveralSessions: async (id) => store.organizations.get(id)?.severalSessions ?? false,
    unsubscribesByReply: async (id) => store.organizations.get(id)?.unsubscribesByReply ?? false,
    auditsValues: async (id) => store.organizations.get(id)?.auditsValues ?? false,
    requiresSecondFactor: async (id) =>
      (store.organizations.get(id)?.secondFactorRequiredAt ?? null) !== null,
    save: async (organization) => writes.put(store.organizations, organization.id, organization),
    addConfirmation: async (confirmation) =>
      writes.put(store.confirmations, confirmation.organizationId, confirmation),
    lockConfirmation: async (organizationId) => store.confirmations.get(organizationId) ?? null,
    saveConfirmation: async (confirmation) =>
      writes.put(store.confirmations, confirmation.organizationId, confirmation),
  }
}

function accountStore(store: MemoryStore, writes: Writes): Transaction['accounts'] {
  function put(account: Account): void {
    const { id, email } = account
    if ([...store.accounts.values()].some((one) => one.email === email && one.id !== id))
      throw new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
    writes.put(store.accounts, id, account)
    for (const user of usersOfAccount(store, id)) writes.put(store.users, user.id, { ...user, email })
  }

  return {
    add: async (account) => put(account),
    lock: async (id) => store.accounts.get(id) ?? null,
    save: async (account) => put(account),
  }
}

/** Returns the users of an account, the user of the last sign-in first. */
export function usersOfAccount(store: MemoryStore, accountId: string): User[] {
  const latest = ({ id: ofUser }: User): string => {
    const own = [...store.sessions.values()].filter(({ userId }) => userId === ofUser)
    const times = own.map(({ createdAt, id }) => `${createdAt.toISOString()} ${id}`)
    return times.toSorted().at(-1) ?? ''
  }
  const first = (user: User): string => `${user.createdAt.toISOString()} ${user.id}`
  return [...store.users.values()]
    .filter((user) => user.accountId === accountId)
    .toSorted((a, b) => (first(a) < first(b) ? -1 : 1))
    .toSorted((a, b) => (latest(a) === latest(b) ? 0 : latest(a) < latest(b) ? 1 : -1))
}

function userStore(store: MemoryStore, writes: Writes): Transaction['users'] {
  return {
    add: async (user) => {
      const { accountId, organizationId } = user
      if (usersOfAccount(store, accountId).some((one) => one.organizationId === organizationId))
        throw new DomainError('CONFLICT', {
          message: 'This person is already a member of the organization',
        })
      writes.put(store.users, user.id, user)
      writes.drop(store.removedMembers, `${organizationId} ${user.email}`)
    },
    lock: async (id) => store.users.get(id) ?? null,
    ofAccount: async (accountId) => usersOfAccount(store, accountId),
    save: async ({ id, name, role }) => {
      const kept = store.users.get(id)
      if (kept !== undefined) writes.put(store.users, id, { ...kept, name, role })
    },
    owners: async (organizationId) =>
      [...store.users.values()].filter(
        (user) => user.organizationId === organizationId && user.role === 'owner',
      ),
    remove: async ({ id, accountId }) => {
      for (const session of [...store.sessions.values()].filter(({ userId }) => userId === id))
        writes.drop(store.sessions, session.id)
      for (const { digest } of [...store.accountLinks.values()].filter(({ userId }) => userId === id))
        writes.drop(store.accountLinks, digest)
      for (const view of [...store.views.values()].filter(({ userId }) => userId === id))
        writes.drop(store.views, view.id)
      for (const [key] of [...store.memberIdentities].filter(([, userId]) => userId === id))
        writes.drop(store.memberIdentities, key)
      writes.drop(store.users, id)
      if (usersOfAccount(store, accountId).length > 0) return
      for (const reset of [...store.passwordResets.values()].filter((one) => one.accountId === accountId))
        writes.drop(store.passwordResets, reset.digest)
      for (const [key] of [...store.openIdIdentities].filter(([, owner]) => owner === accountId))
        writes.drop(store.openIdIdentities, key)
      writes.drop(store.secondFactors, accountId)
      for (const passkey of passkeysOf(store, accountId)) writes.drop(store.passkeys, passkey.id)
      writes.drop(store.accounts, accountId)
    },
  }
}

function sessionStore(store: MemoryStore, writes: Writes): Transaction['sessions'] {
  function endSessions(which: (session: Session) => boolean, end: SessionEnd): void {
    for (const session of [...store.sessions.values()].filter((one) => one.end === null && which(one))) {
      writes.put(store.sessions, session.id, { ...session, end })
    }
  }

  return {
    start: async (session, replaced) => {
      endSessions(({ userId, kind }) => userId === session.userId && replaced.includes(kind), 'replaced')
      writes.put(store.sessions, session.id, session)
    },
    endByAccount: async (organizationId, how) => {
      endSessions(({ userId, vouchedBy }) => {
        const user = store.users.get(userId)
        if (user?.organizationId !== organizationId || vouchedBy !== 'account') return false
        return user.role !== 'owner' || !isConfirmed(store.secondFactors.get(user.accountId) ?? null)
      }, how)
    },
    endOfOthers: async (organizationId, accountId, how) =>
      endSessions(({ userId }) => {
        const user = store.users.get(userId)
        return user?.organizationId === organizationId && user.accountId !== accountId
      }, how),
    leaveOneEach: async (organizationId, keptId, at) => {
      const isOf = ({ userId }: Session) => store.users.get(userId)?.organizationId === organizationId
      const live = [...store.sessions.values()].filter((one) => one.end === null && one.expiresAt > at)
      const rank = ({ id, createdAt }: Session) => [id === keptId ? 1 : 0, createdAt.getTime(), id] as const
      const outranked = (session: Session) =>
        live.some((one) => one.userId === session.userId && isBefore(rank(session), rank(one)))
      endSessions((session) => isOf(session) && outranked(session), 'replaced')
    },
    isOpen: async (id) => store.sessions.get(id)?.end === null,
    hasComeFrom: async (accountId, address) =>
      [...store.sessions.values()].some(
        (session) => session.address === address && store.users.get(session.userId)?.accountId === accountId,
      ),
    end: async (id, how) => endSessions((session) => session.id === id, how),
    endOthers: async ({ id, userId }, how) =>
      endSessions((session) => session.userId === userId && session.id !== id, how),
    endOwn: async (userId, id, how, at) => {
      const session = store.sessions.get(id)
      if (session?.userId !== userId || session.end !== null || session.expiresAt <= at) return null
      endSessions((one) => one.id === id, how)
      const { kind, userAgent, address } = session
      return { kind, userAgent, address }
    },
    speakForTest: async (id, test) => {
      if (test) writes.put(store.testSessions, id, id)
      else writes.drop(store.testSessions, id)
    },
    endAll: async (accountId, how, _at, keptId) =>
      endSessions(({ id, userId }) => store.users.get(userId)?.accountId === accountId && id !== keptId, how),
  }
}

function organizationOfUsed(store: MemoryStore, digest: string, email: string): string | null {
  const link = store.accountLinks.get(digest)
  const isUsed = link?.purpose === 'invitation' && link.used && link.email === email
  return isUsed ? link.organizationId : null
}

function accountLinkStore(store: MemoryStore, writes: Writes): Transaction['accountLinks'] {
  function accountOfReset(digest: string, at: Date): string | null {
    const reset = store.passwordResets.get(digest)
    return reset === undefined || reset.used || reset.expiresAt <= at ? null : reset.accountId
  }

  function endResets(accountId: string): void {
    for (const one of [...store.passwordResets.values()].filter((reset) => reset.accountId === accountId))
      writes.put(store.passwordResets, one.digest, { ...one, used: true })
  }

  return {
    addReset: async (email, reset) => {
      const account = [...store.accounts.values()].find((one) => one.email === email)
      const accountId = account?.id ?? null
      writes.put(store.passwordResets, reset.digest, { ...reset, accountId, used: false })
      const [user] = accountId === null ? [] : usersOfAccount(store, accountId)
      if (user === undefined) return null
      const { id, organizationId, name } = user
      return { id, organizationId, email, name }
    },
    accountOfReset: async (digest, at) => accountOfReset(digest, at),
    takeReset: async (digest, at) => {
      const accountId = accountOfReset(digest, at)
      if (accountId !== null) endResets(accountId)
      return accountId
    },
    endResets: async (accountId) => endResets(accountId),
    add: async (link) => writes.put(store.accountLinks, link.digest, { ...link, used: false }),
    take: async (digest, purpose, at) => {
      const link = store.accountLinks.get(digest)
      if (link === undefined || link.used || link.purpose !== purpose || link.expiresAt <= at) return null
      writes.put(store.accountLinks, digest, { ...link, used: true })
      return linkOf(link)
    },
    takeInvitation: async (digest, email, at) => {
      const link = store.accountLinks.get(digest)
      if (link === undefined || link.used || link.purpose !== 'invitation' || link.expiresAt <= at)
        return null
      if (link.email !== email || link.organizationId === null) return null
      writes.put(store.accountLinks, digest, { ...link, used: true })
      return linkOf(link)
    },
    organizationOfUsed: async (digest, email) => organizationOfUsed(store, digest, email),
    userOf: async (digest, purpose, at) => {
      const link = store.accountLinks.get(digest)
      return link?.purpose === purpose && !link.used && link.expiresAt > at ? link.userId : null
    },
    wasTaken: async (userId, purpose, email) =>
      [...store.accountLinks.values()].some(
        (link) => link.userId === userId && link.purpose === purpose && link.email === email && link.used,
      ),
    endLinks: async (accountId, purposes) => {
      for (const { digest, purpose, userId } of store.accountLinks.values())
        if (purposes.includes(purpose) && store.users.get(userId ?? '')?.accountId === accountId)
          writes.drop(store.accountLinks, digest)
    },
    isInvited: async (email, at) => isInvited(store, email, at),
    endOf: async (digest) => endOfLink(store, store.accountLinks.get(digest)),
    invite: async ({ id, invitedBy, ...invitation }) => {
      const { organizationId, email } = invitation
      for (const one of pendingInvitations(store, organizationId))
        if (one.email === email) writes.drop(store.accountLinks, one.digest)
      const link = { ...invitation, purpose: 'invitation', userId: null, used: false } as const
      writes.put(store.accountLinks, link.digest, { ...link, invited: { id, by: invitedBy } })
    },
    lockInvitationsOf: async (organizationId, email) =>
      pendingInvitations(store, organizationId).filter((one) => one.email === email),
    lockInvitation: async (organizationId, id) =>
      pendingInvitations(store, organizationId).find((one) => one.id === id) ?? null,
    withdraw: async (id) => {
      const kept = [...store.accountLinks.values()].find(({ invited, used }) => invited?.id === id && !used)
      if (kept !== undefined) writes.drop(store.accountLinks, kept.digest)
    },
  }
}

function openIdStore(store: MemoryStore, writes: Writes): Transaction['openId'] {
  return {
    addState: async (state) => writes.put(store.openIdStates, state.digest, { ...state, used: false }),
    takeState: async (digest, at) => {
      const state = store.openIdStates.get(digest)
      if (state === undefined || state.used || state.expiresAt <= at) return null
      writes.put(store.openIdStates, digest, { ...state, used: true })
      return omitFields(state, 'used')
    },
    accountOf: async (identity) => store.openIdIdentities.get(identityKey(identity)) ?? null,
    link: async (identity, accountId) => {
      const key = identityKey(identity)
      if (store.openIdIdentities.has(key))
        throw new DomainError('CONFLICT', {
          message: 'This identity is already linked to an account; sign in again',
        })
      writes.put(store.openIdIdentities, key, accountId)
    },
  }
}

function secondFactorStore(store: MemoryStore, writes: Writes): Transaction['secondFactors'] {
  return {
    of: async (accountId) => store.secondFactors.get(accountId) ?? null,
    save: async (factor) => writes.put(store.secondFactors, factor.accountId, factor),
    remove: async (accountId) => writes.drop(store.secondFactors, accountId),
  }
}

function passkeyStore(store: MemoryStore, writes: Writes): Transaction['passkeys'] {
  const find = (credentialId: string) =>
    [...store.passkeys.values()].find((passkey) => passkey.credentialId === credentialId) ?? null
  return {
    of: async (accountId) => passkeysOf(store, accountId),
    find: async (credentialId) => find(credentialId),
    add: async (passkey) => {
      if (find(passkey.credentialId) !== null)
        throw new DomainError('CONFLICT', { message: 'This passkey is already in use' })
      writes.put(store.passkeys, passkey.id, passkey)
    },
    save: async (passkey) => writes.put(store.passkeys, passkey.id, passkey),
    remove: async (id) => writes.drop(store.passkeys, id),
    removeAll: async (accountId) => {
      for (const { id } of passkeysOf(store, accountId)) writes.drop(store.passkeys, id)
    },
  }
}

function apiKeyStore(store: MemoryStore, writes: Writes): Transaction['apiKeys'] {
  return {
    add: async (key) => writes.put(store.apiKeys, key.id, key),
    lock: async (organizationId, id) => store.owned(store.apiKeys, organizationId, id),
    save: async (key) => writes.put(store.apiKeys, key.id, key),
    revokeAll: async (organizationId, at) => {
      const ended = [...store.apiKeys.values()].filter(
        (key) => key.organizationId === organizationId && (key.revokedAt === null || key.revokedAt > at),
      )
      for (const key of ended) writes.put(store.apiKeys, key.id, { ...key, revokedAt: at })
      return ended.map(({ id, name }) => ({ id, name }))
    },
  }
}

type Rank = readonly [number, number, string]

function isBefore(one: Rank, other: Rank): boolean {
  const differs = one.findIndex((value, at) => value !== other[at])
  return differs !== -1 && (one[differs] ?? 0) < (other[differs] ?? 0)
}

const identityKey = ({ issuer, subject }: IdentityKey): string => `${issuer} ${subject}`

function linkOf(link: StoredAccountLink): AccountLink {
  return omitFields(link, 'used', 'invited')
}

/** Returns the passkeys of an account, oldest first. */
export function passkeysOf(store: MemoryStore, accountId: string): Passkey[] {
  return [...store.passkeys.values()]
    .filter((passkey) => passkey.accountId === accountId)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
}

/** Returns the invitations of an organization that nobody has used. */
export function pendingInvitations(store: MemoryStore, organizationId: string): KeptInvitation[] {
  return [...store.accountLinks.values()].flatMap((link) => {
    const { invited, used, email, digest, createdAt, expiresAt } = link
    if (invited === undefined || used || email === null || link.organizationId !== organizationId) return []
    const role = link.role ?? 'editor'
    return [
      { id: invited.id, invitedBy: invited.by, organizationId, email, role, digest, createdAt, expiresAt },
    ]
  })
}

/** Returns the present role of the user who sent an invitation; null if that user is no longer a member. */
export function inviterRoleOf(
  store: MemoryStore,
  { invitedBy, organizationId }: Pick<Invitation, 'invitedBy' | 'organizationId'>,
): Role | null {
  const inviter = store.users.get(invitedBy ?? '')
  return inviter?.organizationId === organizationId ? inviter.role : null
}

/** Returns whether an address has an invitation that is unused and has not ended. */
function isInvited(store: MemoryStore, email: string, at: Date): boolean {
  const unused = [...store.accountLinks.values()].filter(
    (link) => link.purpose === 'invitation' && link.email === email && !link.used && link.expiresAt > at,
  )
  return unused.some((link) => endOfLink(store, link) === null)
}

function endOfLink(store: MemoryStore, link: StoredAccountLink | undefined): InvitationEnd | null {
  if (link?.invited === undefined || link.organizationId === null) return null
  const { invited, organizationId, role } = link
  const invitation = { invitedBy: invited.by, role: role ?? 'editor' } as const
  return endOfInvitation(invitation, inviterRoleOf(store, { ...invitation, organizationId }))
}

export function holderOf(store: MemoryStore, key: ApiKey): KeyHolder {
  const { id, organizationId, scopes, expiresAt, revokedAt } = key
  const planAllowsApiKeys = store.planOf(organizationId).apiKeys
  return { id, organizationId, scopes, expiresAt, revokedAt, planAllowsApiKeys }
}
