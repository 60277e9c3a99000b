import { Modal, Text } from '@mantine/core'
import type { DataTable } from '../../../../api/schema.ts'
import { useChangeColumn } from '../../../../api/table/columns.ts'
import { NameForm } from '../../name-form.tsx'

/** Asks for a new name, and says what uses the new name afterwards and what does not. */
export function RenameColumn({
  table,
  column,
  onClose,
}: {
  table: DataTable
  column: string
  onClose: () => void
}) {
  const change = useChangeColumn(table.id)
  return (
    <Modal opened onClose={onClose} title={`Rename “${column}”`}>
      <Text size="sm" mb="md">
        Its values stay. Match columns, and the templates and conditions of spinners, follow; jobs that are
        under way go on. Whoever sends records has to use the new name at once: those with the old one are
        refused.
      </Text>
      <NameForm
        verb="Rename column"
        name={column}
        placeholder={column}
        error={change.error}
        isPending={change.isPending}
        onSubmit={(name) => change.mutate({ column, name }, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Modal>
  )
}
