import { useMemo, useState } from 'react'

/** The position of a cell in the record grid. Column -1 is the selection cell before the table's columns. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

export interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Editing extends CellPosition {
  /** The typed text that replaces the value of the cell; null if the user edits the existing value. */
  readonly begun: string | null
}

/**
 * A cell of the grid with the id of its record and the name of its column, because its position changes when records
 * arrive above it, and when another user moves or removes columns.
 */
interface Held extends CellPosition {
  readonly id: string | null
  /** The name of the column; null for the selection cell. */
  readonly name: string | null
}

/** An area of the grid by its first and its last cell. */
export interface HeldArea {
  readonly first: Held
  readonly last: Held
}

export type GridSelection = ReturnType<typeof useGridSelection>

/** Holds the active cell of the record grid, the selected area, and the cell that is being edited. */
export function useGridSelection(ids: readonly string[], names: readonly string[]) {
  const [active, setActive] = useState<Held>({ id: null, row: 0, name: null, column: -1 })
  const [stretchedTo, setStretchedTo] = useState<Held | null>(null)
  const [editing, setEditing] = useState<(Held & Editing) | null>(null)
  const rowOf = useMemo(() => new Map(ids.map((id, row) => [id, row] as const)), [ids])
  const within = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(ids.length - 1, row)),
    column: Math.max(-1, Math.min(names.length - 1, column)),
  })
  const held = (place: CellPosition): Held => {
    const { row, column } = within(place)
    return { id: ids[row] ?? null, row, name: names[column] ?? null, column }
  }
  const presentRow = ({ id }: Held) => (id === null ? undefined : rowOf.get(id))
  const presentColumn = ({ name }: Held) =>
    name === null || !names.includes(name) ? undefined : names.indexOf(name)
  const placeOf = (cell: Held): CellPosition =>
    within({ row: presentRow(cell) ?? cell.row, column: presentColumn(cell) ?? cell.column })
  const at = placeOf(active)
  const head = stretchedTo === null ? at : placeOf(stretchedTo)
  const area: Area = {
    top: Math.min(at.row, head.row),
    bottom: Math.max(at.row, head.row),
    left: Math.max(0, Math.min(at.column, head.column)),
    right: Math.max(at.column, head.column),
  }
  const row = editing === null ? undefined : presentRow(editing)
  const column = editing === null ? undefined : presentColumn(editing)
  return {
    active: at,
    /** The corner of the selected grid area that is opposite to the active cell. */
    head,
    area,
    isArea: head.row !== at.row || head.column !== at.column,
    /** Returns the cell of the grid that is nearest to a position outside the grid. */
    within,
    /** Returns an area in a form that `areaOf` finds again after records and columns have moved. */
    hold: ({ top, bottom, left, right }: Area): HeldArea => ({
      first: held({ row: top, column: left }),
      last: held({ row: bottom, column: right }),
    }),
    /** Returns the present position of an area; null if its first or last cell is no longer listed. */
    areaOf: ({ first, last }: HeldArea): Area | null => {
      const [top, bottom] = [presentRow(first), presentRow(last)]
      const [left, right] = [presentColumn(first), presentColumn(last)]
      const isGone = top === undefined || bottom === undefined || left === undefined || right === undefined
      return isGone ? null : { top, bottom, left, right }
    },
    /** The cell of the grid that is being edited; null if there is none, or if its record or column is not listed. */
    editing:
      editing === null || row === undefined || column === undefined ? null : { ...editing, row, column },
    edit: (next: Editing | null) => setEditing(next && { ...next, ...held(next) }),
    /**
     * Moves the active cell of the grid. If `stretched` is true, extends the selected area from the active
     * cell to this place instead.
     */
    go: (place: CellPosition, stretched = false) => {
      setStretchedTo(stretched ? held(place) : null)
      if (!stretched) setActive(held(place))
    },
  }
}

export function isActive({ active }: GridSelection, { row, column }: CellPosition): boolean {
  return active.row === row && active.column === column
}

/**
 * Returns true if a cell is in the selected area of the record grid. Returns false if the area is only one
 * cell.
 */
export function isInArea({ isArea, area }: GridSelection, { row, column }: CellPosition): boolean {
  return isArea && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right
}

/** Returns true for the last cell of the selected area, whose corner fills other cells when it is dragged. */
export function isCorner({ area, active, editing }: GridSelection, { row, column }: CellPosition): boolean {
  return editing === null && active.column >= 0 && row === area.bottom && column === area.right
}
