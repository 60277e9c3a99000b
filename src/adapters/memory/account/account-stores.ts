import type { ApiKey, KeyHolder } from '../../../domain/account/api-key.ts'
import type { Session, SessionEnd } from '../../../domain/account/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import { without } from '../without.ts'
import type { Writes } from '../writes.ts'

/** Who there is, in one transaction. */
export function accountStores(
  store: MemoryStore,
  writes: Writes,
): Pick<
  Transaction,
  'organizations' | 'users' | 'sessions' | 'passwordResets' | 'accountLinks' | 'apiKeys' | 'confirmations'
> {
  function endSessions(which: (session: Session) => boolean, end: SessionEnd): void {
    for (const session of [...store.sessions.values()].filter((one) => one.end === null && which(one))) {
      writes.put(store.sessions, session.id, { ...session, end })
    }
  }

  function endResets(userId: string): void {
    for (const one of [...store.passwordResets.values()].filter((reset) => reset.userId === userId))
      writes.put(store.passwordResets, one.digest, { ...one, used: true })
  }

  return {
    organizations: {
      add: async (organization) => writes.put(store.organizations, organization.id, organization),
      count: async () => store.organizations.size,
      lock: async (id) => store.organizations.get(id.toLowerCase()) ?? null,
      save: async (organization) => writes.put(store.organizations, organization.id, organization),
    },
    users: {
      add: async (user) => {
        if ([...store.users.values()].some(({ email }) => email === user.email)) {
          throw new DomainError('CONFLICT', { message: 'This e-mail address has an account already' })
        }
        writes.put(store.users, user.id, user)
      },
      lock: async (id) => store.users.get(id) ?? null,
      save: async (user) => writes.put(store.users, user.id, user),
    },
    sessions: {
      start: async (session) => {
        endSessions(({ userId }) => userId === session.userId, 'replaced')
        writes.put(store.sessions, session.id, session)
      },
      end: async (id, how) => endSessions((session) => session.id === id, how),
      endOthers: async ({ id, userId }, how) =>
        endSessions((session) => session.userId === userId && session.id !== id, how),
      endAll: async (userId, how) => endSessions((session) => session.userId === userId, how),
    },
    passwordResets: {
      addFor: async (email, reset) => {
        const user = [...store.users.values()].find((one) => one.email === email) ?? null
        writes.put(store.passwordResets, reset.digest, { ...reset, userId: user?.id ?? null, used: false })
        if (user === null) return null
        const { id, organizationId, name } = user
        return { id, organizationId, email, name }
      },
      take: async (digest, at) => {
        const reset = store.passwordResets.get(digest)
        if (reset === undefined || reset.used || reset.expiresAt <= at || reset.userId === null) return null
        endResets(reset.userId)
        return reset.userId
      },
      endAll: async (userId) => endResets(userId),
    },
    accountLinks: {
      add: async (link) => writes.put(store.accountLinks, link.digest, { ...link, used: false }),
      take: async (digest, purpose, at) => {
        const link = store.accountLinks.get(digest)
        if (link === undefined || link.used || link.purpose !== purpose || link.expiresAt <= at) return null
        writes.put(store.accountLinks, digest, { ...link, used: true })
        return without(link, 'used')
      },
    },
    apiKeys: {
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
    },
    confirmations: {
      add: async (confirmation) => writes.put(store.confirmations, confirmation.organizationId, confirmation),
      lock: async (organizationId) => store.confirmations.get(organizationId) ?? null,
      save: async (confirmation) =>
        writes.put(store.confirmations, confirmation.organizationId, confirmation),
    },
  }
}

export function holderOf(store: MemoryStore, key: ApiKey): KeyHolder {
  const { id, organizationId, scopes, expiresAt, revokedAt } = key
  const planAllowsApiKeys = store.planOf(organizationId).apiKeys
  return { id, organizationId, scopes, expiresAt, revokedAt, planAllowsApiKeys }
}
