import type { Page, PageOf } from '../../../domain/page.ts'
import type { Suppression, SuppressionReason } from '../../../domain/person/suppression.ts'
import { Suppressions } from '../../../ports/person/suppressions.ts'
import { pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemorySuppressions extends Suppressions {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null> {
    return this.#store.suppressionOf(organizationId, email)?.reason ?? null
  }

  override async add(suppression: Suppression): Promise<Suppression> {
    const present = this.#store.suppressionOf(suppression.organizationId, suppression.email)
    if (present !== undefined) return present
    this.#store.suppressions.set(suppression.id, suppression)
    return suppression
  }

  override async remove(organizationId: string, id: string): Promise<boolean> {
    const entry = this.#store.owned(this.#store.suppressions, organizationId, id)
    return entry !== null && this.#store.suppressions.delete(entry.id)
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Suppression>> {
    const belongs = (one: Suppression) => one.organizationId === organizationId
    return pageById(this.#store.suppressions.values(), page, belongs, true)
  }
}
