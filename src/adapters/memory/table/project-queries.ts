import type { Page, PageOf } from '../../../domain/page.ts'
import type { Project } from '../../../domain/table/project.ts'
import { ProjectQueries } from '../../../ports/table/projects.ts'
import { pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryProjectQueries extends ProjectQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Project>> {
    return pageById(this.#store.projects.values(), page, (one) => one.organizationId === organizationId)
  }

  override async find(organizationId: string, id: string): Promise<Project | null> {
    return this.#store.owned(this.#store.projects, organizationId, id)
  }
}
