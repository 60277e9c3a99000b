import type { OrganizationDeletion } from '../../../domain/account/organization-deletion.ts'
import { goodHealth } from '../../../domain/event/destination/destination.ts'
import { OrganizationDeletions } from '../../../ports/account/organization-deletions.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** The text before the digest of a credential that is to be unreachable. */
const closed = 'moving:'

export function organizationDeletionStore(
  store: MemoryStore,
  writes: Writes,
): Transaction['organizationDeletions'] {
  const familyOf = (organizationId: string) =>
    [...store.organizations.values()].filter(({ id, testOf }) => [id, testOf].includes(organizationId))
  return {
    request: async (deletion) => {
      const present = store.deletions.get(deletion.organizationId)
      if (present !== undefined && present.state !== 'reopening') return false
      for (const { id } of familyOf(deletion.organizationId)) {
        writes.put(store.deletions, id, { ...deletion, organizationId: id })
        changeDigests(store, writes, id, (digest) => {
          writes.put(store.closedCredentials, digest, id)
          return `${closed}${digest}`
        })
      }
      return true
    },
    undo: async (organizationId) => {
      if (store.deletions.get(organizationId)?.state !== 'grace') return false
      for (const { id } of familyOf(organizationId)) {
        const deletion = store.deletions.get(id)
        if (deletion === undefined) continue
        writes.put(store.deletions, id, { ...deletion, state: 'reopening' })
        changeDigests(store, writes, id, (digest) => digest.slice(closed.length))
        for (const destination of store.destinations.values())
          if (destination.organizationId === id && destination.state === 'active')
            writes.put(store.destinations, destination.id, { ...destination, ...goodHealth, dueAt: 0 })
      }
      return true
    },
    begin: async (organizationId, now) => {
      const deletion = store.deletions.get(organizationId)
      const isTest = (store.organizations.get(organizationId)?.testOf ?? null) !== null
      if (deletion?.state !== 'grace' || deletion.deletesAt > now || isTest) return false
      writes.put(store.deletions, organizationId, { ...deletion, state: 'deleting' })
      return true
    },
    lock: async (organizationId, state) => store.deletions.get(organizationId)?.state === state,
    forget: async (organizationId) => {
      if (store.deletions.get(organizationId)?.state === 'reopening')
        writes.drop(store.deletions, organizationId)
    },
  }
}

/** Changes the digests of an organization's API keys, webhook URLs and invitations. */
function changeDigests(
  store: MemoryStore,
  writes: Writes,
  organizationId: string,
  changed: (digest: string) => string,
): void {
  const own = <One extends { readonly organizationId: string | null }>(map: ReadonlyMap<string, One>) =>
    [...map.values()].filter((one) => one.organizationId === organizationId)
  for (const key of own(store.apiKeys))
    writes.put(store.apiKeys, key.id, { ...key, digest: changed(key.digest) })
  for (const table of own(store.tables)) {
    const { ingestTokenDigest: present, previousTokenDigest: previous } = table
    writes.put(store.tables, table.id, {
      ...table,
      ingestTokenDigest: changed(present),
      previousTokenDigest: previous === null ? null : changed(previous),
    })
  }
  for (const link of own(store.accountLinks).filter(({ purpose }) => purpose === 'invitation')) {
    writes.drop(store.accountLinks, link.digest)
    const digest = changed(link.digest)
    writes.put(store.accountLinks, digest, { ...link, digest })
  }
}

/** `MemoryOrganizationDeletions` deletes only the organization itself, because the rest ends with the process. */
export class MemoryOrganizationDeletions extends OrganizationDeletions {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async all(): Promise<readonly OrganizationDeletion[]> {
    return [...this.#store.deletions.values()].toSorted(
      (a, b) =>
        a.requestedAt.getTime() - b.requestedAt.getTime() || (a.organizationId < b.organizationId ? -1 : 1),
    )
  }

  override async clear(organizationId: string, signal: AbortSignal): Promise<number> {
    if (signal.aborted || this.#store.deletions.get(organizationId)?.state !== 'deleting') return 0
    const gone = [...this.#store.organizations.values()].filter(({ id, testOf }) =>
      [id, testOf].includes(organizationId),
    )
    for (const { id } of gone) {
      this.#store.organizations.delete(id)
      this.#store.deletions.delete(id)
    }
    return gone.length
  }
}
