import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CircleCheck } from 'lucide-react'
import { useConfirmPasswordReset } from '../../api/account/session.ts'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from './account-page.tsx'
import { newPasswordFault } from './new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'

/**
 * The page to which the mail for a password reset links. Its token comes after the "#" and is sent only to
 * the API.
 */
export function ResetPasswordPage() {
  const confirm = useConfirmPasswordReset()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPasswordFault },
  })
  return (
    <AccountPage
      title={t('Set a new password')}
      description={t('Setting a new password signs you out on all devices.')}
      below={<AnchorLink to="/forgot-password">{t('Request another reset link')}</AnchorLink>}
    >
      {confirm.isSuccess ? (
        <>
          <Alert color="teal" icon={<CircleCheck />} title={t('Your password is set')} role="status">
            {t('Sign in with the new password.')}
          </Alert>
          <ButtonLink to="/">{t('Sign in')}</ButtonLink>
        </>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit(({ password }) =>
            confirm.mutate({ token: window.location.hash.slice(1), password }),
          )}
        >
          <Stack>
            {confirm.isError && <ProblemAlert error={confirm.error} />}
            <NewPasswordField
              label={t('New password')}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={confirm.isPending}>
              {t('Set password')}
            </Button>
          </Stack>
        </form>
      )}
    </AccountPage>
  )
}
