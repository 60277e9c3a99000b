import { Box, Button } from '@mantine/core'
import { ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Column, TableRecord } from '../../../api/schema.ts'
import { naturalWidths, placesOf } from './column-places.ts'
import { GridHeader } from './grid-header.tsx'
import classes from './record-grid.module.css'
import { RecordRow } from './record-row.tsx'
import { columnsInSight, rowsInSight, useView } from './use-in-sight.ts'

const rowHeight = 40
const timeWidth = 156
const nearEnd = 60

/**
 * A table of any length and width, of which only what is in sight is drawn. Its rows have one height, so
 * that what is in sight is a division, and a jump of a million rows costs as much as one of ten.
 */
export function RecordGrid({
  columns,
  records,
  arrived,
  isBehind,
  isComplete,
  canLoadMore,
  onNearEnd,
  onAtTop,
  onOpen,
}: {
  columns: readonly Column[]
  records: readonly TableRecord[]
  arrived: ReadonlySet<string> | undefined
  isBehind: boolean
  isComplete: boolean
  canLoadMore: boolean
  onNearEnd: () => void
  onAtTop: (isAtTop: boolean) => void
  onOpen: (record: TableRecord) => void
}) {
  const viewport = useRef<HTMLDivElement>(null)
  const view = useView(viewport, rowHeight)
  // Only once: columns that change their width with every page would be a nuisance.
  const [natural] = useState(() => naturalWidths(columns, records))
  const places = useMemo(
    () => placesOf(columns, natural, view.width - timeWidth),
    [columns, natural, view.width],
  )
  const lastPlace = places.at(-1)
  const totalWidth = timeWidth + (lastPlace === undefined ? 0 : lastPlace.left + lastPlace.width)
  const rows = rowsInSight(view, rowHeight, records.length)
  const { from, to } = columnsInSight(view, timeWidth, places)
  const isNearEnd = rows.to > records.length - nearEnd
  useEffect(() => {
    if (isNearEnd && canLoadMore) onNearEnd()
  }, [isNearEnd, canLoadMore, onNearEnd])
  const isAtTop = view.top === 0
  useEffect(() => onAtTop(isAtTop), [isAtTop, onAtTop])
  return (
    <Box pos="relative">
      {isBehind && (
        <Button
          className={classes.behind ?? ''}
          size="xs"
          radius="xl"
          leftSection={<ArrowUp size={14} aria-hidden />}
          onClick={() => viewport.current?.scrollTo({ top: 0 })}
        >
          New records
        </Button>
      )}
      <Box
        ref={viewport}
        className={classes.viewport ?? ''}
        tabIndex={0}
        role="region"
        aria-label="Records"
        __vars={{
          '--time-width': `${timeWidth}px`,
          '--row-width': `${totalWidth}px`,
          '--row-height': `${rowHeight}px`,
          // No higher than its rows and a scroll bar.
          '--most-height': `${(records.length + 1) * rowHeight + 18}px`,
        }}
      >
        <div
          role="table"
          aria-label="Records, the newest first"
          aria-rowcount={isComplete ? records.length + 1 : -1}
          aria-colcount={columns.length + 1}
          className={classes.table}
        >
          <GridHeader places={places} from={from} to={to} />
          <div role="rowgroup" style={{ height: records.length * rowHeight, position: 'relative' }}>
            {records.slice(rows.from, rows.to).map((record, place) => (
              <RecordRow
                key={record.id}
                record={record}
                index={rows.from + place}
                places={places}
                from={from}
                to={to}
                hasArrived={arrived?.has(record.id) === true}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
      </Box>
    </Box>
  )
}
