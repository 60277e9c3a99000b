import { Alert, Checkbox, Stack, Table, Text } from '@mantine/core'
import { Check, Users } from 'lucide-react'
import type { DataTable, Duplicates } from '../../../api/schema.ts'
import { WideTable } from '../../../components/table/wide-table.tsx'
import { t } from '../../../languages/text.ts'
import { CellText } from '../records/grid/cell-text.tsx'

const maxColumns = 4
const maxGroups = 5

/** Lists records that a merge would combine, shows the result, and asks whether to merge them. */
export function DuplicateGroups({
  table,
  found,
  merges,
  onMerges,
}: {
  table: DataTable
  found: Duplicates
  merges: boolean
  onMerges: (merges: boolean) => void
}) {
  const { groups, records, items } = found
  if (groups === 0)
    return (
      <Alert color="teal" variant="light" icon={<Check />} role="status">
        {t('No two records have the same values in these match columns.')}
      </Alert>
    )
  const goes = records - groups
  const matched = found.columns.map(({ name }) => name)
  const others = table.columns.map(({ name }) => name).filter((name) => !matched.includes(name))
  const shown = [...matched, ...others].slice(0, Math.max(maxColumns, matched.length))
  return (
    <Stack gap="sm">
      <Alert
        color="yellow"
        variant="light"
        icon={<Users />}
        role="status"
        title={t(
          '{records, plural, one {# duplicate record} other {# duplicate records}} in {groups, plural, one {# group} other {# groups}}',
          { records, groups },
        )}
      >
        {t(
          'In each group of duplicates the oldest record stays, with the newest value of each column that is not empty. Merging deletes {goes, plural, one {# other record} other {# other records}}.',
          { goes },
        )}
      </Alert>
      <WideTable label={t('Duplicate records')} minWidth={480} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={70} />
            {shown.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {items.slice(0, maxGroups).map((group) => (
          <Table.Tbody key={group.primary.id}>
            <Row word={t('Kept')} data={group.primary.data} shown={shown} />
            {group.merged.map(({ id, data }) => (
              <Row key={id} word={t('Deleted')} data={data} shown={shown} dimmed />
            ))}
            <MoreRow count={group.records - group.merged.length - 1} columns={shown.length + 1} />
          </Table.Tbody>
        ))}
      </WideTable>
      {groups > maxGroups && (
        <Text size="sm" c="dimmed">
          {t('Only the first {maxGroups} groups of duplicates are shown.', { maxGroups })}
        </Text>
      )}
      <Checkbox
        label={t(
          'Merge each group of duplicates, and delete {goes, plural, one {# record} other {# records}} permanently',
          { goes },
        )}
        checked={merges}
        onChange={(event) => onMerges(event.currentTarget.checked)}
      />
    </Stack>
  )
}

/** The row about the records of a group that are not shown. */
function MoreRow({ count, columns }: { count: number; columns: number }) {
  if (count <= 0) return null
  return (
    <Table.Tr>
      <Table.Td colSpan={columns}>
        <Text size="sm" c="dimmed">
          {t(
            '{count, plural, one {and # more record that is deleted} other {and # more records that are deleted}}',
            { count },
          )}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

function Row({
  word,
  data,
  shown,
  dimmed = false,
}: {
  word: string
  data: Duplicates['items'][number]['primary']['data']
  shown: readonly string[]
  dimmed?: boolean
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={dimmed ? 400 : 600} {...(dimmed ? { c: 'dimmed' } : {})}>
          {word}
        </Text>
      </Table.Td>
      {shown.map((name) => (
        <Table.Td
          key={name}
          maw={220}
          style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          <Text
            span
            size="sm"
            fw={dimmed ? 400 : 600}
            {...(dimmed ? { c: 'dimmed', td: 'line-through' } : {})}
          >
            <CellText cell={data[name] ?? null} />
          </Text>
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
