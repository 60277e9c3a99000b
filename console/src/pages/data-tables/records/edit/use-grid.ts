import { useMemo, useState } from 'react'

/** A cell by its row and column; column -1 is the one before the columns of the table. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Editing extends Place {
  /** What was typed to begin with; null to go on with what is there. */
  readonly begun: string | null
}

/** A place by its record: records come in above it while somebody works. */
interface Held extends Place {
  readonly id: string | null
}

/** Where somebody is in the grid, how far they have stretched it, and whether they type. */
export function useGrid(ids: readonly string[], columns: number) {
  const [active, setActive] = useState<Held>({ id: null, row: 0, column: -1 })
  const [stretchedTo, setStretchedTo] = useState<Held | null>(null)
  const [editing, setEditing] = useState<(Held & Editing) | null>(null)
  const rowOf = useMemo(() => new Map(ids.map((id, row) => [id, row] as const)), [ids])
  const within = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(ids.length - 1, row)),
    column: Math.max(-1, Math.min(columns - 1, column)),
  })
  const held = (place: Place): Held => {
    const { row, column } = within(place)
    return { id: ids[row] ?? null, row, column }
  }
  const placeOf = ({ id, row, column }: Held): Place =>
    within({ row: (id === null ? undefined : rowOf.get(id)) ?? row, column })
  const at = placeOf(active)
  const head = stretchedTo === null ? at : placeOf(stretchedTo)
  const area: Area = {
    top: Math.min(at.row, head.row),
    bottom: Math.max(at.row, head.row),
    left: Math.max(0, Math.min(at.column, head.column)),
    right: Math.max(at.column, head.column),
  }
  const edited = editing?.id == null ? undefined : rowOf.get(editing.id)
  return {
    active: at,
    /** The other end of the area. */
    head,
    area,
    isArea: head.row !== at.row || head.column !== at.column,
    /** Null too where the record is gone. */
    editing: editing === null || edited === undefined ? null : { ...editing, row: edited },
    edit: (next: Editing | null) => setEditing(next && { ...next, ...held(next) }),
    /** With `stretched` the area reaches from where somebody is to there. */
    go: (place: Place, stretched = false) => {
      setStretchedTo(stretched ? held(place) : null)
      if (!stretched) setActive(held(place))
    },
  }
}

/** Where a key leads from a cell; null for keys that lead nowhere. */
export function placeAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Place,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Place | null {
  const far = ctrlKey || metaKey
  switch (key) {
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: far ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: far ? -1 : column - 1 }
    case 'ArrowRight':
      return { row, column: far ? columns - 1 : column + 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    case 'Home':
      return far ? { row: 0, column: -1 } : { row, column: -1 }
    case 'End':
      return far ? { row: rows - 1, column: columns - 1 } : { row, column: columns - 1 }
    default:
      return null
  }
}
