import type { FileNote, FileRow } from '../../domain/arrival/import/row-fault.ts'

/** Rows of a file as they come in. Whatever is wrong with the file as a whole is thrown as VALIDATION_FAILED. */
export interface RowSource {
  header(): Promise<readonly string[]>
  /** Remarks about how the file is read, once there is a header. */
  readonly notes?: readonly FileNote[]
  /**
   * After the header; every row without a fault has as many cells. A row that has one is thrown as VALIDATION_FAILED,
   * unless whoever opened the file wants to be told of it.
   */
  chunks(): AsyncIterable<readonly FileRow[]>
  /** Lets go of the file, read or not. */
  close(): Promise<void>
}
