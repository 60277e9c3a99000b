import { Modal, Progress, Select, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { t } from '../../../../languages/text.ts'
import { typedCell } from './cell-edits.ts'
import { ColumnField } from './column-field.tsx'
import type { Edits } from './use-edits.ts'

/** A dialog that gives the cells of one column the same value in all selected records. */
export function EditSelected({
  table,
  recordIds,
  edits,
  onClose,
}: {
  table: DataTable
  recordIds: readonly string[]
  edits: Edits
  onClose: () => void
}) {
  const [name, setName] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const run = useRef<AbortController>(null)
  const column = table.columns.find((one) => one.name === name)
  const records = wordsOfRecords(recordIds.length)
  const change = async () => {
    if (column === undefined) return
    setDone(0)
    run.current = new AbortController()
    const data = { [column.name]: typedCell(text, column.type === 'number' ? 0 : null) }
    await edits.setAll(recordIds, data, { onDone: setDone, signal: run.current.signal })
    onClose()
  }
  return (
    <Modal
      opened
      onClose={() => done === null && onClose()}
      title={t('Edit a column of {records}', { records })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void change()
        }}
      >
        <Stack gap="sm">
          <Select
            label={t('Column')}
            searchable
            data={table.columns.map((one) => one.name)}
            value={name}
            disabled={done !== null}
            onChange={(next) => {
              setName(next)
              setText('')
            }}
          />
          {column !== undefined && (
            <ColumnField
              column={column}
              label={t('New value')}
              value={text}
              disabled={done !== null}
              onChange={setText}
            />
          )}
          <Text size="sm" c="dimmed">
            {t(
              'The value replaces the values of all selected records. An empty field clears the cells. Ctrl+Z in the list undoes the change.',
            )}
          </Text>
          {done !== null && <EditProgress done={done} total={recordIds.length} records={records} />}
          <FormFooter
            cancel={done === null ? t('Cancel') : t('Stop')}
            onCancel={() => (done === null ? onClose() : run.current?.abort())}
            isPending={done !== null}
            disabled={column === undefined}
          >
            {text === '' && column !== undefined
              ? t('Clear the cells of {records}', { records })
              : t('Change {records}', { records })}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}

function wordsOfRecords(count: number): string {
  return t('{count, plural, one {# record} other {# records}}', { count })
}

/** Shows how many of the selected records are changed. */
function EditProgress({ done, total, records }: { done: number; total: number; records: string }) {
  return (
    <>
      <Progress value={(done / total) * 100} aria-label={t('Changed records')} />
      <Text size="sm" className="numbers" role="status">
        {t('{done, number} of {records} changed', { done, records })}
      </Text>
    </>
  )
}
