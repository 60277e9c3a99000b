import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAcceptInvitation, useSwitchOrganization } from '../../api/account/memberships.ts'
import { type Person, sessionQuery, useSignOut } from '../../api/account/session.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { AccountPage } from './account-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignUpForm } from './sign-up-page.tsx'

/**
 * The page to which an invitation into an existing organization links. A signed-in person accepts it with one click;
 * others sign up or sign in first.
 */
export function JoinPage() {
  const session = useQuery(sessionQuery)
  const [hasAccount, setHasAccount] = useState(false)
  if (session.isPending) return null
  if (session.data != null) return <Accept person={session.data} />
  return hasAccount ? <SignInPage /> : <SignUpForm joins onSignIn={() => setHasAccount(true)} />
}

function Accept({ person: { user, organization } }: { person: Person }) {
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
      title="Join the organization"
      description={
        <>
          You are signed in as {user.email}. The invitation is added to this account, beside your other
          organizations.
        </>
      }
    >
      {accept.isError && <ProblemAlert error={accept.error} />}
      <Button loading={accept.isPending || change.isPending} onClick={onAccept}>
        {accept.isSuccess ? 'Open the organization' : 'Accept the invitation'}
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Use another account
      </Button>
    </AccountPage>
  )
}
