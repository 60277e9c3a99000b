import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'

/**
 * The buttons at the end of a form or dialog: one that closes it, and one that does what the form is for. Without
 * `onAction`, the second button submits the form.
 */
export function FormFooter({
  cancel = t('Cancel'),
  cancelDisabled = false,
  focusesCancel = false,
  onCancel,
  isPending = false,
  onAction,
  mt,
  children,
  ...button
}: {
  cancel?: string
  cancelDisabled?: boolean
  /** Whether the first button has the focus when the dialog opens. */
  focusesCancel?: boolean
  onCancel: () => void
  isPending?: boolean
  onAction?: () => void
  /** The label of the second button. */
  children: ReactNode
} & Pick<ButtonProps, 'color' | 'disabled' | 'mt'>) {
  return (
    <Group className="form-foot" justify="flex-end" gap="sm" {...(mt === undefined ? {} : { mt })}>
      <Button
        variant="default"
        onClick={onCancel}
        disabled={cancelDisabled}
        {...(focusesCancel ? { 'data-autofocus': true } : {})}
      >
        {cancel}
      </Button>
      <Button
        {...button}
        loading={isPending}
        {...(onAction === undefined ? { type: 'submit' } : { onClick: onAction })}
      >
        {children}
      </Button>
    </Group>
  )
}
