import { Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { newestArrivalsQuery } from '../../../api/arrival/arrivals.ts'
import { proposalQuery } from '../../../api/arrival/mappings.ts'
import type { DataTable, MappingProposal } from '../../../api/schema.ts'
import { countOf } from '../../../components/arrival/admitted-words.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { Section } from '../section.tsx'
import { useApply } from './use-apply.ts'

const pollEveryMs = 5_000

/**
 * Proposes the columns of a table without columns from its latest held arrivals. Shows `children` while there are no
 * arrivals that name columns.
 */
export function ProposedColumns({ table, children }: { table: DataTable; children: ReactNode }) {
  const held = useQuery({
    ...newestArrivalsQuery({ dataTableId: table.id, status: 'held' }, 1),
    refetchInterval: pollEveryMs,
  })
  const format = held.data?.items[0]?.format ?? null
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
  const accept = () =>
    apply.mutate({
      mapping,
      newColumns: columns.map(({ column }) => column),
      opens: false,
      replaces: false,
      admits: { dataTableId: table.id, format },
    })
  return (
    <Section
      title="Columns from the latest arrivals"
      description={`This table has no columns yet. ${countOf(examined, 'record')} of the latest arrivals would fill these.`}
    >
      <Table.ScrollContainer
        minWidth={420}
        scrollAreaProps={{ viewportProps: { 'aria-label': 'Proposed columns' } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Values</Table.Th>
              <Table.Th>Filled</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(({ column, samples, filled }) => (
              <Table.Tr key={column}>
                <Table.Th scope="row">{column}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{samples.map(String).join(' · ')}</Table.Td>
                <Table.Td className="numbers">
                  {filled.toLocaleString('en')} of {examined.toLocaleString('en')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <EditProblem edit={apply} thing="mapping" place="page" onReplace={accept} />
      <Group gap="sm">
        <Button loading={apply.isPending} onClick={accept}>
          Create {countOf(columns.length, 'column')} and add {countOf(wouldAdmit, 'record')}
        </Button>
        <ButtonLink
          to="/data-tables/$dataTableId/mapping"
          params={{ dataTableId: table.id }}
          search={{ format }}
          variant="default"
        >
          Change the columns first
        </ButtonLink>
      </Group>
      <Text size="sm" c="dimmed">
        Later arrivals in this format fill the same columns.
      </Text>
    </Section>
  )
}
