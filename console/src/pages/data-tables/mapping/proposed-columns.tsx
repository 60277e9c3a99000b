import { Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { newestArrivalsQuery } from '../../../api/arrival/arrivals.ts'
import { proposalQuery } from '../../../api/arrival/mappings.ts'
import type { DataTable, MappingProposal } from '../../../api/schema.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import { NewColumnType } from '../settings/columns/new-column-type.tsx'
import { type Order, useApply } from './use-apply.ts'

const pollEveryMs = 5_000

/**
 * Proposes the columns of a table without columns from its latest held arrivals. Shows `children` while there are no
 * arrivals that name columns.
 */
export function ProposedColumns({ table, children }: { table: DataTable; children: ReactNode }) {
  const newestArrivals = useQuery({
    ...newestArrivalsQuery({ dataTableId: table.id, status: 'held' }, 1),
    refetchInterval: pollEveryMs,
  })
  const format = newestArrivals.data?.items[0]?.format ?? null
  const proposal = useQuery({
    ...proposalQuery(table.id, { format: format ?? '' }),
    enabled: format !== null,
  })
  if (format === null || proposal.data === undefined || proposal.data.columns.length === 0) return children
  return <Proposal key={format} table={table} format={format} proposal={proposal.data} />
}

function Proposal({
  table,
  format,
  proposal,
}: {
  table: DataTable
  format: string
  proposal: MappingProposal
}) {
  const apply = useApply(table, null)
  const { mapping, columns, examined, wouldAdmit } = proposal
  const [types, setTypes] = useState<Types>(() =>
    Object.fromEntries(columns.map(({ column, type }) => [column, type ?? 'text'])),
  )
  const accept = () =>
    apply.mutate({
      mapping,
      newColumns: columns.map(({ column }) => column),
      types,
      opens: false,
      replaces: false,
      admits: { dataTableId: table.id, format },
    })
  return (
    <Section
      title={t('Columns from the latest arrivals')}
      description={t(
        'This table has no columns yet. {examined, plural, one {# record} other {# records}} of the latest arrivals would fill these.',
        { examined },
      )}
    >
      <NewColumns
        proposal={proposal}
        types={types}
        onType={(column, type) => setTypes((before) => ({ ...before, [column]: type }))}
      />
      <EditProblem edit={apply} thing="mapping" place="page" onReplace={accept} />
      <Group gap="sm">
        <Button loading={apply.isPending} onClick={accept}>
          {t(
            'Create {count, plural, one {# column} other {# columns}} and add {wouldAdmit, plural, one {# record} other {# records}}',
            { count: columns.length, wouldAdmit },
          )}
        </Button>
        <ButtonLink
          to="/data-tables/$dataTableId/mapping"
          params={{ dataTableId: table.id }}
          search={{ format }}
          variant="default"
        >
          {t('Change the columns first')}
        </ButtonLink>
      </Group>
      <Text size="sm" c="dimmed">
        {t('Later arrivals in this format fill the same columns.')}
      </Text>
    </Section>
  )
}

type Types = NonNullable<Order['types']>

/** Lists the proposed columns with their values and types. */
function NewColumns({
  proposal: { columns, examined },
  types,
  onType,
}: {
  proposal: MappingProposal
  types: Types
  onType: (column: string, type: Types[string]) => void
}) {
  return (
    <Table.ScrollContainer
      minWidth={560}
      scrollAreaProps={{ viewportProps: { 'aria-label': t('Proposed columns') } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Column')}</Table.Th>
            <Table.Th>{t('Values')}</Table.Th>
            <Table.Th>{t('Type')}</Table.Th>
            <Table.Th>{t('Filled')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ column, samples, filled }) => (
            <Table.Tr key={column}>
              <Table.Th scope="row">{column}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{samples.map(String).join(' · ')}</Table.Td>
              <Table.Td>
                <NewColumnType
                  label={column}
                  type={types[column] ?? 'text'}
                  onChange={(type) => onType(column, type)}
                />
              </Table.Td>
              <Table.Td className="numbers">
                {t('{filled, number} of {examined, number}', { filled, examined })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
