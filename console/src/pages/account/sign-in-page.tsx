import { Alert, Button, Divider, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { LogIn, UserRoundX } from 'lucide-react'
import { demoQuery, useSignInToDemo, useSignInWithPassword } from '../../api/account/session.ts'
import { isProblem } from '../../api/problem.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { PasskeyButton } from '../two-factor/passkey-button.tsx'
import { SecondStep } from '../two-factor/second-step.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'
import { OwnProviderButton, ProviderButton } from './provider-button.tsx'

const endings: Readonly<Record<string, { title: string; text: string }>> = {
  SESSION_REPLACED: {
    title: t('You signed in on another device'),
    text: t(
      'Signing in on the other device ended your session here. Sign in to continue; what you typed is still there.',
    ),
  },
  SESSION_EXPIRED: {
    title: t('Your session has expired'),
    text: t('Sign in to continue; what you typed is still there.'),
  },
  SESSION_REVOKED: {
    title: t('Your session was ended'),
    text: t('You signed out, here or on another device, or your password was changed. Sign in to continue.'),
  },
}

/** The sign-in page. `ending` is the API's code for the end of the previous session. */
export function SignInPage({ ending: code = '' }: { ending?: string | undefined }) {
  const demo = useQuery(demoQuery)
  const signInWithPassword = useSignInWithPassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.includes('@') ? null : t('Enter your e-mail address')),
      password: (password) => (password === '' ? t('Enter your password') : null),
    },
  })
  const ending = endings[code]
  const isRequired = isProblem(signInWithPassword.error, 'SIGN_IN_PROVIDER_REQUIRED')
  if (signInWithPassword.data !== undefined && 'secondFactor' in signInWithPassword.data)
    return <SecondStep waiting={signInWithPassword.data.secondFactor} restart={signInWithPassword.reset} />
  const offersDemo = demo.data?.isAvailable === true
  // Highlights the demo only for new visitors. After a session has ended, the user wants to continue their
  // own work.
  const demoFirst = offersDemo && ending === undefined
  return (
    <AccountPage
      title={t('Sign in')}
      below={rich('New here? <link>Create an organization</link>', {
        link: <AnchorLink underline="always" to="/sign-up" />,
      })}
    >
      {ending !== undefined && (
        <Alert color="yellow" icon={<UserRoundX />} title={ending.title} role="status">
          {ending.text}
        </Alert>
      )}
      {offersDemo && <OpenDemo isFirst={demoFirst} />}
      <ProviderButton inNewTab={ending !== undefined} />
      <PasskeyButton />
      <form onSubmit={form.onSubmit((values) => signInWithPassword.mutate(values))} noValidate>
        <Stack>
          {signInWithPassword.isError && <ProblemAlert error={signInWithPassword.error} />}
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button
            type="submit"
            variant={demoFirst || isRequired ? 'default' : 'filled'}
            loading={signInWithPassword.isPending}
          >
            {t('Sign in')}
          </Button>
          <OwnProviderButton
            email={() => (form.validateField('email').hasError ? null : form.getValues().email)}
            isRequired={isRequired}
          />
          <AnchorLink to="/forgot-password" size="sm" ta="center">
            {t('Forgot your password?')}
          </AnchorLink>
        </Stack>
      </form>
    </AccountPage>
  )
}

/** Opens the demo. `isFirst` highlights the button. */
function OpenDemo({ isFirst }: { isFirst: boolean }) {
  const signIn = useSignInToDemo()
  return (
    <>
      {signIn.isError && <ProblemAlert error={signIn.error} />}
      <Button
        size="md"
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<LogIn size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('Open the demo')}
      </Button>
      <Divider label={t('or with your account')} />
    </>
  )
}
