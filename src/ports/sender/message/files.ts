import type { Page, PageOf } from '../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../domain/sender/message/stored-file.ts'

export abstract class FileQueries {
  /** Returns a page of an organization's uploaded files, latest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<StoredFile>>

  /** Returns the given uploaded files that exist, without their content and in any order. */
  abstract some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>

  /** Returns the given uploaded files that exist, with their content. */
  abstract read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]>
}

export interface FileStore {
  add(file: FileWithContent): Promise<void>
  /**
   * Adds a file with the content of another one, which may belong to another organization. Returns false if the other
   * file does not exist.
   */
  copy(sourceId: string, file: StoredFile): Promise<boolean>
  count(organizationId: string): Promise<number>
  /**
   * Returns the given uploaded files that exist. The files cannot be deleted before the end of the transaction.
   */
  hold(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>
  /** Locks an uploaded file until the end of the transaction. */
  lock(organizationId: string, id: string): Promise<StoredFile | null>
  /** Returns whether a version of a spinner names an uploaded file. The spinner may be in the bin. */
  isInUse(organizationId: string, id: string): Promise<boolean>
  remove(id: string): Promise<void>
}
