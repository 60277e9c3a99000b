import { Box, Button } from '@mantine/core'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { RecordSearch } from '../../../../api/table/record-search.ts'
import { t } from '../../../../languages/text.ts'
import type { GridColumns } from '../columns/use-grid-columns.ts'
import type { Edits } from '../edit/use-edits.ts'
import type { ChosenRecords } from '../use-chosen-records.ts'
import type { OpenedRecord } from '../use-opened-record.ts'
import { GridRows } from './grid-rows.tsx'
import { GridHeader } from './header/grid-header.tsx'
import type { ColumnGesture } from './header/use-column-pointer.ts'
import { useHeaderActions } from './header/use-header-actions.ts'
import { cellId } from './record-cell.tsx'
import classes from './record-grid.module.css'
import { useGridActions } from './use-grid-actions.ts'
import { type RecordList, rowHeight, timeWidth, useGridView } from './use-grid-view.ts'

/**
 * The grid of a table's records draws only its visible part, so it may have any length and width. All rows
 * have one height, so a jump of a million rows costs as much as one of ten. The focus stays on the grid
 * element, because the active cell may not be drawn.
 */
export function RecordGrid({
  columns,
  list,
  sort,
  onSort,
  chosen,
  opened,
  edits,
}: {
  columns: GridColumns
  list: RecordList
  sort: RecordSearch['sort']
  onSort: (column: string) => void
  chosen: ChosenRecords
  opened: OpenedRecord
  edits: Edits
}) {
  const { records } = list
  const [gesture, setGesture] = useState<ColumnGesture | null>(null)
  const view = useGridView(columns, gesture, list)
  const { rows, viewport } = view
  const { table, selection, leave, cancel, handlers } = useGridActions({
    columns: columns.visible,
    records,
    view,
    chosen,
    opened,
    edits,
  })
  const { active } = selection
  const header = useHeaderActions(columns, records.slice(rows.from, rows.to), view, setGesture)
  return (
    <Box pos="relative">
      {list.isBehind && <NewRecordsButton onClick={() => viewport.current?.scrollTo({ top: 0 })} />}
      <Box
        ref={viewport}
        className={classes.viewport ?? ''}
        role="region"
        aria-label={t('Records')}
        __vars={{
          '--time-width': `${timeWidth}px`,
          '--row-width': `${view.totalWidth}px`,
          '--row-height': `${rowHeight}px`,
          // Limits the height of the record grid to its rows and a scroll bar.
          '--most-height': `${(records.length + 1) * rowHeight + 18}px`,
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: only the visible part of the table is drawn; a <table> would report that part as the whole. */}
        <div
          ref={table}
          role="grid"
          tabIndex={0}
          aria-label={list.label}
          aria-rowcount={list.isComplete ? records.length + 1 : -1}
          aria-colcount={columns.visible.length + 1}
          aria-multiselectable
          aria-activedescendant={active.row >= rows.from && active.row < rows.to ? cellId(active) : undefined}
          className={classes.table}
          {...handlers}
        >
          <GridHeader view={view} actions={header} gesture={gesture} sort={sort} onSort={onSort} />
          <GridRows
            list={list}
            view={view}
            selection={selection}
            chosen={chosen}
            onSave={edits.save}
            onLeave={leave}
            onCancel={cancel}
            onOpen={opened.open}
          />
        </div>
      </Box>
    </Box>
  )
}

function NewRecordsButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      className={classes.behind ?? ''}
      size="xs"
      radius="xl"
      leftSection={<ArrowUp size={14} aria-hidden />}
      onClick={onClick}
    >
      {t('New records')}
    </Button>
  )
}
