import { Alert, List, SimpleGrid, Text, Title } from '@mantine/core'
import { CircleAlert, MailX, TriangleAlert } from 'lucide-react'
import type { DataTable, ImportForecast } from '../../../api/schema.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import type { ImportSum } from './import-sum.ts'
import { RecognizePeople } from './recognize-people.tsx'

/** Shows what an import would do with each row of the file: the numbers add up to the rows of the file. */
export function ImportForecastView({
  table,
  forecast,
  sum: { rows, inserted, updated, unchanged, leftOut },
  onRecognized,
}: {
  table: DataTable
  forecast: ImportForecast
  sum: ImportSum
  /** Gets the names of the table's new match columns. */
  onRecognized: (columns: readonly string[]) => void
}) {
  const { duplicates, invalid, plan, withoutAddress } = forecast
  const isFull = plan.remaining !== null && inserted > plan.remaining
  return (
    <>
      <Title order={3} size="h5">
        {t('Forecast of the import')}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: table.match === null ? 3 : 5 }} spacing="md">
        <Figure label={t('Rows in the file')} value={rows} />
        <Figure label={t('New records')} value={inserted} />
        {table.match !== null && <Figure label={t('Records updated')} value={updated} />}
        {table.match !== null && <Figure label={t('Duplicates')} value={unchanged} />}
        <Figure label={t('Left out')} value={leftOut} />
      </SimpleGrid>
      {duplicates !== null && sameOf(duplicates) > 0 && (
        <>
          <Text size="sm">{duplicateWords(table, duplicates)}</Text>
          {table.match === null && (
            <RecognizePeople table={table} forecast={forecast} onRecognized={onRecognized} />
          )}
        </>
      )}
      {invalid.length > 0 && <FaultyRows forecast={forecast} />}
      {withoutAddress !== null && withoutAddress.rows > 0 && <NoAddress found={withoutAddress} />}
      {isFull ? (
        <Alert
          color="red"
          icon={<CircleAlert />}
          title={t('Your plan has too few records left for this file')}
          role="alert"
        >
          {t('{count} of {total} records are left this month, so the import would be refused as a whole.', {
            count: number(plan.remaining ?? 0),
            total: number(plan.limit ?? 0),
          })}
        </Alert>
      ) : (
        plan.remaining !== null && (
          <Text size="sm" c="dimmed">
            {t('{count} records of this month’s plan are left after the import.', {
              count: number(plan.remaining - inserted),
            })}
          </Text>
        )
      )}
    </>
  )
}

/** Lists the errors of the file by their kind, each with the lines and values of the first rows that have it. */
function FaultyRows({ forecast: { invalid, faultyRows } }: { forecast: ImportForecast }) {
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert />}
      title={t('{faultyRows, plural, one {# row has an error} other {# rows have errors}}', { faultyRows })}
    >
      <List size="sm" spacing={4}>
        {invalid.map(({ column, code, count, samples }) => (
          <List.Item key={`${column} ${code}`}>
            <strong>{`${number(count)} ${faultWords(code, count)}`}</strong>
            {column !== null && t(' in {column}', { column })}
            {': '}
            <span style={{ overflowWrap: 'anywhere' }}>
              {samples
                .map(({ line, value }) => t('line {line} ({short})', { line, short: short(value) }))
                .join(', ')}
              {count > samples.length && t(' and {count} more', { count: number(count - samples.length) })}
            </span>
          </List.Item>
        ))}
      </List>
      {invalid.some(({ code }) => code === 'NO_KEPT_VALUE') && (
        <Text size="sm" mt="xs">
          {t(
            'Open the file in a spreadsheet program and save it, so that the results of its formulas are kept.',
          )}
        </Text>
      )}
      {invalid.some(({ code }) => code === 'ERROR_VALUE') && (
        <Text size="sm" mt="xs">
          {t('Correct the formulas in the file, leave the column out, or leave out the rows with errors.')}
        </Text>
      )}
    </Alert>
  )
}

function NoAddress({
  found: { columns, rows, lines },
}: {
  found: NonNullable<ImportForecast['withoutAddress']>
}) {
  const isOne = rows === 1
  const more = rows > lines.length ? t(' and {count} more', { count: number(rows - lines.length) }) : ''
  return (
    <Alert
      color="yellow"
      icon={<MailX />}
      title={
        isOne
          ? t('1 row has no e-mail address')
          : t('{count} rows have no e-mail address', { count: number(rows) })
      }
    >
      {isOne
        ? t(
            'The row is imported, but spinners cannot send e-mails to this person. Nothing is in {columns} on line {lines}{more}.',
            { columns: columns.join(t(' or ')), lines: lines.join(', '), more },
          )
        : t(
            'The rows are imported, but spinners cannot send e-mails to these people. Nothing is in {columns} on lines {lines}{more}.',
            { columns: columns.join(t(' or ')), lines: lines.join(', '), more },
          )}
    </Alert>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={600} className="numbers" c={value === 0 ? 'dimmed' : 'inherit'}>
        {number(value)}
      </Text>
    </div>
  )
}

/** Returns the number of rows that repeat another row of the file or a record; 0 if the service did not count. */
function sameOf({ inFile, inTable }: NonNullable<ImportForecast['duplicates']>): number {
  return (inFile ?? 0) + (inTable ?? 0)
}

function duplicateWords(table: DataTable, duplicates: NonNullable<ImportForecast['duplicates']>): string {
  const { by, inFile, inTable } = duplicates
  const columns = by.join(t(' and '))
  const parts = [
    inFile !== null && inFile > 0
      ? inFile === 1
        ? t('1 row has the same {columns} as an earlier row of the file', { columns })
        : t('{count} rows have the same {columns} as an earlier row of the file', {
            count: number(inFile),
            columns,
          })
      : '',
    inTable !== null && inTable > 0
      ? inTable === 1
        ? t('1 row is in the table already')
        : t('{count} rows are in the table already', { count: number(inTable) })
      : '',
  ].filter((part) => part !== '')
  const what =
    table.match === null
      ? t('Duplicates are imported again: without match columns every row becomes a new record.')
      : table.match.onMatch === 'update'
        ? t('Rows that are duplicates become one record.')
        : t('Duplicates change nothing in the table.')
  return t('Duplicates: {parts}. {what}', { parts: parts.join('; '), what })
}

function faultWords(code: string, count: number): string {
  const isOne = count === 1
  switch (code) {
    case 'NOT_AN_EMAIL':
      return isOne ? t('invalid e-mail address') : t('invalid e-mail addresses')
    case 'NOT_A_NUMBER':
      return isOne ? t('value that is not a number') : t('values that are not numbers')
    case 'NOT_A_DATE':
      return isOne ? t('value that is not a date') : t('values that are not dates')
    case 'NOT_A_PHONE_NUMBER':
      return isOne ? t('invalid phone number') : t('invalid phone numbers')
    case 'NOT_AN_OPTION':
      return isOne ? t('value that is not an option') : t('values that are not options')
    case 'RAGGED':
      return isOne ? t('row with too few or too many cells') : t('rows with too few or too many cells')
    case 'ENCODING':
      return isOne ? t('row with letters in another encoding') : t('rows with letters in another encoding')
    case 'ERROR_VALUE':
      return isOne ? t('formula error') : t('formula errors')
    case 'NO_KEPT_VALUE':
      return isOne ? t('formula without a result') : t('formulas without a result')
    default:
      return isOne
        ? t('row with a quotation mark in the wrong place')
        : t('rows with quotation marks in the wrong place')
  }
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function number(count: number): string {
  return count.toLocaleString(language)
}
