import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CircleCheck } from 'lucide-react'
import { useSecondStep } from '../../api/account/second-factor/use-second-step.ts'
import { useChangePassword } from '../../api/account/session.ts'
import { faultsByPointer, isAboutFields } from '../../api/problem.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { ProofCodeField } from '../two-factor/proof-form.tsx'
import { newPasswordFault } from './new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'

export function ChangePasswordPage() {
  const change = useChangePassword()
  const faults = faultsByPointer(change.error)
  const { needsCode, hasPasskeys } = useSecondStep(faults)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', code: '' },
    validate: {
      currentPassword: (password) => (password === '' ? t('Enter your current password') : null),
      newPassword: newPasswordFault,
      code: (code) => (needsCode && !hasPasskeys && code.trim() === '' ? t('Enter a code') : null),
    },
  })
  const showAtFields = (error: Error) => {
    const errors = [...faultsByPointer(error)].map(([pointer, fault]) => [pointer.slice(1), fault] as const)
    form.setErrors(Object.fromEntries(errors))
    // A screen reader reads the error with the field.
    form.getInputNode(errors[0]?.[0] ?? '')?.focus()
  }
  const submit = form.onSubmit((values) =>
    change.mutate(
      { ...values, needsCode },
      {
        onSuccess: () => form.reset(),
        onError: showAtFields,
      },
    ),
  )
  return (
    <>
      <PageHeader
        title={t('Password')}
        description={t('Changing your password signs you out on all other devices.')}
      />
      <form noValidate onSubmit={submit}>
        <Stack maw={420}>
          {change.isSuccess && (
            <Alert color="teal" icon={<CircleCheck />} title={t('Your password is changed')} role="status" />
          )}
          {change.isError && !isAboutFields(change.error, Object.keys(form.values)) && (
            <ProblemAlert error={change.error} />
          )}
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField
            label={t('New password')}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          {needsCode && (
            <ProofCodeField
              hasPasskeys={hasPasskeys}
              key={form.key('code')}
              {...form.getInputProps('code')}
              faults={faults}
            />
          )}
          <Button type="submit" loading={change.isPending}>
            {t('Change password')}
          </Button>
        </Stack>
      </form>
    </>
  )
}
