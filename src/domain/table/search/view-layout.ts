import { DomainError } from '../../errors.ts'
import { revisionOfContent } from '../../revision.ts'
import { closestName } from '../../text/closest-name.ts'
import { sentence } from '../../text/sentence.ts'

/** A column in the layout of a view. */
interface LaidColumn {
  readonly name: string
  readonly isHidden: boolean
  /** The width of the column in pixels; null for a width that fits the values. */
  readonly width: number | null
}

/** The columns of a view as a list shows them: their order, widths, and which of them are hidden. */
export interface ViewLayout {
  /** Columns in their order in the list. Columns of the table that the layout does not name come after them. */
  readonly columns: readonly LaidColumn[]
  /** The number of visible columns at the beginning of the list that stay in place while the list scrolls sideways. */
  readonly frozen: number
}

export const narrowestColumn = 60
export const widestColumn = 1_000
export const maxFrozen = 20

/** Returns the revision of the layout that a person has without a view; null stands for no layout. */
export function revisionOfLayout(layout: ViewLayout | null): number {
  return revisionOfContent({ layout })
}

/** Throws if a layout names columns that the table does not have. */
export function assertLayout(layout: ViewLayout | null, columns: readonly { readonly name: string }[]): void {
  const known = columns.map(({ name }) => name)
  const at = layout?.columns.findIndex(({ name }) => !known.includes(name)) ?? -1
  const column = layout?.columns[at]?.name
  if (column === undefined) return
  const suggestion = closestName(column, known)
  throw new DomainError('VALIDATION_FAILED', {
    message: sentence('The table has no column "{column}"', { column }),
    errors: [
      {
        pointer: `/layout/columns/${at}/name`,
        code: 'UNKNOWN_COLUMN',
        column,
        ...(suggestion === null ? {} : { suggestion }),
      },
    ],
  })
}

export function layoutRenamed(layout: ViewLayout, from: string, to: string): ViewLayout {
  const columns = layout.columns.map((column) => (column.name === from ? { ...column, name: to } : column))
  return { ...layout, columns }
}

export function layoutWithout(layout: ViewLayout, column: string): ViewLayout {
  return { ...layout, columns: layout.columns.filter(({ name }) => name !== column) }
}
