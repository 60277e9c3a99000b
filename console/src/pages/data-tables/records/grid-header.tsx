import { Box, Tooltip, VisuallyHidden } from '@mantine/core'
import { Tags } from 'lucide-react'
import { cellPlace } from './cell-place.ts'
import type { ColumnPlace } from './column-places.ts'
import classes from './record-grid.module.css'
import type { Span } from './use-in-sight.ts'

/** The names of the columns in sight, which stay while the rows scroll. */
export function GridHeader({ places, from, to }: { places: readonly ColumnPlace[] } & Span) {
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        <div role="columnheader" aria-colindex={1} className={classes.time}>
          Arrived
        </div>
        {places.slice(from, to).map((place, index) => (
          <div
            key={place.name}
            role="columnheader"
            aria-colindex={from + index + 2}
            className={classes.cell}
            style={cellPlace(place)}
          >
            <span className={classes.text} title={place.name}>
              {place.name}
            </span>
            {place.metadata && (
              <Tooltip label="Metadata column: pipelines may see it">
                <Box component="span" lh={0} ml={6} c="var(--mantine-color-anchor)">
                  <Tags size={14} aria-hidden />
                  <VisuallyHidden> (metadata column)</VisuallyHidden>
                </Box>
              </Tooltip>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
