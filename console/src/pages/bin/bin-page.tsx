import { Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import type { BinEntry } from '../../api/schema.ts'
import { binQuery } from '../../api/table/bin.ts'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { ForEditors } from '../../components/for-editors.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { BinRow } from './bin-row.tsx'

const kinds: readonly { readonly value: BinEntry['kind']; readonly label: string }[] = [
  { value: 'records', label: 'Records' },
  { value: 'dataTable', label: 'Data tables' },
  { value: 'spinner', label: 'Spinners' },
]

/** The page with deleted data tables, spinners and records, which can be restored for 30 days. */
export function BinPage() {
  const isAdmin = useMay('admin')
  const [chosen] = useSearchParam('kind')
  const kind = kinds.find(({ value }) => value === chosen)?.value ?? null
  const entries = useInfiniteQuery(binQuery(kind))
  const items = entries.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeader
        title="Bin"
        description="Deleted data tables, spinners and records stay here for 30 days. Then they are deleted permanently."
      />
      <Stack>
        <ForEditors>
          {!isAdmin && (
            <Text size="sm" c="dimmed">
              Only admins and owners can delete permanently.
            </Text>
          )}
        </ForEditors>
        <Group>
          <FilterSelect label="Kind" param="kind" options={kinds} everything="Everything" maxWidth={220} />
        </Group>
        {entries.data === undefined && <NotLoaded query={entries} />}
        {entries.isSuccess && items.length === 0 && (
          <EmptyState icon={Trash2} title={kind === null ? 'The bin is empty' : 'Nothing of this kind'}>
            Data tables, spinners and records appear here when they are deleted.
          </EmptyState>
        )}
        {items.length > 0 && (
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((entry) => (
              <BinRow key={entry.id} entry={entry} />
            ))}
          </Stack>
        )}
        <LoadMore query={entries} />
      </Stack>
    </>
  )
}
