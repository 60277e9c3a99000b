import type { Page, PageOf } from '../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../domain/sender/message/stored-file.ts'

export abstract class Files {
  /** Returns a page of an organization's uploaded files, latest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<StoredFile>>

  /** Returns the given files that exist, in any order. */
  abstract some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>

  /** Returns the given files that exist, with their content. */
  abstract read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]>
}
