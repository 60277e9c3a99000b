import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type InvitationView,
  invitationViewQuery,
  useAcceptInvitation,
  useSwitchOrganization,
} from '../../api/account/memberships.ts'
import { type Person, sessionQuery, useSignOut } from '../../api/account/session.ts'
import { wordsOfInvitation } from '../../components/account/words-of-invitation.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from './account-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignUpForm } from './sign-up-page.tsx'

/**
 * The page to which an invitation into an existing organization links. It names the organization, the inviter and the
 * invited address. A signed-in person accepts the invitation with one click; others sign up or sign in first.
 */
export function JoinPage() {
  const session = useQuery(sessionQuery)
  const token = useLocation({ select: ({ hash }) => hash })
  const view = useQuery(invitationViewQuery(token))
  const [hasAccount, setHasAccount] = useState(false)
  if (session.isPending || view.isLoading) return null
  // A person who signed up by this invitation may accept it again, because the answer may have been lost.
  if (session.data != null) return <Accept person={session.data} view={view.data} />
  if (hasAccount) return <SignInPage />
  const onSignIn = () => setHasAccount(true)
  if (view.data !== undefined) return <SignUpForm joins={view.data} onSignIn={onSignIn} />
  return (
    <AccountPage
      title={t('Join an organization')}
      description={token === '' && t('Open the link in the e-mail that invites you.')}
    >
      <Stack>
        {view.isError && <ProblemAlert error={view.error} />}
        <Button onClick={onSignIn}>{t('Sign in')}</Button>
      </Stack>
    </AccountPage>
  )
}

function Accept({
  person: { user, organization },
  view,
}: {
  person: Person
  /** The invitation as its person sees it; undefined if it can no longer be used. */
  view: InvitationView | undefined
}) {
  const invitation = window.location.hash.slice(1)
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const onOpened = () => void navigate({ to: '/' })
  const change = useSwitchOrganization(onOpened)
  const signOut = useSignOut()
  // A person who signed up by this invitation is in its organization already if the answer to the sign-up was lost.
  const open = (id: string) => (id === organization.id ? onOpened() : change.mutate(id))
  const onAccept = () => {
    // Repeats a failed switch alone.
    if (accept.isSuccess) open(accept.data.id)
    else accept.mutate(invitation, { onSuccess: ({ id }) => open(id) })
  }
  return (
    <AccountPage
      title={
        view === undefined
          ? t('Join the organization')
          : t('Join {organizationName}', { organizationName: view.organizationName })
      }
      description={t(
        '{view} You are signed in as {email}. The invitation is added to this account, beside your other organizations.',
        { view: view === undefined ? '' : wordsOfInvitation(view), email: user.email },
      )}
    >
      {accept.isError && <ProblemAlert error={accept.error} />}
      <Button loading={accept.isPending || change.isPending} onClick={onAccept}>
        {accept.isSuccess ? t('Open the organization') : t('Accept the invitation')}
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('Use another account')}
      </Button>
    </AccountPage>
  )
}
