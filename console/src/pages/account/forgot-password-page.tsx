import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MailCheck } from 'lucide-react'
import { useRequestPasswordReset } from '../../api/account/session.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'

export function ForgotPasswordPage() {
  const request = useRequestPasswordReset()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (email) => (/.@./.test(email) ? null : 'Your e-mail address') },
  })
  return (
    <AccountPage
      title="Forgot your password?"
      description="We mail you a link that sets a new one. It works once, for 30 minutes."
      below={<AnchorLink to="/">Back to sign-in</AnchorLink>}
    >
      {request.isSuccess ? (
        <Alert color="teal" icon={<MailCheck />} title="Look into your mail" role="status">
          If there is an account for {request.variables}, the link is on its way. Where the service has no
          mail server, it is printed to its log.
        </Alert>
      ) : (
        <form noValidate onSubmit={form.onSubmit(({ email }) => request.mutate(email))}>
          <Stack>
            {request.isError && <ProblemAlert error={request.error} />}
            <EmailField key={form.key('email')} {...form.getInputProps('email')} />
            <Button type="submit" loading={request.isPending}>
              Mail me a link
            </Button>
          </Stack>
        </form>
      )}
    </AccountPage>
  )
}
