import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { newestArrivalsQuery } from '../../../api/arrival/arrivals.ts'
import type { DataTable } from '../../../api/schema.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { t } from '../../../languages/text.ts'
import { AdmitButton } from '../../arrivals/admission/admit-button.tsx'
import { Section } from '../section.tsx'
import { FormatSummary } from './format-summary.tsx'
import { waitingFormats } from './waiting-formats.ts'

const pollEveryMs = 5_000
const atMost = 200
const maxShown = 8

/** Lists the formats of arrivals that have no mapping, each with a link to map it. */
export function Waiting({ table }: { table: DataTable }) {
  const of = (status: 'held' | 'refused') => newestArrivalsQuery({ dataTableId: table.id, status }, atMost)
  const held = useQuery({ ...of('held'), refetchInterval: pollEveryMs })
  const refused = useQuery({ ...of('refused'), refetchInterval: pollEveryMs })
  const seen = [...(held.data?.items ?? []), ...(refused.data?.items ?? [])]
  if (seen.length === 0) return null
  const formats = waitingFormats(seen)
  const isMore = (held.data?.nextCursor ?? refused.data?.nextCursor ?? null) !== null
  const all = { dataTableId: table.id, all: true } as const
  return (
    <Section
      title={t('Held arrivals')}
      description={
        formats.length > 0
          ? t(
              'No mapping of this table matches these arrivals. Map a format to add all arrivals in that format.',
            )
          : t(
              'These arrivals did not fit the table: open an arrival below to see why. Change a mapping, the columns or the plan, then admit the arrivals.',
            )
      }
    >
      {formats.length > 0 && (
        <Stack gap="sm">
          {formats.slice(0, maxShown).map((one) => (
            <Group key={one.format} gap="sm" justify="space-between">
              <FormatSummary group={one} isMore={isMore} />
              <ForEditors>
                <ButtonLink
                  to="/data-tables/$dataTableId/mapping"
                  params={{ dataTableId: table.id }}
                  search={{ format: one.format }}
                  size="xs"
                  leftSection={<Route size={14} aria-hidden />}
                >
                  {t('Map this format')}
                </ButtonLink>
              </ForEditors>
            </Group>
          ))}
          {formats.length > maxShown && (
            <Text size="sm" c="dimmed">
              {t(
                'The list below also has arrivals in {count, plural, one {# other format} other {# other formats}}.',
                { count: formats.length - maxShown },
              )}
            </Text>
          )}
        </Stack>
      )}
      <Group>
        <AdmitButton wanted={all} title={t('Admit all held arrivals')} size="xs">
          {t('Admit all held arrivals')}
        </AdmitButton>
      </Group>
    </Section>
  )
}
