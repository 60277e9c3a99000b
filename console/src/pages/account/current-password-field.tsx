import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../../languages/text.ts'

/** The field for the password that the user has now, which password managers fill in. */
export function CurrentPasswordField(props: PasswordInputProps) {
  return <PasswordInput label={t('Your password')} autoComplete="current-password" {...props} />
}
