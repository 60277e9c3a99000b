/** Rows of a file as they come in. Whatever is wrong with the file is thrown as VALIDATION_FAILED. */
export interface RowSource {
  header(): Promise<readonly string[]>
  /** After the header; every row has as many cells. */
  chunks(): AsyncIterable<readonly (readonly string[])[]>
  /** Lets go of the file, read or not. */
  close(): Promise<void>
}
