import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import type { DataTable, SearchCoverage } from '../../../../api/schema.ts'
import { indexesQuery, useAddIndexes } from '../../../../api/table/record-search.ts'
import { ForEditors } from '../../../../components/for-editors.tsx'

const number = (count: number) => count.toLocaleString('en')
const nameOf = (column: string | null) => (column === null ? 'the words of all columns' : `“${column}”`)

/** Says how many records a search has not read, and which index would let it read all of them. */
export function CoverageNotice({ table, coverage }: { table: DataTable; coverage: SearchCoverage }) {
  const { data: indexes = [], isSuccess } = useQuery(indexesQuery(table.id))
  const add = useAddIndexes(table.id)
  const offers = (coverage.offers as readonly (string | null)[]).filter(
    (offer) => !indexes.some(({ column }) => column === offer),
  )
  const filling = indexes.filter(({ isReady }) => !isReady)
  if (coverage.isComplete && filling.length === 0) return null
  return (
    <Alert color="indigo" variant="light" icon={<Gauge size={18} aria-hidden />} p="sm">
      <Stack gap={6}>
        {!coverage.isComplete && (
          <Text size="sm">
            Only {number(coverage.searched)} of {number(table.recordCount)} records were searched, newest
            first. Searching all records would take too long.
          </Text>
        )}
        {!coverage.isComplete && offers.length > 0 && (
          <Group gap="sm">
            <Text size="sm" flex={1} miw={220}>
              An index of {offers.map(nameOf).join(' and ')} makes all records searchable. Spindle builds the
              index in the background and keeps it up to date.
            </Text>
            <ForEditors>
              <Button
                size="xs"
                loading={add.isPending}
                disabled={!isSuccess}
                onClick={() => add.mutate(offers)}
              >
                Make all records searchable
              </Button>
            </ForEditors>
          </Group>
        )}
        {filling.map(({ column, done, of }) => (
          <div key={column ?? ''}>
            <Text size="sm" className="numbers" mb={4}>
              Building the index of {nameOf(column)}: {number(done)} of {number(of)} records
            </Text>
            <Progress
              value={of === 0 ? 100 : (done / of) * 100}
              aria-label={`Records in the index of ${nameOf(column)}`}
            />
          </div>
        ))}
      </Stack>
    </Alert>
  )
}
