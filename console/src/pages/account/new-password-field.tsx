import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { newPasswordHint } from './new-password.ts'

export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordInput description={newPasswordHint} autoComplete="new-password" {...props} />
}
