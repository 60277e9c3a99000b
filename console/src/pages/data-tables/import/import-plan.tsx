import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DataTable, FilePreview, ImportForecast, ImportOptions } from '../../../api/schema.ts'
import { FileChanged, type Reading, useFilePreview } from '../../../api/table/imports.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { CheckedFile } from './checked-file.tsx'
import { chosenColumns, type Target, withExisting, withFittingTypes } from './column-targets.ts'
import { ColumnsOfFile } from './columns-of-file.tsx'
import { DropArea } from './file/drop-area.tsx'
import { ImportFileButton } from './file/import-file-button.tsx'
import { ReadingOptions } from './file/reading-options.tsx'
import { sizeOf } from './file/size-of.ts'
import { ImportFault } from './import-fault.tsx'

interface PlanProps {
  readonly table: DataTable
  readonly file: File
  /** Whether the file is checked as soon as its columns are known, without a click. */
  readonly isCheckedAtOnce: boolean
  readonly isChecking: boolean
  readonly forecast: ImportForecast | null
  readonly error: Error | null
  readonly onChoose: (file: File | null) => void
  readonly onChange: () => void
  /** Checks the file, and calls `onForecast` after a check that succeeded. */
  readonly onCheck: (options: ImportOptions, onForecast: (forecast: ImportForecast) => void) => void
  readonly onImport: (options: ImportOptions) => void
}

/** Shows the chosen file, the targets of its columns, and the forecast of its import. */
export function ImportPlan({ table, file, error, onChoose, ...plan }: PlanProps) {
  const [reading, setReading] = useState<Reading>({})
  const look = useFilePreview(table.id, file, reading)
  const fault = error ?? look.error
  // Keeps the last preview of the file after a failed one, so that the user can choose other reading options.
  const [known, setKnown] = useState<FilePreview | null>(null)
  if (look.data !== undefined && !look.isPlaceholderData && look.data !== known) setKnown(look.data)
  return (
    <DropArea onDrop={onChoose}>
      <Stack gap="lg">
        <Group justify="space-between" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <FileText size={20} aria-hidden />
            <div>
              <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
                {file.name}
              </Title>
              <Text size="sm" c="dimmed">
                {sizeOf(file.size)}
                {look.data !== undefined && ` · ${extentOf(look.data)}`}
                {plan.forecast !== null &&
                  ` · ${t('{rows, plural, one {# row} other {# rows}}', { rows: plan.forecast.rows })}`}
              </Text>
            </div>
          </Group>
          <Group gap="sm" wrap="wrap-reverse">
            <Button variant="subtle" color="gray" onClick={() => onChoose(null)}>
              {t('Remove')}
            </Button>
            {!(fault instanceof FileChanged) && (
              <ImportFileButton variant="default" onChoose={onChoose}>
                {t('Choose another')}
              </ImportFileButton>
            )}
          </Group>
        </Group>
        {fault !== null && (
          <ImportFault error={fault} file={file} look={look.data ?? null} onChoose={onChoose} />
        )}
        {!look.isError && (
          <Loaded query={look}>
            {(data) => (
              <Columns
                {...plan}
                // The React key changes when the file is read with other columns, which resets the chosen
                // targets of the columns.
                key={JSON.stringify([data.columns, data.encoding, data.delimiter])}
                table={table}
                look={data}
                reading={reading}
                onReading={(changed) => {
                  setReading(changed)
                  plan.onChange()
                }}
              />
            )}
          </Loaded>
        )}
        {look.isError && known !== null && (
          <ReadingOptions
            look={{
              ...known,
              encoding: reading.encoding ?? known.encoding,
              delimiter: reading.delimiter ?? known.delimiter,
            }}
            reading={reading}
            onChange={setReading}
          />
        )}
      </Stack>
    </DropArea>
  )
}

/** Lists the API's warnings on how the import file was read, such as an encoding that users may not expect. */
function Warnings({ warnings }: Pick<FilePreview, 'warnings'>) {
  return warnings.map(({ code, message }) => (
    <Text key={code} size="sm">
      {translated(message)}.
    </Text>
  ))
}

function Columns({
  table,
  look,
  reading,
  isCheckedAtOnce,
  isChecking,
  forecast,
  onReading,
  onChange,
  onCheck,
  onImport,
}: Omit<PlanProps, 'file' | 'error' | 'onChoose'> & {
  look: FilePreview
  reading: Reading
  onReading: (reading: Reading) => void
}) {
  const { targets, setTargets, skipBadRows, options, fault, check } = useColumnPlan(look, reading, onCheck)
  // Checks once for each reading of the file. After a change of the targets, the user asks for the check.
  const wasChecked = useRef(false)
  useEffect(() => {
    if (!isCheckedAtOnce || fault !== null || wasChecked.current) return
    wasChecked.current = true
    check(true)
  })
  return (
    <Stack gap="lg">
      <ReadingOptions look={look} reading={reading} onChange={onReading} />
      <Warnings warnings={look.warnings} />
      <ColumnsOfFile
        table={table}
        look={look}
        targets={targets}
        onChange={(changed) => {
          setTargets(changed)
          onChange()
        }}
      />
      {fault !== null && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {fault}
        </Text>
      )}
      {forecast === null ? (
        <Group gap="md">
          <Button disabled={fault !== null} loading={isChecking} onClick={() => check(true)}>
            {t('Check the file')}
          </Button>
          <CheckHint />
        </Group>
      ) : (
        <CheckedFile
          table={table}
          forecast={forecast}
          skipBadRows={skipBadRows}
          onSkip={check}
          onRecognized={(matched) => {
            const changed = withExisting(targets, matched)
            setTargets(changed)
            check(skipBadRows, changed)
          }}
          onImport={() => onImport({ ...options, skipBadRows })}
        />
      )}
    </Stack>
  )
}

/** Holds the targets of the columns of a file, and checks an import with them. */
function useColumnPlan(look: FilePreview, reading: Reading, onCheck: PlanProps['onCheck']) {
  const [targets, setTargets] = useState<readonly Target[]>(() =>
    look.columns.map(({ proposal }) => proposal),
  )
  const [skipBadRows, setSkipBadRows] = useState(true)
  const { columns, fault } = chosenColumns(look, targets)
  const options: ImportOptions = {
    ...reading,
    ...(look.encoding !== null && { encoding: look.encoding as NonNullable<ImportOptions['encoding']> }),
    ...(look.delimiter !== null && { delimiter: look.delimiter as NonNullable<ImportOptions['delimiter']> }),
    columns,
  }
  const wasChecked = useRef(false)
  const check = (skips: boolean, chosen: readonly Target[] = targets) => {
    setSkipBadRows(skips)
    onCheck({ ...options, columns: chosenColumns(look, chosen).columns, skipBadRows: skips }, (forecast) => {
      // Gives up proposed types that the first check refutes. A type that the user chooses afterwards stays.
      const fitting = wasChecked.current ? null : withFittingTypes(look, chosen, forecast)
      wasChecked.current = true
      if (fitting === null) return
      setTargets(fitting)
      check(skips, fitting)
    })
  }
  return { targets, setTargets, skipBadRows, options, fault, check }
}

function CheckHint() {
  return (
    <Text size="sm" c="dimmed">
      {t('The check reads every row and shows what an import would do. Nothing is imported.')}
    </Text>
  )
}

function extentOf({ kind, columns }: FilePreview): string {
  return kind === 'xlsx'
    ? t('Excel · {count, plural, one {# column} other {# columns}}', { count: columns.length })
    : t('CSV · {count, plural, one {# column} other {# columns}}', { count: columns.length })
}
