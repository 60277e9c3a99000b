import type { FileWithContent, StoredFile } from '../../../domain/sender/message/stored-file.ts'

export interface FileStore {
  add(file: FileWithContent): Promise<void>
  count(organizationId: string): Promise<number>
  /** Those of them that there are. They stay until the end of the transaction, whoever wants to remove them. */
  hold(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]>
  /** Locks it until the end of the transaction. */
  lock(organizationId: string, id: string): Promise<StoredFile | null>
  /** Whether a version of a spinner names it. */
  isInUse(organizationId: string, id: string): Promise<boolean>
  remove(id: string): Promise<void>
}
