import type { EmailDomain } from '../../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type OrganizationSignIn, OrganizationSignIns } from '../../../ports/account/organization-sign-in.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

export function organizationSignInStore(
  store: MemoryStore,
  writes: Writes,
): Transaction['organizationSignIn'] {
  const keyOf = (organizationId: string, text: string) => `${organizationId} ${text}`
  const forget = (organizationId: string) => {
    for (const key of [...store.memberIdentities.keys()].filter((one) =>
      one.startsWith(`${organizationId} `),
    ))
      writes.drop(store.memberIdentities, key)
    for (const [key, one] of store.removedMembers)
      if (one.organizationId === organizationId)
        writes.put(store.removedMembers, key, { ...one, subject: null })
  }
  return {
    addDomain: async (domain) => {
      if (domainsOf(store, domain.organizationId).some((one) => one.domain === domain.domain))
        throw new DomainError('CONFLICT', { message: 'The organization has added this domain already' })
      writes.put(store.emailDomains, domain.id, domain)
    },
    domainsOf: async (organizationId) => domainsOf(store, organizationId),
    lockDomain: async (organizationId, id) => {
      const domain = store.emailDomains.get(id)
      return domain?.organizationId === organizationId ? domain : null
    },
    saveDomain: async (domain) => {
      const other = [...store.emailDomains.values()].find(
        (one) => one.domain === domain.domain && one.provenAt !== null && one.id !== domain.id,
      )
      if (domain.provenAt !== null && other !== undefined)
        throw new DomainError('CONFLICT', { message: 'Another organization has proven this domain' })
      writes.put(store.emailDomains, domain.id, domain)
    },
    removeDomain: async (id) => writes.drop(store.emailDomains, id),
    provider: async (organizationId) => store.signInProviders.get(organizationId) ?? null,
    saveProvider: async (provider) => writes.put(store.signInProviders, provider.organizationId, provider),
    removeProvider: async (organizationId) => {
      forget(organizationId)
      writes.drop(store.signInProviders, organizationId)
    },
    memberBy: async (organizationId, subject) =>
      store.memberIdentities.get(keyOf(organizationId, subject)) ?? null,
    linkMember: async (organizationId, subject, userId) => {
      const key = keyOf(organizationId, subject)
      if (store.memberIdentities.has(key) || [...store.memberIdentities.values()].includes(userId))
        throw new DomainError('CONFLICT', {
          message: 'The provider has identified this member as another person before',
        })
      writes.put(store.memberIdentities, key, userId)
    },
    forgetSubjects: async (organizationId) => forget(organizationId),
    noteRemoved: async ({ id, organizationId, email }) => {
      const [key] = [...store.memberIdentities].find(([, userId]) => userId === id) ?? []
      const subject = key?.slice(keyOf(organizationId, '').length) ?? null
      writes.put(store.removedMembers, keyOf(organizationId, email), { organizationId, subject })
    },
    noteFormer: async ({ organizationId, email }) =>
      writes.put(store.removedMembers, keyOf(organizationId, email), { organizationId, subject: null }),
    wasRemoved: async (organizationId, { email, subject }) =>
      store.removedMembers.has(keyOf(organizationId, email)) ||
      [...store.removedMembers.values()].some(
        (one) => one.organizationId === organizationId && one.subject === subject,
      ),
  }
}

function domainsOf(store: MemoryStore, organizationId: string): EmailDomain[] {
  return [...store.emailDomains.values()]
    .filter((one) => one.organizationId === organizationId)
    .toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
}

export class MemoryOrganizationSignIns extends OrganizationSignIns {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async of(organizationId: string): Promise<OrganizationSignIn> {
    const provider = this.#store.signInProviders.get(organizationId) ?? null
    return { domains: domainsOf(this.#store, organizationId), provider }
  }

  override async providerOf(domain: string): Promise<SignInProvider | null> {
    const proven = [...this.#store.emailDomains.values()].find(
      (one) => one.domain === domain && one.provenAt !== null,
    )
    return this.#store.signInProviders.get(proven?.organizationId ?? '') ?? null
  }

  override async provider(id: string): Promise<SignInProvider | null> {
    return [...this.#store.signInProviders.values()].find((one) => one.id === id) ?? null
  }

  override async takeUnchecked(before: Date, now: Date, most: number): Promise<readonly EmailDomain[]> {
    const time = ({ checkedAt }: EmailDomain) => checkedAt?.getTime() ?? 0
    const due = [...this.#store.emailDomains.values()]
      .filter((one) => one.provenAt !== null && time(one) < before.getTime())
      .toSorted((a, b) => time(a) - time(b))
      .slice(0, most)
      .map((one) => ({ ...one, checkedAt: now }))
    for (const one of due) this.#store.emailDomains.set(one.id, one)
    return due
  }
}
