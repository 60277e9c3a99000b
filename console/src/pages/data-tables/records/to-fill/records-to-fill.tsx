import { Alert, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { TextCursorInput } from 'lucide-react'
import { jobQuery } from '../../../../api/job/jobs.ts'
import type { DataTable } from '../../../../api/schema.ts'
import { emptyCellReason, recordsToFillQuery } from '../../../../api/table/records-to-fill.ts'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { shortIdOf } from '../../../../components/job/short-id.ts'
import { AnchorLink } from '../../../../components/links.tsx'
import { Loaded } from '../../../../components/loading/loaded.tsx'
import { ListSkeleton } from '../../../../components/loading/skeletons.tsx'
import { rich } from '../../../../languages/rich.ts'
import { t } from '../../../../languages/text.ts'
import { RetryButton } from '../../../jobs/retry/retry-button.tsx'
import type { GridColumns } from '../columns/use-grid-columns.ts'
import type { Edits } from '../edit/use-edits.ts'
import { ListedRecords } from '../listed-records.tsx'

/**
 * Lists exactly the records whose empty cells made recipients of a job fail. The empty cells are marked, and
 * their columns come first.
 */
export function RecordsToFill({
  table,
  jobId,
  columns: usual,
  edits,
}: {
  table: DataTable
  jobId: string
  columns: GridColumns
  edits: Edits
}) {
  const records = useInfiniteQuery(recordsToFillQuery(table.id, jobId))
  const pages = records.data?.pages ?? []
  const marked = new Map(pages.flatMap(({ columns }) => [...columns]))
  const names = new Set(marked.values())
  const toFill = usual.all.filter(({ name }) => names.has(name))
  const columns = {
    ...usual,
    visible: [...toFill, ...usual.visible.filter(({ name }) => !names.has(name))],
  }
  const canLoadMore = records.hasNextPage && !records.isFetching && !records.isFetchNextPageError
  return (
    <>
      <AboutRecords jobId={jobId} columns={[...names]} />
      <Loaded query={records} skeleton={<ListSkeleton rows={8} />}>
        {() => (
          <ListedRecords
            table={table}
            columns={columns}
            edits={edits}
            recordSearch={{ q: '', where: null, sort: null }}
            onAsk={null}
            list={{
              label: t('Records to fill in'),
              records: pages.flatMap(({ items }) => items),
              marked,
              arrived: undefined,
              isBehind: false,
              isComplete: !records.hasNextPage,
              canLoadMore,
              onNearEnd: () => {
                if (canLoadMore) void records.fetchNextPage()
              },
              onAtTop: () => {},
            }}
            note={t(
              'Empty cells that the messages need are marked. A record keeps its row while you edit it.',
            )}
            error={records.isFetchNextPageError ? records.error : null}
            retry={records.fetchNextPage}
          />
        )}
      </Loaded>
    </>
  )
}

/** Says why the list has these records, and retries their recipients. */
function AboutRecords({ jobId, columns }: { jobId: string; columns: readonly string[] }) {
  const { data: job } = useQuery(jobQuery(jobId))
  const named = columns.map((name) => `“${name}”`).join(t(' or '))
  return (
    <Alert color="indigo" variant="light" icon={<TextCursorInput size={18} aria-hidden />} p="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 18rem">
          {columns.length === 0
            ? rich(
                'Recipients of <link>job {id}</link> failed because a cell is empty in their records. Fill in the marked cells, then retry. <link2>Show all records</link2>',
                {
                  id: shortIdOf(jobId),
                  link: <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" />,
                  link2: <AnchorLink to="." search={{ tab: 'records' }} underline="always" />,
                },
              )
            : rich(
                'Recipients of <link>job {id}</link> failed because {named} is empty in their records. Fill in the marked cells, then retry. <link2>Show all records</link2>',
                {
                  id: shortIdOf(jobId),
                  link: <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" />,
                  named,
                  link2: <AnchorLink to="." search={{ tab: 'records' }} underline="always" />,
                },
              )}
        </Text>
        {job !== undefined && (
          <ForEditors>
            <RetryButton job={job} only={emptyCellReason} size="xs" />
          </ForEditors>
        )}
      </Group>
    </Alert>
  )
}
