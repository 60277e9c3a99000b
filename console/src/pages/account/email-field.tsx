import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '../../languages/text.ts'

/** The field for the e-mail address of an account, which password managers fill in. */
export function EmailField(props: TextInputProps) {
  return <TextInput label={t('E-mail')} type="email" autoComplete="username" {...props} />
}
