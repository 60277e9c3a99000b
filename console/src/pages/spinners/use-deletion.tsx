import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { Spinner } from '../../api/schema.ts'
import { useDeleteSpinner } from '../../api/spinner/spinners.ts'

/** Returns the action that deletes an unpublished spinner after a confirmation. */
export function useDeletion() {
  const deletion = useDeleteSpinner()
  const ask = ({ id, name }: Pick<Spinner, 'id' | 'name'>, deleted?: () => void) =>
    modals.openConfirmModal({
      title: `Delete “${name}”?`,
      children: (
        <Text size="sm">
          The steps of the spinner are deleted permanently. Its jobs and the records of the data table stay.
        </Text>
      ),
      labels: { confirm: 'Delete spinner', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => deletion.mutate(id, deleted === undefined ? {} : { onSuccess: deleted }),
    })
  return { ask }
}
