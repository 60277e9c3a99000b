import { Modal, Text } from '@mantine/core'
import type { DataTable } from '../../../../api/schema.ts'
import { useAddColumn } from '../../../../api/table/columns.ts'
import { NameForm } from '../../../../components/dialog/name-form.tsx'
import { t } from '../../../../languages/text.ts'

/** A dialog that adds a column to a data table, and says what the column means for sources. */
export function AddColumn({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const add = useAddColumn(table.id)
  const isStrict = table.missingColumns === 'reject'
  return (
    <Modal opened onClose={onClose} title={t('Add a column')}>
      {table.columns.length > 0 && (
        <Text size="sm" mb="md">
          {table.recordCount > 0 && t('The new column is empty in existing records. ')}
          {isStrict
            ? t(
                'From now on, records without this column are refused, or held by an open table. If your sources cannot send the column yet, first choose “Fill missing columns with null”.',
              )
            : t('Records that arrive without this column get null.')}
        </Text>
      )}
      <NameForm
        verb={t('Add column')}
        name=""
        placeholder={t('company')}
        error={add.error}
        isPending={add.isPending}
        onSubmit={(name) => add.mutate(name, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Modal>
  )
}
