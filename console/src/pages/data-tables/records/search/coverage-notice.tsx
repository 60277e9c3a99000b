import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import type { DataTable, SearchCoverage } from '../../../../api/schema.ts'
import { indexesQuery, useAddIndexes } from '../../../../api/table/record-search.ts'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { language } from '../../../../languages/language.ts'
import { t } from '../../../../languages/text.ts'

const number = (count: number) => count.toLocaleString(language)
const nameOf = (column: string | null) => (column === null ? t('the words of all columns') : `“${column}”`)

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
            {t(
              'Only {count} of {total} records were searched, newest first. Searching all records would take too long.',
              { count: number(coverage.searched), total: number(table.recordCount) },
            )}
          </Text>
        )}
        {!coverage.isComplete && offers.length > 0 && (
          <Group gap="sm">
            <Text size="sm" flex={1} miw={220}>
              {t(
                'An index of {list} makes all records searchable. Spindle builds the index in the background and keeps it up to date.',
                { list: offers.map(nameOf).join(t(' and ')) },
              )}
            </Text>
            <ForEditors>
              <Button
                size="xs"
                loading={add.isPending}
                disabled={!isSuccess}
                onClick={() => add.mutate(offers)}
              >
                {t('Make all records searchable')}
              </Button>
            </ForEditors>
          </Group>
        )}
        {filling.map(({ column, done, of }) => (
          <div key={column ?? ''}>
            <Text size="sm" className="numbers" mb={4}>
              {t('Building the index of {name}: {count} of {total} records', {
                name: nameOf(column),
                count: number(done),
                total: number(of),
              })}
            </Text>
            <Progress
              value={of === 0 ? 100 : (done / of) * 100}
              aria-label={t('Records in the index of {name}', { name: nameOf(column) })}
            />
          </div>
        ))}
      </Stack>
    </Alert>
  )
}
