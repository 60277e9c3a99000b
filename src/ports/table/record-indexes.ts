/** A column by which records can be looked up, or the words of all of them, and how far that is prepared. */
export interface RecordIndex {
  /** Null for the words of all columns. */
  readonly column: string | null
  readonly ready: boolean
  /** Records that are in it, of how many. */
  readonly done: number
  readonly of: number
}

export interface IndexStore {
  /** These from now on. For a table that is locked. */
  choose(dataTableId: string, columns: readonly (string | null)[]): Promise<void>
}

export abstract class RecordIndexes {
  abstract of(dataTableId: string): Promise<readonly RecordIndex[]>
  /** Enters what has come in and what was changed, until there is no more, and clears away what nobody wants any more. */
  abstract fill(signal: AbortSignal): Promise<void>
}
