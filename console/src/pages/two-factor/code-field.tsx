import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for a code of the authenticator app. Phones offer the code of their password manager for it. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={40}
      spellCheck={false}
      {...props}
    />
  )
}
