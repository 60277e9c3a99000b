import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { organizationQuery } from '../../../api/account/organization.ts'
import { newestArrivalsQuery, rehearsalQuery } from '../../../api/arrival/arrivals.ts'
import { mappingsQuery } from '../../../api/arrival/mappings.ts'
import type { DataTable } from '../../../api/schema.ts'
import { wordsOfAdmitted } from '../../../components/arrival/admitted-words.ts'
import { t } from '../../../languages/text.ts'
import { AdmitButton } from './admit-button.tsx'

const pollEveryMs = 10_000
const rehearseEveryMs = 60_000

/**
 * Offers to admit held arrivals that would be accepted since a mapping, the columns or the plan changed. The
 * check reads all held arrivals, so it runs only after such a change, and otherwise once a minute.
 */
export function ReplayOffer({ table }: { table: DataTable }) {
  const waits = useQuery({
    ...newestArrivalsQuery({ dataTableId: table.id, status: 'held' }, 1),
    refetchInterval: pollEveryMs,
  })
  const mappings = useQuery(mappingsQuery(table.id))
  const organization = useQuery(organizationQuery)
  const wanted = { dataTableId: table.id, all: true } as const
  const occasion = [
    table.columns.map(({ name }) => name),
    table.missingColumns,
    table.match,
    organization.data?.plan.id,
    mappings.data?.items.map(({ id, version }) => `${id} ${version}`),
  ]
  const rehearsal = useQuery({
    ...rehearsalQuery(wanted, occasion),
    enabled: (waits.data?.items.length ?? 0) > 0 && mappings.isSuccess && organization.isSuccess,
    refetchInterval: rehearseEveryMs,
  })
  if (waits.data?.items.length === 0 || rehearsal.data === undefined || rehearsal.data.admitted === 0)
    return null
  return (
    <Alert
      color="teal"
      icon={<History />}
      title={t('Some held arrivals can be admitted now')}
      mb="md"
      role="status"
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          {wordsOfAdmitted(rehearsal.data, 'would')}
        </Text>
        <AdmitButton wanted={wanted} title={t('Admit all held arrivals')} variant="filled" size="xs">
          {t('Admit arrivals that fit')}
        </AdmitButton>
      </Group>
    </Alert>
  )
}
