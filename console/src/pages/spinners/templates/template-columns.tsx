import { Alert, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import type { ColumnReplacement, TemplatePreview } from '../../../api/spinner/spinner-templates.ts'
import { t } from '../../../languages/text.ts'
import { useMailWords } from '../steps/mail-words.ts'

/** The values of the select field for choices that are no columns. Names of columns have the prefix "=". */
const later = 'later'
const text = 'text'

/** The longest text that replaces a column, in characters. */
const maxTextLength = 200

/** The choice of the columns of a data table that replace the columns of a template. */
export function TemplateColumns({
  preview: { columns },
  table,
  chosen,
  onChoose,
}: {
  preview: TemplatePreview
  table: DataTable
  chosen: readonly ColumnReplacement[]
  onChoose: (name: string, replacement: ColumnReplacement | null) => void
}) {
  const missing = columns.filter((column) => column.column === null && column.text === null)
  if (columns.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label={t('Values')}>
      <Text size="sm" fw={500}>
        {t('Values of the template')}
      </Text>
      {missing.length > 0 && (
        <Alert variant="light" color="orange" icon={<CircleAlert />} role="status" p="xs">
          <Text size="sm">
            {t(
              '{name} has no column for {count, plural, one {# value} other {# values}} of the template. Choose a column or a text, or correct the steps later.',
              { name: table.name, count: missing.length },
            )}
          </Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {columns.map((column) => (
          <OneColumn
            key={column.name}
            column={column}
            table={table}
            chosen={chosen.find(({ name }) => name === column.name)}
            onChoose={(replacement) => onChoose(column.name, replacement)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function OneColumn({
  column: { name, column, text: shownText, mayBeText },
  table,
  chosen,
  onChoose,
}: {
  column: TemplatePreview['columns'][number]
  table: DataTable
  chosen: ColumnReplacement | undefined
  onChoose: (replacement: ColumnReplacement | null) => void
}) {
  const { insteadOfName } = useMailWords()
  const written = chosen?.text ?? shownText
  const value = written !== null ? text : column === null ? later : `=${column}`
  const choose = (next: string) => {
    if (next === later) onChoose(null)
    else if (next === text) onChoose({ name, text: '' })
    else onChoose({ name, column: next.slice(1) })
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NativeSelect
        flex={1}
        miw={0}
        size="sm"
        label={name}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          ...(value === later ? [{ value: later, label: t('Choose a column…') }] : []),
          ...table.columns.map((one) => ({ value: `=${one.name}`, label: one.name })),
          ...(mayBeText ? [{ value: text, label: t('The same text for all') }] : []),
        ]}
      />
      {written !== null && (
        <TextInput
          flex={1}
          miw={0}
          size="sm"
          aria-label={t('Text in place of {name}', { name })}
          placeholder={insteadOfName}
          maxLength={maxTextLength}
          value={written}
          onChange={({ currentTarget }) => onChoose({ name, text: currentTarget.value })}
        />
      )}
    </Group>
  )
}
