import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useMay } from '../../../api/account/session.ts'
import { type Unwanted, useDiscard, useDiscardAll } from '../../../api/arrival/arrivals.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'

const looks = { variant: 'light', color: 'red', leftSection: <Trash2 size={16} aria-hidden /> } as const

/** A button that discards the opened arrival after a confirmation. */
export function DiscardButton({ arrivalId, onDone }: { arrivalId: string; onDone: () => void }) {
  const mayEdit = useMay('editor')
  const { mutateAsync, isPending } = useDiscard()
  if (!mayEdit) return null
  const confirm = () =>
    askToConfirm({
      title: t('Discard this arrival?'),
      text: t(
        'The arrival is deleted permanently with its body. If the source sends a held arrival again, Spindle adds the records that fit the table then. For four days, or for the time in the setting “Repeated arrivals”, it does not hold the other records again.',
      ),
      action: t('Discard'),
      isDangerous: true,
      onConfirm: () => {
        onDone()
        // Uses `mutateAsync`, because the button is gone by the time of the answer. A failed mutation shows a
        // notification.
        mutateAsync(arrivalId).then(
          () => showDone(t('The arrival is discarded.')),
          () => {},
        )
      },
    })
  return (
    <Button {...looks} loading={isPending} onClick={confirm}>
      {t('Discard')}
    </Button>
  )
}

/**
 * A button that discards, after a confirmation, all arrivals of one table and state that match the filter of
 * the list.
 */
export function DiscardAllButton({ unwanted }: { unwanted: Unwanted }) {
  const mayEdit = useMay('editor')
  const { mutateAsync, isPending } = useDiscardAll()
  if (!mayEdit) return null
  const confirm = () =>
    askToConfirm({
      title: t('Discard all of these arrivals?'),
      text:
        unwanted.status === 'held'
          ? t(
              'This permanently deletes every held arrival of this table with the reason and format chosen above, including arrivals that are not loaded yet.',
            )
          : t(
              'This permanently deletes every refused arrival of this table with the reason and format chosen above, including arrivals that are not loaded yet.',
            ),
      action: t('Discard all'),
      isDangerous: true,
      onConfirm: () => {
        mutateAsync(unwanted).then(
          ({ discarded }) =>
            showDone(
              t('{discarded, plural, one {# arrival is} other {# arrivals are}} discarded.', { discarded }),
            ),
          () => {},
        )
      },
    })
  return (
    <Button {...looks} size="xs" loading={isPending} onClick={confirm}>
      {t('Discard all matching arrivals')}
    </Button>
  )
}
