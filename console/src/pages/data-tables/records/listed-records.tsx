import { Box, Group, Text } from '@mantine/core'
import type { DataTable } from '../../../api/schema.ts'
import type { RecordSearch } from '../../../api/table/record-search.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import type { GridColumns } from './columns/use-grid-columns.ts'
import { SelectionBar } from './edit/selection-bar.tsx'
import type { Edits } from './edit/use-edits.ts'
import { RecordGrid } from './grid/record-grid.tsx'
import type { RecordList } from './grid/use-grid-view.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordPanel } from './record-panel.tsx'
import { useChosenRecords } from './use-chosen-records.ts'
import { useOpenedRecord } from './use-opened-record.ts'

/** A list of records in the grid, with the actions for the chosen records and the opened record. */
export function ListedRecords({
  table,
  columns,
  edits,
  recordSearch,
  onAsk,
  list,
  note,
  error,
  retry,
}: {
  table: DataTable
  columns: GridColumns
  edits: Edits
  recordSearch: RecordSearch
  /** Sorts the list; null for a list with its own order. */
  onAsk: ((requested: RecordSearch) => void) | null
  list: RecordList
  note: string
  error: Error | null
  retry: () => unknown
}) {
  const opened = useOpenedRecord(list.records)
  const chosen = useChosenRecords(table.id, recordSearch)
  const shown = { table, onClose: opened.close, onDelete: (id: string) => void edits.remove([id]) }
  return (
    <>
      {chosen.ids.size > 0 ? (
        <SelectionBar
          table={table}
          chosen={chosen}
          edits={edits}
          mayHaveMore={!list.isComplete && onAsk !== null}
        />
      ) : (
        <Text c="dimmed" size="sm" mih={36} style={{ alignContent: 'center' }}>
          {note}
        </Text>
      )}
      <Group align="flex-start" wrap="nowrap" gap="md">
        <Box flex={1} miw={0}>
          <RecordGrid
            columns={columns}
            list={list}
            sort={recordSearch.sort}
            onSort={(column) => onAsk?.({ ...recordSearch, sort: nextSort(recordSearch.sort, column) })}
            chosen={chosen}
            opened={opened}
            edits={edits}
          />
        </Box>
        {opened.isBeside && opened.record !== null && <RecordPanel record={opened.record} {...shown} />}
      </Group>
      {error !== null && (
        <Box mt="sm">
          <ProblemAlert error={error} retry={retry} />
        </Box>
      )}
      <RecordDrawer record={opened.isBeside ? null : opened.record} {...shown} />
    </>
  )
}

/** Sorts by the clicked column: a first click ascending, a second descending, a third not at all. */
function nextSort(sort: RecordSearch['sort'], column: string): RecordSearch['sort'] {
  const isSame = sort?.column === column
  return isSame && sort.order === 'desc' ? null : { column, order: isSame ? 'desc' : 'asc' }
}
