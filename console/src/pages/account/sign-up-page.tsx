import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useSignUp } from '../../api/account/session.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'
import { newPasswordFault } from './new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { ProviderButton } from './provider-button.tsx'

export function SignUpPage() {
  return <SignUpForm joins={false} />
}

/** The sign-up form. The token of an invitation comes after the "#" and is sent only to the API. */
export function SignUpForm({
  joins,
  onSignIn,
}: {
  joins: boolean
  /** Shows the sign-in on this page; absent for the page of the sign-in. */
  onSignIn?: () => void
}) {
  const invitation = window.location.hash.slice(1)
  const navigate = useNavigate()
  const signUp = useSignUp()
  const form = useForm({
    mode: 'uncontrolled',
    validateInputOnBlur: true,
    initialValues: { name: '', organizationName: '', email: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter your name' : null),
      organizationName: (name) =>
        !joins && name.trim() === '' ? 'Enter the name of your company or team' : null,
      email: (email) => (/.@./.test(email) ? null : 'Enter an e-mail address like ada@example.com'),
      password: newPasswordFault,
    },
  })
  return (
    <AccountPage
      title={joins ? 'Join the organization' : 'Create an organization'}
      description={
        joins
          ? 'The invitation is for one e-mail address. Sign up with that address, or sign in if it has an account.'
          : 'Signing up creates an organization with its own data tables, spinners, API keys and plan. You become its owner.'
      }
      below={<SignInInstead onSignIn={onSignIn} />}
    >
      <ProviderButton invitation={invitation} />
      <form
        noValidate
        onSubmit={form.onSubmit(({ organizationName, ...values }) =>
          signUp.mutate(
            {
              ...values,
              ...(joins ? {} : { organizationName }),
              ...(invitation === '' ? {} : { invitation }),
            },
            { onSuccess: () => void navigate({ to: '/' }) },
          ),
        )}
      >
        <Stack>
          {signUp.isError && <ProblemAlert error={signUp.error} />}
          <TextInput
            label="Your name"
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          {!joins && (
            <TextInput
              label="Organization"
              autoComplete="organization"
              key={form.key('organizationName')}
              {...form.getInputProps('organizationName')}
            />
          )}
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
          <Button type="submit" loading={signUp.isPending}>
            {joins ? 'Join' : 'Create organization'}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  )
}

function SignInInstead({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  return (
    <>
      Already have an account?{' '}
      {onSignIn === undefined ? (
        <AnchorLink underline="always" to="/">
          Sign in
        </AnchorLink>
      ) : (
        <Anchor component="button" size="sm" underline="always" onClick={onSignIn}>
          Sign in to accept the invitation
        </Anchor>
      )}
    </>
  )
}
