import type { Page, PageOf } from '../../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import { Files } from '../../../../ports/sender/message/files.ts'
import { omitFields } from '../../omit-fields.ts'
import { itemsOf, pageById } from '../../pages.ts'
import type { MemoryStore } from '../../store.ts'

export class MemoryFiles extends Files {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<StoredFile>> {
    const isOwn = (file: StoredFile) => file.organizationId === organizationId
    return itemsOf(pageById(this.#store.files.values(), page, isOwn, true), (file) =>
      omitFields(file, 'content'),
    )
  }

  override async some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return (await this.read(organizationId, ids)).map((file) => omitFields(file, 'content'))
  }

  override async read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]> {
    return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap(
      (id) => this.#store.owned(this.#store.files, organizationId, id) ?? [],
    )
  }
}
