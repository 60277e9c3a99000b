import { Modal, Stack, Text } from '@mantine/core'
import type { DataTable } from '../../../../api/schema.ts'
import { useRemoveColumn } from '../../../../api/table/columns.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { t } from '../../../../languages/text.ts'

/** Asks for confirmation before a column is removed, and says which data is lost. */
export function RemoveColumn({
  table: { id, recordCount },
  column,
  onClose,
}: {
  table: DataTable
  column: string
  onClose: () => void
}) {
  const remove = useRemoveColumn(id)
  const records = t('{recordCount, plural, one {# record} other {# records}}', { recordCount })
  return (
    <Modal opened onClose={onClose} title={t('Remove “{column}”?', { column })}>
      <Stack>
        <Text size="sm">
          {recordCount > 0
            ? t(
                'The values of {records} in this column are deleted permanently; a new column with this name starts empty. Records that arrive with this column are then refused, or held by an open table. Drafts of spinners that use the column cannot be published until you change them.',
                { records },
              )
            : t(
                'Records that arrive with this column are then refused, or held by an open table. Drafts of spinners that use the column cannot be published until you change them.',
              )}
        </Text>
        <ProblemAlert error={remove.error} />
        <FormFooter
          focusesCancel
          onCancel={onClose}
          color="red"
          isPending={remove.isPending}
          onAction={() => remove.mutate(column, { onSuccess: onClose })}
        >
          {t('Remove column')}
        </FormFooter>
      </Stack>
    </Modal>
  )
}
