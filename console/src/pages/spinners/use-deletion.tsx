import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { Spinner } from '../../api/schema.ts'
import { useDeleteSpinner } from '../../api/spinner/spinners.ts'
import { useRestoreOffer } from '../../components/undo/restore-offer.ts'

/** Returns the action that deletes an unpublished spinner after a confirmation. */
export function useDeletion() {
  const deletion = useDeleteSpinner()
  const offer = useRestoreOffer()
  const ask = ({ id, name }: Pick<Spinner, 'id' | 'name'>, deleted?: () => void) =>
    modals.openConfirmModal({
      title: `Delete “${name}”?`,
      children: (
        <Text size="sm">
          The spinner stays in the bin for 30 days. Its jobs and the records of the data table stay.
        </Text>
      ),
      labels: { confirm: 'Delete spinner', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        deletion.mutate(id, {
          onSuccess: () => {
            deleted?.()
            offer({ kind: 'spinner', id, name })
          },
        }),
    })
  return { ask }
}
