import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type InvitationView, useSwitchOrganization } from '../../api/account/memberships.ts'
import { type Person, sessionQuery, useSignOut, useSignUp } from '../../api/account/session.ts'
import { browserSettings } from '../../components/account/browser-settings.ts'
import { KeepBodies } from '../../components/account/keep-bodies.tsx'
import { NewOrganizationForm } from '../../components/account/new-organization-form.tsx'
import { wordsOfInvitation } from '../../components/account/words-of-invitation.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
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
  if (!isInvited) return <SignUpForm joins={null} />
  if (session.isPending) return null
  if (session.data != null) return <FurtherOrganization person={session.data} />
  return hasAccount ? <SignInPage /> : <SignUpForm joins={null} onSignIn={() => setHasAccount(true)} />
}

function FurtherOrganization({ person }: { person: Person }) {
  const navigate = useNavigate()
  const [created, setCreated] = useState<string | null>(null)
  const change = useSwitchOrganization(() => void navigate({ to: '/' }))
  const signOut = useSignOut()
  return (
    <AccountPage
      title={t('Create an organization')}
      description={t(
        'You are signed in as {email}. The new organization is added to this account, beside your other organizations, and you become its owner.',
        { email: person.user.email },
      )}
    >
      {created === null ? (
        <NewOrganizationForm
          invitation={window.location.hash.slice(1)}
          renderFooter={(isPending) => (
            <Button type="submit" loading={isPending}>
              {t('Create organization')}
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
          {t('Open the organization')}
        </Button>
      )}
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('Use another account')}
      </Button>
    </AccountPage>
  )
}

/** The sign-up form. The token of an invitation comes after the "#" and is sent only to the API. */
export function SignUpForm({
  joins,
  onSignIn,
}: {
  /** The invitation by which the person joins an organization; null to create one. */
  joins: InvitationView | null
  /** Shows the sign-in on this page; absent for the page of the sign-in. */
  onSignIn?: () => void
}) {
  const invitation = window.location.hash.slice(1)
  const navigate = useNavigate()
  const signUp = useSignUp()
  const form = useForm({
    mode: 'uncontrolled',
    // An error at the first field, which has the focus, would move the link that a click is about to reach.
    validateInputOnBlur: ['email', 'password'],
    initialValues: {
      name: '',
      organizationName: '',
      email: joins?.email ?? '',
      password: '',
      keepsBodies: true,
    },
    validate: faultsOf(joins !== null),
  })
  return (
    <AccountPage {...headOf(joins)} below={<SignInInstead joins={joins !== null} onSignIn={onSignIn} />}>
      <ProviderButton invitation={invitation} />
      <form
        noValidate
        onSubmit={form.onSubmit(({ organizationName, keepsBodies, ...values }) =>
          signUp.mutate(
            {
              ...values,
              ...(joins !== null ? {} : { organizationName, keepsBodies, ...browserSettings() }),
              ...(invitation === '' ? {} : { invitation }),
            },
            { onSuccess: () => void navigate({ to: '/' }) },
          ),
        )}
      >
        <Stack>
          {signUp.isError && <ProblemAlert error={signUp.error} />}
          <TextInput
            label={t('Your name')}
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          {joins === null && (
            <TextInput
              label={t('Organization')}
              autoComplete="organization"
              key={form.key('organizationName')}
              {...form.getInputProps('organizationName')}
            />
          )}
          <EmailField readOnly={joins !== null} key={form.key('email')} {...form.getInputProps('email')} />
          <NewPasswordField
            label={t('Password')}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {joins === null && (
            <KeepBodies
              key={form.key('keepsBodies')}
              {...form.getInputProps('keepsBodies', { type: 'checkbox' })}
            />
          )}
          <Button type="submit" loading={signUp.isPending}>
            {joins === null ? t('Create organization') : t('Join')}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  )
}

/** Returns the checks of the fields of the form. */
function faultsOf(isInvited: boolean) {
  return {
    name: (name: string) => (name.trim() === '' ? t('Enter your name') : null),
    organizationName: (name: string) =>
      !isInvited && name.trim() === '' ? t('Enter the name of your company or team') : null,
    email: (email: string) => (/.@./.test(email) ? null : t('Enter an e-mail address like ada@example.com')),
    password: newPasswordFault,
  }
}

/** Returns the title and the description of the page. */
function headOf(joins: InvitationView | null) {
  if (joins !== null)
    return {
      title: t('Join {organizationName}', { organizationName: joins.organizationName }),
      description: t('{invitation} If this address has an account, sign in instead.', {
        invitation: wordsOfInvitation(joins),
      }),
    }
  return {
    title: t('Create an organization'),
    description: t(
      'Signing up creates an organization with its own data tables, spinners, API keys and plan. You become its owner.',
    ),
  }
}

function SignInInstead({ joins, onSignIn }: { joins: boolean; onSignIn: (() => void) | undefined }) {
  return (
    <>
      {t('Already have an account?')}{' '}
      {onSignIn === undefined ? (
        <AnchorLink underline="always" to="/">
          {t('Sign in')}
        </AnchorLink>
      ) : (
        <Anchor component="button" size="sm" underline="always" onClick={onSignIn}>
          {joins ? t('Sign in to accept the invitation') : t('Sign in to use the invitation')}
        </Anchor>
      )}
    </>
  )
}
