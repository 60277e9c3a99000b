import { TextInput, type TextInputProps } from '@mantine/core'

/** The address that an account goes by, which password managers fill in. */
export function EmailField(props: TextInputProps) {
  return <TextInput label="E-mail" type="email" autoComplete="username" {...props} />
}
