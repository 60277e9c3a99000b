import { Box, Tooltip, VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp, Tags } from 'lucide-react'
import type { RecordSearch } from '../../../../api/table/record-search.ts'
import { type ColumnPlace, cellPlace } from './column-places.ts'
import classes from './record-grid.module.css'
import type { Span } from './visible-range.ts'

/**
 * Shows the names of the visible grid columns above the scrolling rows. A click on a name sorts by its
 * column.
 */
export function GridHeader({
  places,
  from,
  to,
  sort,
  onSort,
}: { places: readonly ColumnPlace[]; sort: RecordSearch['sort']; onSort: (column: string) => void } & Span) {
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        <div role="columnheader" aria-colindex={1} className={classes.time}>
          Arrived
        </div>
        {places.slice(from, to).map((place, index) => {
          const isSorted = sort?.column === place.name
          const Arrow = sort?.descending ? ArrowDown : ArrowUp
          return (
            <div
              key={place.name}
              role="columnheader"
              aria-colindex={from + index + 2}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              className={classes.cell}
              style={cellPlace(place)}
            >
              <button
                type="button"
                className={classes.sort}
                title={`Sort by ${place.name}`}
                onClick={() => onSort(place.name)}
              >
                <span className={classes.text}>{place.name}</span>
                {isSorted && <Arrow size={14} aria-hidden />}
              </button>
              {place.metadata && (
                <Tooltip label="Visible to spinners">
                  <Box component="span" lh={0} ml={6} c="var(--mantine-color-anchor)">
                    <Tags size={14} aria-hidden />
                    <VisuallyHidden> (visible to spinners)</VisuallyHidden>
                  </Box>
                </Tooltip>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
