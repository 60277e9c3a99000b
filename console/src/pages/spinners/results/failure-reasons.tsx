import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Spinner } from '../../../api/schema.ts'
import { spinnerResultsQuery } from '../../../api/spinner/results.ts'
import { WideTable } from '../../../components/table/wide-table.tsx'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { reasonLabels } from '../../jobs/reason-labels.ts'

/** Shows by reason how many recipients failed, or may have got their message, in the latest jobs of a spinner. */
export function FailureReasons({ spinner }: { spinner: Spinner }) {
  const results = useQuery(spinnerResultsQuery(spinner.id, null, { since: null, until: null }))
  const reasons = results.data?.failures ?? []
  return (
    <section aria-labelledby="failures-by-reason">
      <Title order={3} size="h5" id="failures-by-reason">
        {t('Failures by reason')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t(
          'The latest 1,000 jobs count, in every period. A recipient counts in each job in which it failed, also if a retry has succeeded since.',
        )}
      </Text>
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Nobody has failed.')}
        </Text>
      ) : (
        <WideTable label={t('Failures by reason')} minWidth={360} verticalSpacing={6} className="numbers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Reason')}</Table.Th>
              <Table.Th ta="right">{t('Failed')}</Table.Th>
              <Table.Th ta="right">{t('Unconfirmed')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(({ code, failed, unconfirmed }) => (
              <Table.Tr key={code}>
                <Table.Th scope="row" fw={500}>
                  {reasonLabels[code] ?? code}
                </Table.Th>
                <Table.Td ta="right">{failed.toLocaleString(language)}</Table.Td>
                <Table.Td ta="right">{unconfirmed.toLocaleString(language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </section>
  )
}
