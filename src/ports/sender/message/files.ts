import type { Page, PageOf } from '../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../domain/sender/message/stored-file.ts'

export abstract class Files {
  /** The latest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<StoredFile>>

  /** Those of them that there are, in whatever order. */
  abstract some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>

  /** The same with what is in them. */
  abstract read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]>
}
