import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** The field for the password that the user has now, which password managers fill in. */
export function CurrentPasswordField(props: PasswordInputProps) {
  return <PasswordInput label="Your password" autoComplete="current-password" {...props} />
}
