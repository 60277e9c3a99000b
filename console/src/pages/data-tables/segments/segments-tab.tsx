import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { segmentsQuery } from '../../../api/table/segments.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { GuideLink } from '../../../components/guide/guide-link.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { t } from '../../../languages/text.ts'
import { NewSegment } from './new-segment.tsx'
import { SegmentRow } from './segment-row.tsx'

/** Lists the segments of a data table with their counts, and creates, changes and deletes them. */
export function SegmentsTab({ table }: { table: DataTable }) {
  const segments = useQuery(segmentsQuery(table.id))
  const [isCreating, setCreating] = useState(false)
  const create = (
    <ForEditors>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
        {t('New segment')}
      </Button>
    </ForEditors>
  )
  return (
    <>
      <Loaded query={segments}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={Users} title={t('No segments yet')} action={create}>
              {t(
                'A segment is a condition under a name, such as “On trial”. Use it in filters, steps and other segments. Records enter and leave it as they change.',
              )}{' '}
              <GuideLink page="use/segments" />
            </EmptyState>
          ) : (
            <Stack gap="sm">
              <Group justify="space-between" align="flex-start" gap="sm">
                <Text size="sm" c="dimmed" maw="44rem">
                  {t('Records enter and leave a segment as they change.')} <GuideLink page="use/segments" />
                </Text>
                {create}
              </Group>
              <ListTable
                label={t('Segments')}
                minWidth={640}
                columns={[t('Name'), t('Records'), t('Condition'), t('Used by')]}
                hasActions
                isCardsOnPhones
              >
                {items.map((segment) => (
                  <SegmentRow key={segment.id} table={table} segment={segment} />
                ))}
              </ListTable>
            </Stack>
          )
        }
      </Loaded>
      {isCreating && <NewSegment dataTableId={table.id} onClose={() => setCreating(false)} />}
    </>
  )
}
