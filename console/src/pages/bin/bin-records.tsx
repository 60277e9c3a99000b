import { Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { BinEntry, DeletedRecord } from '../../api/schema.ts'
import { deletedRecordsQuery, maxListed, useRestore } from '../../api/table/bin.ts'
import { dataTableQuery } from '../../api/table/data-tables.ts'
import { layoutQuery } from '../../api/table/record-search.ts'
import { ListSkeleton } from '../../components/loading/skeletons.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showProblem } from '../../components/problem/show-problem.tsx'
import { showDone } from '../../components/show-done.ts'
import { WideTable } from '../../components/table/wide-table.tsx'
import { t } from '../../languages/text.ts'
import { laidColumns } from '../data-tables/records/columns/column-layout.ts'
import { CellText } from '../data-tables/records/grid/cell-text.tsx'
import { restoredWords } from './bin-words.ts'

/** Lists the first records of an entry of the bin, and lets editors choose records to restore. */
export function BinRecords({ entry, onClose }: { entry: BinEntry; onClose: () => void }) {
  const found = useQuery(deletedRecordsQuery(entry.id))
  const names = useVisibleColumns(entry.dataTableId, found.data ?? [])
  const restore = useRestore()
  const mayRestore = useMay('editor')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (found.isError) return <ProblemAlert error={found.error} retry={found.refetch} />
  if (found.data === undefined || names === null) return <ListSkeleton />
  const toggle = (id: string) =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]))
  const restoreChosen = async () => {
    try {
      const restored = await restore.mutateAsync({ entryId: entry.id, recordIds: [...chosen] })
      showDone(restoredWords(entry, restored), 'undo')
      onClose()
    } catch (fault) {
      showProblem(fault, t('The records could not be restored'))
    }
  }
  return (
    <Stack>
      <WideTable label={t('Deleted records')} minWidth={480} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {mayRestore && <Table.Th w={40} aria-label={t('Choose')} />}
            {names.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.data.map(({ id, data }) => (
            <Table.Tr key={id}>
              {mayRestore && (
                <Table.Td>
                  <Checkbox
                    aria-label={t('Choose record {id}', { id })}
                    checked={chosen.has(id)}
                    onChange={() => toggle(id)}
                  />
                </Table.Td>
              )}
              {names.map((name) => (
                <Table.Td key={name} maw={220} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  <CellText cell={data[name] ?? null} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      {entry.records > maxListed && (
        <Text size="sm" c="dimmed">
          {t('The first {maxListed} of {records, plural, one {# record} other {# records}} are shown.', {
            maxListed,
            records: entry.records,
          })}
        </Text>
      )}
      {mayRestore && (
        <Group justify="flex-end">
          <Button
            disabled={chosen.size === 0}
            loading={restore.isPending}
            onClick={() => void restoreChosen()}
          >
            {t('Restore {size, plural, one {# chosen record} other {# chosen records}}', {
              size: chosen.size,
            })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/**
 * Returns the names of the columns that the user's layout of the table shows, in its order; null while they are
 * loading. While the table is in the bin too, returns the columns that the records have.
 */
function useVisibleColumns(dataTableId: string, records: readonly DeletedRecord[]): readonly string[] | null {
  const table = useQuery({ ...dataTableQuery(dataTableId), retry: false })
  const stored = useQuery({ ...layoutQuery(dataTableId), retry: false })
  if (table.isPending || stored.isPending) return null
  if (table.data === undefined) return [...new Set(records.flatMap(({ data }) => Object.keys(data)))]
  return laidColumns(table.data.columns, stored.data?.layout ?? null)
    .filter(({ isHidden }) => !isHidden)
    .map(({ name }) => name)
}
