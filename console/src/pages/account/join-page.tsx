import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAcceptInvitation, useSwitchOrganization } from '../../api/account/memberships.ts'
import { sessionQuery, useLogOut } from '../../api/account/session.ts'
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
  const email = session.data?.user.email
  if (email !== undefined) return <Accept email={email} />
  return hasAccount ? <SignInPage /> : <SignUpForm joins onSignIn={() => setHasAccount(true)} />
}

function Accept({ email }: { email: string }) {
  const invitation = window.location.hash.slice(1)
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const change = useSwitchOrganization(() => void navigate({ to: '/' }))
  const logOut = useLogOut()
  const onAccept = () => {
    // Repeats a failed switch alone, because an invitation can be accepted once only.
    if (accept.isSuccess) change.mutate(accept.data.id)
    else accept.mutate(invitation, { onSuccess: ({ id }) => change.mutate(id) })
  }
  return (
    <AccountPage
      title="Join the organization"
      description={
        <>
          You are signed in as {email}. The invitation is added to this account, beside your other
          organizations.
        </>
      }
    >
      {accept.isError && <ProblemAlert error={accept.error} />}
      <Button loading={accept.isPending || change.isPending} onClick={onAccept}>
        {accept.isSuccess ? 'Open the organization' : 'Accept the invitation'}
      </Button>
      <Button variant="default" loading={logOut.isPending} onClick={() => logOut.mutate()}>
        Use another account
      </Button>
    </AccountPage>
  )
}
