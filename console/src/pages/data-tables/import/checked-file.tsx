import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import type { DataTable, ImportForecast } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { ImportForecastView } from './import-forecast.tsx'
import { importSum } from './import-sum.ts'

/** Shows the forecast of the import, and starts the import. */
export function CheckedFile({
  table,
  forecast,
  skipBadRows,
  onSkip,
  onRecognized,
  onImport,
}: {
  table: DataTable
  forecast: ImportForecast
  /** Whether the forecast is for an import that leaves out the rows with errors. */
  skipBadRows: boolean
  /** Checks the file again for an import that leaves out the rows with errors, or imports them. */
  onSkip: (skipBadRows: boolean) => void
  /** Gets the names of the table's new match columns. */
  onRecognized: (columns: readonly string[]) => void
  onImport: () => void
}) {
  const { faultyRows, refusingRows } = forecast
  const sum = importSum(forecast, skipBadRows)
  const imported = sum.rows - sum.leftOut
  const isUseless = sum.leftOut > 0 && imported === 0
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <ImportForecastView table={table} forecast={forecast} sum={sum} onRecognized={onRecognized} />
        {faultyRows > 0 && refusingRows === 0 && (
          <Switch
            checked={skipBadRows}
            onChange={({ currentTarget: { checked } }) => onSkip(checked)}
            label={t(
              'Leave out {faultyRows, plural, =1 {the row with an error} other {the {faultyRows, plural, one {# row} other {# rows}} with errors}}',
              { faultyRows },
            )}
            description={t(
              'Rows with these errors can be imported, but e-mails that use the wrong values fail.',
            )}
          />
        )}
        {sum.leftOut > 0 && (
          <Text size="sm" c="dimmed">
            {t(
              'After the import, you get a file of the rows that are left out. Correct that file and import it.',
            )}
          </Text>
        )}
        <Group gap="sm">
          <Button disabled={isUseless} onClick={onImport}>
            {t('Import {imported, plural, one {# row} other {# rows}}', { imported })}
          </Button>
          {isUseless && (
            <Text size="sm" c="dimmed">
              {t(
                'Every row of the file has an error. Choose other columns, or correct the file and choose it again.',
              )}
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}
