import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSwitchOrganization } from '../../api/account/memberships.ts'
import { type Person, sessionQuery, useSignOut, useSignUp } from '../../api/account/session.ts'
import { NewOrganizationForm } from '../../components/account/new-organization-form.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'
import { newPasswordFault } from './new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { ProviderButton } from './provider-button.tsx'
import { SignInPage } from './sign-in-page.tsx'

/**
 * The page on which a new person creates an organization, also by the link of the operator's invitation. A person with
 * an account uses such a link for a further organization, after the sign-in.
 */
export function SignUpPage() {
  const isInvited = window.location.hash.length > 1
  const session = useQuery({ ...sessionQuery, enabled: isInvited })
  const [hasAccount, setHasAccount] = useState(false)
  if (!isInvited) return <SignUpForm joins={false} />
  if (session.isPending) return null
  if (session.data != null) return <FurtherOrganization person={session.data} />
  return hasAccount ? <SignInPage /> : <SignUpForm joins={false} onSignIn={() => setHasAccount(true)} />
}

function FurtherOrganization({ person }: { person: Person }) {
  const navigate = useNavigate()
  const [created, setCreated] = useState<string | null>(null)
  const change = useSwitchOrganization(() => void navigate({ to: '/' }))
  const signOut = useSignOut()
  return (
    <AccountPage
      title="Create an organization"
      description={
        <>
          You are signed in as {person.user.email}. The new organization is added to this account, beside your
          other organizations, and you become its owner.
        </>
      }
    >
      {created === null ? (
        <NewOrganizationForm
          invitation={window.location.hash.slice(1)}
          renderFooter={(isPending) => (
            <Button type="submit" loading={isPending}>
              Create organization
            </Button>
          )}
          onCreated={(id) => {
            setCreated(id)
            change.mutate(id)
          }}
        />
      ) : (
        // Repeats a failed switch alone, because the invitation is valid once.
        <Button loading={change.isPending} onClick={() => change.mutate(created)}>
          Open the organization
        </Button>
      )}
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Use another account
      </Button>
    </AccountPage>
  )
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
      below={<SignInInstead joins={joins} onSignIn={onSignIn} />}
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

function SignInInstead({ joins, onSignIn }: { joins: boolean; onSignIn: (() => void) | undefined }) {
  return (
    <>
      Already have an account?{' '}
      {onSignIn === undefined ? (
        <AnchorLink underline="always" to="/">
          Sign in
        </AnchorLink>
      ) : (
        <Anchor component="button" size="sm" underline="always" onClick={onSignIn}>
          {joins ? 'Sign in to accept the invitation' : 'Sign in to use the invitation'}
        </Anchor>
      )}
    </>
  )
}
