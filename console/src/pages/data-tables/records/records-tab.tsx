import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, Plug, Plus, SearchX, Upload } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import type { DataTable } from '../../../api/schema.ts'
import { isSearching, type RecordSearch, searchQuery } from '../../../api/table/record-search.ts'
import { useRecords } from '../../../api/table/records.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { useKey } from '../../../components/keys/use-key.ts'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { ListSkeleton } from '../../../components/loading/skeletons.tsx'
import { useSearchParam } from '../../../components/search-param.ts'
import { t } from '../../../languages/text.ts'
import { ProposedColumns } from '../mapping/proposed-columns.tsx'
import { useTab } from '../tabs.ts'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import { type GridColumns, useGridColumns } from './columns/use-grid-columns.ts'
import { AddRecord } from './edit/add-record.tsx'
import { type Edits, useEdits } from './edit/use-edits.ts'
import { ExportMenu } from './export-menu.tsx'
import { ListedRecords } from './listed-records.tsx'
import { CoverageNotice } from './search/coverage-notice.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { useOpenedView } from './search/use-opened-view.ts'
import { useRecordSearch } from './search/use-record-search.ts'
import { Views } from './search/views.tsx'
import { RecordsToFill } from './to-fill/records-to-fill.tsx'

/**
 * Shows the records of a data table: the newest first, with new records as they arrive, or the results of a
 * search.
 */
export function RecordsTab({ table }: { table: DataTable }) {
  const { recordSearch, ask, viewId, openView } = useRecordSearch()
  const { views, opened, layout, isPending } = useOpenedView(table.id, recordSearch, viewId)
  const columns = useGridColumns(table, opened, layout)
  const [isAdding, setAdding] = useState(false)
  const [jobId] = useSearchParam('job')
  // Holds the undo history in the tab and not in a list, so that a search or another sort order does not
  // clear it.
  const edits = useEdits(table.id)
  useKey('n', () => setAdding(true), useMay('editor') && table.columns.length > 0)
  const hasNone = table.recordCount === 0 && !isSearching(recordSearch)
  if (jobId !== undefined && !isPending)
    return (
      <Stack gap="sm">
        <RecordsToFill table={table} jobId={jobId} columns={columns} edits={edits} />
      </Stack>
    )
  return (
    <Stack gap="sm">
      {table.columns.length > 0 && (
        <Group justify="space-between" align="flex-start" gap="sm">
          {hasNone ? (
            <span />
          ) : (
            <SearchBar
              table={table}
              recordSearch={recordSearch}
              onAsk={ask}
              views={
                <>
                  <Views
                    table={table}
                    views={views}
                    opened={opened}
                    recordSearch={recordSearch}
                    columns={columns}
                    onOpen={openView}
                  />
                  <ColumnsMenu columns={columns} />
                </>
              }
              onShowAll={isSearching(recordSearch) || opened !== undefined ? () => openView(null) : null}
            />
          )}
          <Group gap="xs">
            <ForEditors>
              <Button size="sm" leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
                {t('Add record')}
              </Button>
            </ForEditors>
            <ExportMenu dataTableId={table.id} recordSearch={recordSearch} />
          </Group>
        </Group>
      )}
      {isPending ? (
        <ListSkeleton rows={8} />
      ) : isSearching(recordSearch) ? (
        <Searched
          key={JSON.stringify([recordSearch.where, recordSearch.sort])}
          table={table}
          columns={columns}
          edits={edits}
          recordSearch={recordSearch}
          onAsk={ask}
        />
      ) : (
        <Newest table={table} columns={columns} edits={edits} onAsk={ask} />
      )}
      {isAdding && <AddRecord table={table} onAdded={edits.noteAdded} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

interface Shown {
  readonly table: DataTable
  readonly columns: GridColumns
  readonly edits: Edits
  readonly onAsk: (requested: RecordSearch) => void
}

function Newest({ table, columns, edits, onAsk }: Shown) {
  const [isAtTop, setAtTop] = useState(true)
  const { records, arrived, isBehind, canLoadMore, loadMore } = useRecords({
    dataTableId: table.id,
    recordCount: table.recordCount,
    follows: isAtTop,
  })
  if (records.data === undefined) return <NotLoaded query={records} rows={8} />
  const rows = records.data.pages.flatMap(({ items }) => items)
  if (rows.length === 0) return <EmptyTable table={table} />
  return (
    <ListedRecords
      table={table}
      columns={columns}
      edits={edits}
      recordSearch={{ q: '', where: null, sort: null }}
      onAsk={onAsk}
      list={{
        label: t('Records, the newest first'),
        records: rows,
        arrived,
        isBehind,
        isComplete: !records.hasNextPage,
        canLoadMore,
        onNearEnd: loadMore,
        onAtTop: setAtTop,
      }}
      note={t('The newest records come first. New records appear automatically.')}
      error={records.isFetchNextPageError ? records.error : null}
      retry={records.fetchNextPage}
    />
  )
}

function Searched({
  table,
  columns,
  edits,
  recordSearch,
  onAsk,
}: Shown & { readonly recordSearch: RecordSearch }) {
  const records = useInfiniteQuery({
    ...searchQuery(table.id, recordSearch),
    placeholderData: (before) => before,
  })
  if (records.data === undefined) return <NotLoaded query={records} rows={8} />
  const { pages } = records.data
  const rows = pages.flatMap(({ items }) => items)
  const coverage =
    pages.findLast((page) => page.coverage?.isComplete === false)?.coverage ?? pages.at(-1)?.coverage
  const canLoadMore = records.hasNextPage && !records.isFetching && !records.isFetchNextPageError
  const found = records.hasNextPage
    ? t('{count, number} or more found', { count: rows.length })
    : t('{count, number} found', { count: rows.length })
  // A search that stopped early continues by a button and not by scrolling, because it may take minutes.
  const mayHaveMore = coverage?.isComplete !== false
  return (
    <>
      {coverage !== undefined && <CoverageNotice table={table} coverage={coverage} />}
      {rows.length === 0 ? (
        <EmptyState icon={SearchX} title={t('No record found')}>
          {coverage?.isComplete === false
            ? t('The records searched so far do not match.')
            : t('No record of this table matches. Search finds the beginnings of words.')}
        </EmptyState>
      ) : (
        <ListedRecords
          table={table}
          columns={columns}
          edits={edits}
          recordSearch={recordSearch}
          onAsk={onAsk}
          list={{
            label: t('Records that the search found'),
            records: rows,
            arrived: undefined,
            isBehind: false,
            isComplete: !records.hasNextPage,
            canLoadMore: canLoadMore && mayHaveMore,
            onNearEnd: () => {
              if (canLoadMore && mayHaveMore) void records.fetchNextPage()
            },
            onAtTop: () => {},
          }}
          note={t('{found}. A record keeps its row while you edit it.', { found })}
          error={records.isFetchNextPageError ? records.error : null}
          retry={records.fetchNextPage}
        />
      )}
      {canLoadMore && !mayHaveMore && (
        <Group justify="center">
          <Button variant="default" onClick={() => void records.fetchNextPage()}>
            {t('Search further')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Shows a table without records; an open table without columns proposes them from its arrivals. */
function EmptyTable({ table }: { table: DataTable }) {
  const mayEdit = useMay('editor')
  const none = <NoRecords table={table} />
  if (!mayEdit || !table.acceptsAnyFormat || table.columns.length > 0) return none
  return <ProposedColumns table={table}>{none}</ProposedColumns>
}

function NoRecords({ table }: { table: DataTable }) {
  const [, open] = useTab()
  const hasColumns = table.columns.length > 0
  return (
    <EmptyState
      icon={Inbox}
      title={hasColumns ? t('No records yet') : t('Start this table with a CSV')}
      action={
        <Group mt="xs" justify="center" gap="sm">
          <Button
            variant={hasColumns ? 'default' : 'filled'}
            leftSection={<Upload size={16} aria-hidden />}
            onClick={() => open('import')}
          >
            {t('Import a CSV')}
          </Button>
          <Button
            variant={hasColumns ? 'filled' : 'default'}
            leftSection={<Plug size={16} aria-hidden />}
            onClick={() => open('connect')}
          >
            {hasColumns ? t('Connect your CRM') : t('How to connect a CRM')}
          </Button>
        </Group>
      }
    >
      {hasColumns
        ? t(
            'New records appear here within moments. Import a CSV, or let your CRM send them to the webhook URL.',
          )
        : t(
            'The header row of the first CSV names this table’s columns; a header alone is enough. You can also add columns in the settings, and then send records to the webhook URL.',
          )}
    </EmptyState>
  )
}
