import { Box, Button, Stack } from '@mantine/core'
import { Inbox, Plug } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { t } from '../../../languages/text.ts'
import { ReplayOffer } from '../../arrivals/admission/replay-offer.tsx'
import { ArrivalList } from '../../arrivals/arrival-list.tsx'
import { useTab } from '../tabs.ts'
import { Mappings } from './mappings.tsx'
import { Waiting } from './waiting.tsx'

/** The tab of a data table with its arrivals, its held arrivals and its mappings. */
export function ArrivalsTab({ table }: { table: DataTable }) {
  const [, open] = useTab()
  return (
    <Stack gap="lg">
      <Box>
        <ForEditors>
          <ReplayOffer table={table} />
        </ForEditors>
        <Waiting table={table} />
      </Box>
      <Box>
        <ArrivalList
          dataTableId={table.id}
          tables={[table]}
          empty={
            <EmptyState
              icon={Inbox}
              title={t('No arrivals yet')}
              action={
                <Button leftSection={<Plug size={16} aria-hidden />} onClick={() => open('connect')}>
                  {t('Connect a source')}
                </Button>
              }
            >
              {t(
                'Each arrival for this table appears here within seconds. If its records were not added, you see the reason.',
              )}
            </EmptyState>
          }
        />
      </Box>
      <Mappings table={table} />
    </Stack>
  )
}
