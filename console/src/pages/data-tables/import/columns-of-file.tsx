import { Badge, Box, Group, Paper, Select, Table, Text, TextInput } from '@mantine/core'
import type { DataTable, FilePreview } from '../../../api/schema.ts'
import { WideTable } from '../../../components/table/wide-table.tsx'
import { t } from '../../../languages/text.ts'
import { NewColumnType } from '../settings/columns/new-column-type.tsx'
import type { Target } from './column-targets.ts'

const leaveOut = t('leave out')
const newColumn = t('new column')
const toColumn = (name: string) => t('to {name}', { name })
const samplesShown = 3

/** Lists each column of the import file with sample values and its target. */
export function ColumnsOfFile({
  table: { columns },
  look,
  targets,
  onChange,
}: {
  table: DataTable
  look: FilePreview
  targets: readonly Target[]
  onChange: (targets: readonly Target[]) => void
}) {
  const filled = new Set(targets.map(({ to }) => to))
  const empty = columns.filter(({ name }) => !filled.has(name))
  // Identifies the columns of the file by position, because several may have the same name.
  const places = look.columns.map(({ name }, index) => ({ name, index }))
  const change = (index: number, target: Target) =>
    onChange(targets.map((one, at) => (at === index ? target : one)))
  return (
    <div>
      <Paper withBorder>
        <WideTable
          label={t('The columns of the file')}
          minWidth={0}
          horizontalSpacing="md"
          verticalSpacing="sm"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Column of the file')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('First values')}</Table.Th>
              <Table.Th>{t('Goes into')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {places.map(({ name, index }) => (
              <Table.Tr key={index}>
                <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {name === '' ? t('Column {index} (no name)', { index: index + 1 }) : name}
                  <Box hiddenFrom="sm">
                    <Samples look={look} index={index} />
                  </Box>
                </Table.Th>
                <Table.Td maw={260} visibleFrom="sm">
                  <Samples look={look} index={index} />
                </Table.Td>
                <Table.Td>
                  <TargetSelect
                    label={name === '' ? t('Column {index}', { index: index + 1 }) : name}
                    columns={columns.map((column) => column.name)}
                    target={targets[index] ?? { ignore: true }}
                    onChange={(target) => change(index, target)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </Paper>
      {empty.length > 0 && (
        <Group gap={6} mt="sm">
          <Text size="sm" c="dimmed">
            {t('Columns of the table that the file does not fill:')}
          </Text>
          {empty.slice(0, 20).map(({ name }) => (
            <Badge key={name} variant="default" tt="none" fw={500}>
              {name}
            </Badge>
          ))}
          <Text size="sm" c="dimmed">
            {empty.length > 20
              ? t('and {count} more. These columns are empty in new records.', { count: empty.length - 20 })
              : t('These columns are empty in new records.')}
          </Text>
        </Group>
      )}
    </div>
  )
}

function Samples({ look, index }: { look: FilePreview; index: number }) {
  return look.rows.slice(0, samplesShown).map(({ line, cells }) => (
    <Text key={line} size="sm" c="dimmed" fw={400} truncate maw={260}>
      {cells[index] === undefined || cells[index] === '' ? '–' : cells[index]}
    </Text>
  ))
}

function TargetSelect({
  label,
  columns,
  target,
  onChange,
}: {
  label: string
  columns: readonly string[]
  target: Target
  onChange: (target: Target) => void
}) {
  const { to, create } = target
  const value = create !== undefined ? newColumn : to === undefined ? leaveOut : toColumn(to)
  const chosen = (wanted: string | null) => {
    if (wanted === newColumn) onChange({ create: { name: label } })
    else if (wanted === leaveOut || wanted === null) onChange({ ignore: true })
    else onChange({ to: wanted.slice(toColumn('').length) })
  }
  return (
    <Group gap="xs" align="flex-start">
      <Select
        aria-label={t('Table column for the file column {label}', { label })}
        value={value}
        onChange={chosen}
        allowDeselect={false}
        searchable={columns.length > 8}
        style={{ flex: '1 1 130px' }}
        data={[
          ...(columns.length === 0
            ? []
            : [
                {
                  group: t('Columns of the table'),
                  items: columns.map((name) => ({ value: toColumn(name), label: name })),
                },
              ]),
          {
            group: t('Otherwise'),
            items: [
              { value: newColumn, label: t('A new column') },
              { value: leaveOut, label: t('Leave this column out') },
            ],
          },
        ]}
      />
      {create !== undefined && (
        <>
          <TextInput
            aria-label={t('Name of the new column for {label}', { label })}
            value={create.name}
            maxLength={200}
            onChange={({ currentTarget }) => onChange({ create: { ...create, name: currentTarget.value } })}
            style={{ flex: '1 1 130px' }}
          />
          <NewColumnType
            label={label}
            type={create.type ?? 'text'}
            onChange={(type) => onChange({ create: { name: create.name, ...(type !== 'text' && { type }) } })}
          />
        </>
      )}
    </Group>
  )
}
