import { Box, Tooltip, VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp, Tags } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { RecordSearch } from '../../../../../api/table/record-search.ts'
import { t } from '../../../../../languages/text.ts'
import { type ColumnPlace, cellPlace } from '../column-places.ts'
import classes from '../record-grid.module.css'
import type { GridView } from '../use-grid-view.ts'
import type { ColumnGesture } from './use-column-pointer.ts'
import type { HeaderActions } from './use-header-actions.ts'

/**
 * Shows the names of the visible grid columns above the scrolling rows. A click on a name sorts by its
 * column; a name that is dragged moves its column, and its right edge sizes the column.
 */
export function GridHeader({
  view,
  actions,
  gesture,
  sort,
  onSort,
}: {
  view: GridView
  actions: HeaderActions
  gesture: ColumnGesture | null
  sort: RecordSearch['sort']
  onSort: (column: string) => void
}) {
  const cell = (column: number) => {
    const place = view.places[column]
    if (place === undefined) return null
    return (
      <HeaderCell
        key={place.name}
        place={place}
        column={column}
        actions={actions}
        gesture={gesture}
        direction={sort?.column !== place.name ? 'none' : sort.order === 'desc' ? 'descending' : 'ascending'}
        onSort={onSort}
      />
    )
  }
  const time = (
    <div role="columnheader" aria-colindex={1} className={classes.time}>
      {t('Arrived')}
    </div>
  )
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {view.frozen.length === 0 ? (
          time
        ) : (
          <div role="presentation" className={classes.frozen} style={{ width: view.frozenWidth }}>
            {time}
            {view.frozen.map(cell)}
          </div>
        )}
        {view.drawn.map(cell)}
      </div>
    </div>
  )
}

function HeaderCell({
  place,
  column,
  actions,
  gesture,
  direction,
  onSort,
}: {
  place: ColumnPlace
  column: number
  actions: HeaderActions
  gesture: ColumnGesture | null
  direction: 'none' | 'ascending' | 'descending'
  onSort: (column: string) => void
}) {
  const { name } = place
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      aria-sort={direction}
      className={classes.cell}
      data-dragged={(gesture?.kind === 'move' && gesture.name === name) || undefined}
      data-drop={gesture?.kind === 'move' && gesture.target === name ? gesture.side : undefined}
      style={cellPlace(place)}
    >
      <button
        type="button"
        className={classes.sort}
        title={t('Sort by {name}. Drag to move the column', { name })}
        aria-keyshortcuts="Control+ArrowLeft Control+ArrowRight Shift+ArrowLeft Shift+ArrowRight"
        onClick={() => onSort(name)}
        onPointerDown={(event) => actions.onPressName(event, place)}
        onKeyDown={(event: KeyboardEvent) => actions.onKey(event, column)}
      >
        <span className={classes.text}>{name}</span>
        {direction !== 'none' && <Arrow size={14} aria-hidden />}
      </button>
      {place.isMetadata && (
        <Tooltip label={t('Visible to spinners')}>
          <Box component="span" lh={0} ml={6} c="var(--mantine-color-anchor)">
            <Tags size={14} aria-hidden />
            <VisuallyHidden> {t('(visible to spinners)')}</VisuallyHidden>
          </Box>
        </Tooltip>
      )}
      <div
        aria-hidden
        className={classes.edge}
        data-column-edge={name}
        title={t('Drag to size the column. Double-click to fit its values')}
        onPointerDown={(event) => actions.onPressEdge(event, place)}
        onDoubleClick={() => actions.fit(name)}
      />
    </div>
  )
}
