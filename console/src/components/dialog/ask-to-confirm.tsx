import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'

/** Opens a dialog that asks whether something should be done, and does it after a confirmation. */
export function askToConfirm({
  title,
  text,
  action,
  cancel = t('Cancel'),
  isDangerous = false,
  onConfirm,
  onClose,
}: {
  title: string
  /** The consequences. */
  text: ReactNode
  /** The label of the button that confirms. */
  action: string
  /** The label of the button that closes the dialog. */
  cancel?: string
  /** Whether the action stops or deletes something, so that its button is red. */
  isDangerous?: boolean
  onConfirm: () => void
  /** Runs when the dialog is closed, confirmed or not. */
  onClose?: () => void
}): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div">
        {text}
      </Text>
    ),
    labels: { confirm: action, cancel },
    ...(isDangerous ? { confirmProps: { color: 'red' } } : {}),
    onConfirm,
    ...(onClose === undefined ? {} : { onClose }),
  })
}
