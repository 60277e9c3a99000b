import { Alert, Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { CircleAlert, CircleCheck, FileText } from 'lucide-react'
import type { DataTable } from '../../../../api/schema.ts'
import { FileChanged } from '../../../../api/table/imports.ts'
import { ChooseFile } from '../choose-file.tsx'
import { delimiterNames } from '../csv-start.ts'
import { DropArea } from '../drop-area.tsx'
import { ImportFault } from '../import-fault.tsx'
import type { ChosenFile } from '../import-tab.tsx'
import { sizeOf } from '../size-of.ts'
import { faultsOfHeader, type HeaderFault, sayFault } from './header-match.ts'
import { PreviewTable } from './preview-table.tsx'
import { RaggedRows } from './ragged-rows.tsx'

/** What is in the chosen file and how it fits, before anything of it is sent. */
export function FilePreview({
  table,
  chosen,
  error,
  onChoose,
  onForget,
  onImport,
}: {
  table: DataTable
  chosen: ChosenFile
  error: Error | null
  onChoose: (file: File) => void
  onForget: () => void
  onImport: () => void
}) {
  const { file, start } = chosen
  const faults = start.fault === null ? faultsOfHeader(start.header, table) : []
  // What was looked at is no longer there to be sent.
  const isChanged = error instanceof FileChanged
  const canImport = start.fault === null && faults.length === 0
  return (
    <DropArea onDrop={onChoose}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <FileText size={20} aria-hidden />
            <div>
              <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
                {file.name}
              </Title>
              <Text size="sm" c="dimmed">
                {sizeOf(file.size)}
                {start.header.length > 0 &&
                  ` · delimited by ${delimiterNames[start.delimiter]} · ${start.header.length} ${start.header.length === 1 ? 'column' : 'columns'}`}
                {start.rowCount !== null &&
                  ` · ${start.rowCount.toLocaleString('en')} ${start.rowCount === 1 ? 'row' : 'rows'}`}
              </Text>
            </div>
          </Group>
          <Group gap="sm" wrap="wrap-reverse">
            <Button variant="subtle" color="gray" onClick={onForget}>
              Remove
            </Button>
            {!isChanged && (
              <>
                <ChooseFile variant="default" onChoose={onChoose}>
                  Choose another
                </ChooseFile>
                <Button onClick={onImport} disabled={!canImport}>
                  Import
                </Button>
              </>
            )}
          </Group>
        </Group>
        {error !== null && <ImportFault error={error} chosen={chosen} onChoose={onChoose} />}
        {start.fault !== null && (
          <Alert color="red" icon={<CircleAlert />} title={start.fault} role="alert">
            Nothing was imported. Correct the file and choose it again.
          </Alert>
        )}
        {start.fault === null && error === null && (
          <>
            <HeaderMatch table={table} header={start.header} faults={faults} />
            <RaggedRows start={start} />
          </>
        )}
        {start.header.length > 0 && (
          <Paper withBorder>
            <PreviewTable start={start} faults={faults} />
          </Paper>
        )}
      </Stack>
    </DropArea>
  )
}

function HeaderMatch({
  table: { columns, missingColumns },
  header,
  faults,
}: {
  table: DataTable
  header: readonly string[]
  faults: readonly HeaderFault[]
}) {
  if (faults.length > 0)
    return (
      <Alert color="red" icon={<CircleAlert />} title="The header does not fit this table" role="alert">
        <List size="sm">
          {faults.slice(0, 20).map((fault) => (
            <List.Item key={JSON.stringify(fault)}>{sayFault(fault)}</List.Item>
          ))}
          {faults.length > 20 && <List.Item>And {faults.length - 20} more.</List.Item>}
        </List>
        <Text size="sm" mt="xs">
          Correct the first row of the file and choose it again.
          {faults.some(({ kind }) => kind === 'missing') &&
            missingColumns === 'reject' &&
            ' Or let this table fill missing columns: see its settings.'}
        </Text>
      </Alert>
    )
  const filled = columns.filter(({ name }) => !header.includes(name))
  return (
    <Alert
      color="teal"
      icon={<CircleCheck />}
      title={columns.length === 0 ? 'These become the columns of the table' : 'The header fits this table'}
    >
      {columns.length > 0 && filled.length === 0 && 'All of its columns are there, and no other.'}
      {columns.length === 0 && (
        <Group gap={6}>
          {header.slice(0, 40).map((name) => (
            <Badge key={name} variant="default" tt="none" fw={500}>
              {name}
            </Badge>
          ))}
          {header.length > 40 && <Text size="sm">and {header.length - 40} more</Text>}
        </Group>
      )}
      {filled.length > 0 && `Filled with null: ${filled.map(({ name }) => name).join(', ')}.`}
    </Alert>
  )
}
