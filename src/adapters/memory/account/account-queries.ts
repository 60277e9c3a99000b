import type { OrganizationView } from '../../../domain/account/organization.ts'
import type { SignedIn } from '../../../domain/account/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { AccountQueries, type OrganizationSummary } from '../../../ports/account/account-queries.ts'
import type { MemoryStore } from '../store.ts'
import { without } from '../without.ts'

export class MemoryAccountQueries extends AccountQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async userByEmail(email: string): Promise<User | null> {
    return [...this.#store.users.values()].find((user) => user.email === email) ?? null
  }

  override async signedIn(sessionId: string): Promise<SignedIn | null> {
    const session = this.#store.sessions.get(sessionId)
    const user = session && this.#store.users.get(session.userId)
    if (session === undefined || user === undefined) return null
    return { session, user: without(user, 'passwordHash') }
  }

  override async organization(id: string): Promise<OrganizationView | null> {
    const organization = this.#store.organizations.get(id.toLowerCase())
    return organization === undefined ? null : { ...organization, plan: this.#store.planOf(organization.id) }
  }

  override async organizations(): Promise<readonly OrganizationSummary[]> {
    const users = [...this.#store.users.values()]
    const oldestFirst = [...this.#store.organizations.values()].toSorted(
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
    )
    return oldestFirst.map((organization) => ({
      ...organization,
      owners: users
        .filter(({ organizationId, role }) => organizationId === organization.id && role === 'owner')
        .map(({ email }) => email),
    }))
  }
}
