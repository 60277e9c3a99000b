import type { FileRow, FileWarning } from '../../domain/arrival/import/row-fault.ts'

/**
 * Reads the rows of an imported file while it is uploaded. Throws VALIDATION_FAILED if the file as a whole
 * has a fault.
 */
export abstract class RowSource {
  abstract header(): Promise<readonly string[]>
  /**
   * Remarks about the interpretation of the file, such as about hidden sheets, available once the header is
   * read.
   */
  abstract readonly warnings?: readonly FileWarning[]
  /**
   * Yields the rows after the header; every row without a fault has as many cells as the header. A faulty row
   * is thrown as VALIDATION_FAILED, unless the opener of the file asked to receive faults.
   */
  abstract chunks(): AsyncIterable<readonly FileRow[]>
  /** Closes the imported file, even if it was not read to its end. */
  abstract close(): Promise<void>
}
