/** A fault of one row of an imported file, such as a cell that does not fit its column. */
export interface RowFault {
  readonly code: string
  /**
   * The message about a faulty row of an imported file, without the faulty value. It is shown after the number
   * of the line: `has an error in …`.
   */
  readonly message: string
  /** The column of the table with the fault; null if the fault concerns the whole row. */
  readonly column: string | null
  /** Whether the fault makes the import fail, unless the import leaves out faulty rows (`skipBadRows`). */
  readonly isRefused: boolean
}

/**
 * A fault of one cell, found while an imported file is read. It makes the import fail, unless the column or
 * the faulty rows are left out.
 */
export interface CellFault {
  /** The position of the faulty cell in its row, counted from 0. */
  readonly place: number
  readonly code: string
  /**
   * The message about a faulty cell of an imported file. It is shown after the name of the column: `which …`.
   */
  readonly message: string
}

/** A remark about how an imported file was read: a hidden sheet or a separator line was found. */
export interface FileWarning {
  readonly code: 'HIDDEN_SHEET' | 'SEPARATOR_LINE'
  readonly message: string
}

/** One row of an imported file, with its cells in the order of the header. */
export interface FileRow {
  readonly cells: readonly string[]
  /**
   * The number of the file's line on which the row ends, counted from 1. A quoted cell may span several lines.
   */
  readonly line: number
  /** The fault of a row of the file that could not be read; null for other rows. */
  readonly fault: RowFault | null
  readonly cellFaults?: readonly CellFault[]
}

/**
 * The column of a file in which `LeftOutRows` writes the reasons. It is not imported unless the table has a
 * column of this name.
 */
export const reasonColumn = 'Left out because'

export function raggedRow(cells: number, wanted: number): RowFault {
  const message = `has ${cells} ${cells === 1 ? 'cell' : 'cells'}; the header has ${wanted}`
  return { code: 'RAGGED', message, column: null, isRefused: true }
}
