import { Modal, Text } from '@mantine/core'
import type { DataTable } from '../../../../api/schema.ts'
import { useChangeColumn } from '../../../../api/table/columns.ts'
import { NameForm } from '../../../../components/dialog/name-form.tsx'
import { t } from '../../../../languages/text.ts'

/** A dialog that renames a column, and says what uses the new name afterwards and what does not. */
export function RenameColumn({
  table,
  column,
  onRenamed,
  onClose,
}: {
  table: DataTable
  column: string
  onRenamed: (from: string, to: string) => void
  onClose: () => void
}) {
  const change = useChangeColumn(table.id)
  return (
    <Modal opened onClose={onClose} title={t('Rename “{column}”', { column })}>
      <Text size="sm" mb="md">
        {t(
          'The values of the column stay. Match columns, mappings, views, templates and conditions get the new name, and running jobs continue. Sources that send this column by its name must send the new name at once; records with the old name are refused or held.',
        )}
      </Text>
      <NameForm
        verb={t('Rename column')}
        name={column}
        placeholder={column}
        error={change.error}
        isPending={change.isPending}
        onSubmit={(name) => {
          // Notes the new name also if the user has closed the dialog meanwhile. The form shows an error.
          const renaming = change.mutateAsync(
            { column, changes: { name }, revision: null },
            { onSuccess: onClose },
          )
          renaming.then(
            () => onRenamed(column, name),
            () => undefined,
          )
        }}
        onCancel={onClose}
      />
    </Modal>
  )
}
