import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '../../languages/text.ts'

/** A field for a code of the authenticator app. Phones offer the code of their password manager for it. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label={t('Code')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={40}
      spellCheck={false}
      {...props}
    />
  )
}
