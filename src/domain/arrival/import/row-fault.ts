/** What is wrong with one row of a file. */
export interface RowFault {
  readonly code: string
  /** Without the value, and to be read after the number of the line. */
  readonly message: string
  /** The column of the table; null where it is the row as a whole. */
  readonly column: string | null
  /** Whether an import is refused for it that leaves out no rows. */
  readonly refuses: boolean
}

/** A fault of one cell, found by whoever reads the file. It refuses an import, unless the column is left out. */
export interface CellFault {
  /** Place of the cell in its row, counted from 0. */
  readonly place: number
  readonly code: string
  /** Is read after the name of the column: `which …`. */
  readonly message: string
}

/** A remark about how a file was read. */
export interface FileNote {
  readonly code: 'HIDDEN_SHEET' | 'SEPARATOR_LINE'
  readonly message: string
}

/** One row of a file, as cells in the order of its header. */
export interface FileRow {
  readonly cells: readonly string[]
  /** On which it ends, counted from 1. */
  readonly line: number
  /** Null for a row that could be read. */
  readonly fault: RowFault | null
  readonly cellFaults?: readonly CellFault[]
}

/** The column of the file with the reasons why its rows were left out; it is no column of any table. */
export const reasonColumn = 'Left out because'

export function raggedRow(cells: number, wanted: number): RowFault {
  const message = `has ${cells} ${cells === 1 ? 'cell' : 'cells'}; the header has ${wanted}`
  return { code: 'RAGGED', message, column: null, refuses: true }
}
