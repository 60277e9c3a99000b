import { Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { FormFooter } from './form-footer.tsx'

/**
 * The form of a dialog for an action that cannot be undone. The user types a text, such as the name of what
 * is deleted, before the button can be pressed. Blanks around the text do not matter.
 */
export function ConfirmByTyping({
  text,
  label = t('Type {text} to confirm the deletion', { text }),
  ignoresCase = false,
  children,
  keep,
  action,
  running: { isPending, error },
  onConfirm,
  onClose,
}: {
  text: string
  label?: string
  /**
   * Whether the typed text may differ from the required text in upper and lower case, as for e-mail
   * addresses.
   */
  ignoresCase?: boolean
  /** Text above the field that explains what the action deletes or changes. */
  children: ReactNode
  /** The label of the button that closes the dialog without the action, such as "Cancel". */
  keep: string
  /** The label of the button that runs the action. */
  action: string
  running: { readonly isPending: boolean; readonly error: unknown }
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const compared = (value: string) => (ignoresCase ? value.trim().toLowerCase() : value.trim())
  const isSame = compared(typed) === compared(text)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame) onConfirm()
      }}
    >
      <Stack>
        <ProblemAlert error={error} />
        {children}
        <TextInput
          label={label}
          placeholder={text}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormFooter
          cancel={keep}
          onCancel={onClose}
          cancelDisabled={isPending}
          color="red"
          isPending={isPending}
          disabled={!isSame}
        >
          {action}
        </FormFooter>
      </Stack>
    </form>
  )
}
