import type { FileNote, FileRow } from '../../domain/arrival/import/row-fault.ts'

/**
 * Reads the rows of a file while it is uploaded. A fault of the file as a whole is thrown as
 * VALIDATION_FAILED.
 */
export interface RowSource {
  header(): Promise<readonly string[]>
  /**
   * Remarks about the interpretation of the file, such as about hidden sheets, available once the header is
   * read.
   */
  readonly notes?: readonly FileNote[]
  /**
   * Yields the rows after the header; every row without a fault has as many cells as the header. A faulty row
   * is thrown as VALIDATION_FAILED, unless the opener of the file asked to receive faults.
   */
  chunks(): AsyncIterable<readonly FileRow[]>
  /** Closes the file, whether it was read or not. */
  close(): Promise<void>
}
