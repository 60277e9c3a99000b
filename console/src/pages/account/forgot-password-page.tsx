import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MailCheck } from 'lucide-react'
import { useRequestPasswordReset } from '../../api/account/session.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'

export function ForgotPasswordPage() {
  const request = useRequestPasswordReset()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (email) => (/.@./.test(email) ? null : t('Enter your e-mail address')) },
  })
  return (
    <AccountPage
      title={t('Forgot your password?')}
      description={t('We e-mail you a link to set a new password. The link works once, within 30 minutes.')}
      below={<AnchorLink to="/">{t('Back to the sign-in page')}</AnchorLink>}
    >
      {request.isSuccess ? (
        <Alert
          color="teal"
          icon={<MailCheck />}
          title={t('Check your e-mail for the reset link')}
          role="status"
        >
          {t(
            'If there is an account for {variables}, we have e-mailed the link to set a new password. If the service has no mail server, the link is in its log.',
            { variables: request.variables },
          )}
        </Alert>
      ) : (
        <form noValidate onSubmit={form.onSubmit(({ email }) => request.mutate(email))}>
          <Stack>
            {request.isError && <ProblemAlert error={request.error} />}
            <EmailField key={form.key('email')} {...form.getInputProps('email')} />
            <Button type="submit" loading={request.isPending}>
              {t('E-mail me a reset link')}
            </Button>
          </Stack>
        </form>
      )}
    </AccountPage>
  )
}
