import type { Page, PageOf } from '../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../domain/sender/message/stored-file.ts'
import type { InTransaction } from '../../in-transaction.ts'

export abstract class FileStore {
  /** Returns a page of an organization's uploaded files, latest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<StoredFile>>
  /** Returns the given uploaded files that exist, without their content and in any order. */
  abstract some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>
  /** Returns the given uploaded files that exist, with their content. */
  abstract read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]>
  abstract add(this: InTransaction, file: FileWithContent): Promise<void>
  /**
   * Adds a file with the content of another one, which may belong to another organization. Returns false if the other
   * file does not exist.
   */
  abstract copy(this: InTransaction, sourceId: string, file: StoredFile): Promise<boolean>
  abstract count(organizationId: string): Promise<number>
  /**
   * Returns the given uploaded files that exist. The files cannot be deleted before the end of the transaction.
   */
  abstract hold(
    this: InTransaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<readonly StoredFile[]>
  /** Locks an uploaded file until the end of the transaction. */
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<StoredFile | null>
  /** Returns whether a version of a spinner names an uploaded file. The spinner may be in the bin. */
  abstract isInUse(organizationId: string, id: string): Promise<boolean>
  abstract remove(this: InTransaction, id: string): Promise<void>
}
