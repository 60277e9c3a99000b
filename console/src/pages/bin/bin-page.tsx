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
import { t } from '../../languages/text.ts'
import { BinRow } from './bin-row.tsx'

const kinds: readonly { readonly value: BinEntry['kind']; readonly label: string }[] = [
  { value: 'records', label: t('Records') },
  { value: 'dataTable', label: t('Data tables') },
  { value: 'spinner', label: t('Spinners') },
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
        title={t('Bin')}
        description={t(
          'Deleted data tables, spinners and records stay here for 30 days. Then they are deleted permanently.',
        )}
      />
      <Stack>
        <ForEditors>
          {!isAdmin && (
            <Text size="sm" c="dimmed">
              {t('Only admins and owners can delete permanently.')}
            </Text>
          )}
        </ForEditors>
        <Group>
          <FilterSelect
            label={t('Kind')}
            param="kind"
            options={kinds}
            everything={t('Everything')}
            maxWidth={220}
          />
        </Group>
        {entries.data === undefined && <NotLoaded query={entries} />}
        {entries.isSuccess && items.length === 0 && (
          <EmptyState icon={Trash2} title={kind === null ? t('The bin is empty') : t('Nothing of this kind')}>
            {t('Data tables, spinners and records appear here when they are deleted.')}
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
