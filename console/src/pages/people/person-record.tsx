import { Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '../../api/schema.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { AnchorLink } from '../../components/links.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'

/**
 * Shows the filled columns of the newest record of a person, in the order of its table, and the table of the record. The
 * API returns columns in no order.
 */
export function PersonRecord({ person: { newestRecord } }: { person: Person }) {
  const { data: tables } = useQuery(dataTablesQuery)
  if (newestRecord === null) return null
  const { dataTableId, recordId, data } = newestRecord
  const table = tables?.find(({ id }) => id === dataTableId)
  const order = table?.columns.map(({ name }) => name) ?? []
  const cells = Object.entries(data)
    .filter(([, cell]) => cell !== null && cell !== '')
    .toSorted(([first], [second]) => order.indexOf(first) - order.indexOf(second))
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="newest-record">
      <Title order={2} size="h4" id="newest-record" mb={4}>
        {t('Newest record')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {rich('Record {recordId} in {link}', {
          recordId,
          link: (
            <AnchorLink to="/data-tables/$dataTableId" params={{ dataTableId }} underline="always" inherit>
              {table?.name ?? (tables === undefined ? '…' : t('a data table'))}
            </AnchorLink>
          ),
        })}
      </Text>
      <Table verticalSpacing={6} horizontalSpacing={0} aria-labelledby="newest-record">
        <Table.Tbody>
          {cells.map(([name, cell]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} pr="md" style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{String(cell)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
