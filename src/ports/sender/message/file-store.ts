import type { FileWithContent, StoredFile } from '../../../domain/sender/message/stored-file.ts'

export interface FileStore {
  add(file: FileWithContent): Promise<void>
  count(organizationId: string): Promise<number>
  /** Returns the given files that exist. They cannot be removed before the end of the transaction. */
  hold(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>
  /** Locks an uploaded file until the end of the transaction. */
  lock(organizationId: string, id: string): Promise<StoredFile | null>
  /** Returns whether a version of a spinner names an uploaded file. */
  isInUse(organizationId: string, id: string): Promise<boolean>
  remove(id: string): Promise<void>
}
