import type { Spinner } from '../../api/schema.ts'
import { useDeleteSpinner } from '../../api/spinner/spinners.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { useRestoreOffer } from '../../components/undo/restore-offer.ts'
import { t } from '../../languages/text.ts'

/** Returns the action that deletes an unpublished spinner after a confirmation. */
export function useDeletion() {
  const deletion = useDeleteSpinner()
  const offer = useRestoreOffer()
  const ask = ({ id, name }: Pick<Spinner, 'id' | 'name'>, deleted?: () => void) =>
    askToConfirm({
      title: t('Delete “{name}”?', { name }),
      text: t('The spinner stays in the bin for 30 days. Its jobs and the records of the data table stay.'),
      action: t('Delete spinner'),
      isDangerous: true,
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
