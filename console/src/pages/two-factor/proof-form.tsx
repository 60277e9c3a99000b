import { Stack, Text, type TextInputProps, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Proof } from '../../api/account/second-factor/proof.ts'
import { faultsByPointer } from '../../api/problem.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { CurrentPasswordField } from '../account/current-password-field.tsx'
import { CodeField } from './code-field.tsx'

/**
 * A field for any code of the second factor. Without a code, the browser asks for a passkey, so the field also shows
 * a fault of the passkey.
 */
export function ProofCodeField({
  hasPasskeys,
  faults,
  error,
  ...props
}: TextInputProps & {
  hasPasskeys: boolean
  /** The faults that the API has answered, by pointer. */
  faults?: ReadonlyMap<string, string>
}) {
  return (
    <CodeField
      description={
        hasPasskeys
          ? t(
              'A code that your authenticator app shows now, or a recovery code. Leave it empty to use a passkey.',
            )
          : t('A code that your authenticator app shows now, or a recovery code.')
      }
      inputMode="text"
      {...props}
      error={error ?? faults?.get('/code') ?? faults?.get('/passkey')}
    />
  )
}

interface ProofFormProps {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly error: unknown
  readonly isPending: boolean
  /** Whether the user has passkeys, so that one can be used instead of a code. */
  readonly hasPasskeys: boolean
  readonly submit: (proof: Required<Proof>) => void
  readonly cancel: () => void
  /** Further fields, above the password. */
  readonly children?: ReactNode
}

/** Asks for the password, and a code or a passkey, before a change of the user's two-factor sign-in. */
export function ProofForm({
  title,
  text,
  button,
  error,
  isPending,
  hasPasskeys,
  submit,
  cancel,
  children,
}: ProofFormProps) {
  const form = useForm<Required<Proof>>({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: {
      password: (typed) => (typed === '' ? t('Enter your password') : null),
      code: (typed) => (typed.trim() === '' && !hasPasskeys ? t('Enter a code') : null),
    },
  })
  const faults = faultsByPointer(error)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm">{text}</Text>
        {children}
        {error !== null && faults.size === 0 && <ProblemAlert error={error} />}
        <CurrentPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? faults.get('/password')}
        />
        <ProofCodeField
          hasPasskeys={hasPasskeys}
          key={form.key('code')}
          {...form.getInputProps('code')}
          faults={faults}
        />
        <FormFooter onCancel={cancel} isPending={isPending}>
          {button}
        </FormFooter>
      </Stack>
    </form>
  )
}
