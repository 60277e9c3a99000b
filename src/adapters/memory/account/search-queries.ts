import { idBeginning, mostSearchHits, type SearchHit } from '../../../domain/account/search-hit.ts'
import { SearchQueries } from '../../../ports/account/search-queries.ts'
import type { MemoryStore } from '../store.ts'

export class MemorySearchQueries extends SearchQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async find(organizationId: string, words: string): Promise<readonly SearchHit[]> {
    const sought = words.trim().normalize('NFC').toLowerCase()
    const own = <Value extends { readonly organizationId: string }>(map: ReadonlyMap<string, Value>) =>
      [...map.values()].filter((one) => one.organizationId === organizationId)
    const place = (text: string) => text.toLowerCase().indexOf(sought)
    const named = (kind: 'dataTable' | 'spinner', map: ReadonlyMap<string, Named>): SearchHit[] =>
      own(map)
        .filter(({ name }) => place(name) >= 0)
        .toSorted((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1))
        .slice(0, mostSearchHits)
        .map(({ id, name }) => ({ kind, id, name, note: null, at: null }))
    return [
      ...this.#people(organizationId, sought),
      ...named('dataTable', this.#store.tables),
      ...named('spinner', this.#store.spinners),
      ...own(this.#store.senders)
        .filter(({ name, address }) => place(name) >= 0 || place(address) >= 0)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .slice(0, mostSearchHits)
        .map(({ id, name, address }): SearchHit => ({ kind: 'sender', id, name, note: address, at: null })),
      ...this.#jobs(organizationId, sought),
    ]
  }

  #people(organizationId: string, sought: string): readonly SearchHit[] {
    const addresses = [...this.#store.contacts.values()]
      .filter((one) => one.organizationId === organizationId && one.address.startsWith(sought))
      .map(({ address }) => address)
    return [...new Set(addresses)]
      .toSorted()
      .slice(0, mostSearchHits)
      .map((address) => ({ kind: 'person', id: address, name: address, note: null, at: null }))
  }

  #jobs(organizationId: string, sought: string): readonly SearchHit[] {
    const ids = idBeginning(sought)
    if (ids === null) return []
    return [...this.#store.jobs.values()]
      .filter(
        ({ id, organizationId: owner }) => owner === organizationId && id >= ids.first && id <= ids.last,
      )
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, mostSearchHits)
      .flatMap(({ id, spinnerId, status, createdAt }) => {
        const name = this.#store.spinners.get(spinnerId)?.name
        return name === undefined ? [] : [{ kind: 'job' as const, id, name, note: status, at: createdAt }]
      })
  }
}

interface Named {
  readonly id: string
  readonly name: string
  readonly organizationId: string
}
