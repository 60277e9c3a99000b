import { Container } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Activity } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { useSessionEnd } from '../api/account/session-end.ts'
import { PageSkeleton } from '../components/loading/skeletons.tsx'
import { ProblemAlert } from '../components/problem/problem-alert.tsx'
import { SignInPage } from '../pages/account/sign-in-page.tsx'
import { SetUpFirstPage } from '../pages/two-factor/set-up-first-page.tsx'
import { Shell } from './shell/shell.tsx'

/**
 * Shows the sign-in to visitors without a session. If a session ends, the page is only hidden, so that typed
 * text is not lost when the same person signs in again.
 */
export function SessionGate() {
  const session = useQuery(sessionQuery)
  const end = useSessionEnd()
  if (session.isPending)
    return (
      <Container py="xl">
        <PageSkeleton />
      </Container>
    )
  if (session.isError)
    return (
      <Container py="xl">
        <ProblemAlert error={session.error} retry={session.refetch} />
      </Container>
    )
  const person = session.data
  if (person === null) return <SignInPage ending={end ?? undefined} />
  if (person.mustSetUpSecondFactor && end === null)
    return <SetUpFirstPage organization={person.organization.name} />
  return (
    <>
      <Activity mode={end === null ? 'visible' : 'hidden'}>
        {/* Remounts dialogs and notifications for another person or organization, so that none stays. */}
        <ModalsProvider key={`${person.user.id} ${person.organization.id}`}>
          <Notifications position="top-right" />
          <Shell person={person} />
        </ModalsProvider>
      </Activity>
      {/* Shows UNAUTHENTICATED as an expired session, because browsers send no expired cookie. */}
      {end !== null && <SignInPage ending={end === 'UNAUTHENTICATED' ? 'SESSION_EXPIRED' : end} />}
    </>
  )
}
