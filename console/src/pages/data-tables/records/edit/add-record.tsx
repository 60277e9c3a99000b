import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isProblem } from '../../../../api/problem.ts'
import type { DataTable } from '../../../../api/schema.ts'
import { useAddRecord } from '../../../../api/table/record-edits.ts'
import { useSendOnce } from '../../../../api/use-send-once.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { t } from '../../../../languages/text.ts'
import { ColumnField } from './column-field.tsx'

/**
 * A dialog to add one record by typing its values. Empty fields get no value. If the answer is lost, the values stay and
 * a second attempt sends the same idempotency key, so that it adds no second record.
 */
export function AddRecord({
  table,
  onAdded,
  onClose,
}: {
  table: DataTable
  onAdded: (recordId: string) => void
  onClose: () => void
}) {
  const add = useAddRecord(table.id)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { key, renewKey, lost, send } = useSendOnce(add)
  const isLost = lost !== null
  // The user may have typed while the request was sent, and a second attempt does not send that text.
  const values = lost?.data ?? typed
  const faults = isProblem(add.error) ? (add.error.problem.errors ?? []) : []
  const faultOf = (name: string) => faults.find(({ column }) => column === name)?.message
  const filled = Object.entries(typed).filter(([, text]) => text !== '')
  return (
    <Modal opened onClose={onClose} title={t('Add a record')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(
            { key, data: Object.fromEntries(filled) },
            {
              onSuccess: ({ inserted, recordId }) => {
                if (recordId !== null) onAdded(recordId)
                showDone(
                  inserted > 0
                    ? t('The record was added')
                    : t('The table already had this record; the record was updated'),
                )
                onClose()
              },
            },
          )
        }}
      >
        <Stack gap="sm">
          {table.columns.map((column, index) => {
            const { name } = column
            return (
              <ColumnField
                key={name}
                column={column}
                label={name}
                value={String(values[name] ?? '')}
                error={faultOf(name)}
                disabled={isLost}
                data-autofocus={index === 0}
                onChange={(value) => {
                  setTyped({ ...typed, [name]: value })
                  renewKey()
                }}
              />
            )
          })}
          <ProblemAlert error={add.error} />
          {isLost && (
            <Text size="sm">
              {t('The record may have been added. If you try again, it is not added twice.')}
            </Text>
          )}
          <FormFooter onCancel={onClose} isPending={add.isPending} disabled={!isLost && filled.length === 0}>
            {isLost ? t('Try again') : t('Add record')}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
