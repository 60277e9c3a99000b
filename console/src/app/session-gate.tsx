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
import { Shell } from './shell/shell.tsx'

/**
 * Sign-in for a visitor without a session. When a session ends while its user works, the page is kept behind
 * it as it stands, so that nothing typed is lost: it comes back when the same person signs in.
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
  return (
    <>
      <Activity mode={end === null ? 'visible' : 'hidden'}>
        {/* Dialogs and notices belong to one person in one organization. */}
        <ModalsProvider key={`${person.user.id} ${person.organization.id}`}>
          <Notifications position="top-right" />
          <Shell person={person} />
        </ModalsProvider>
      </Activity>
      {/* A cookie that has run out is not sent any more. */}
      {end !== null && <SignInPage ending={end === 'UNAUTHENTICATED' ? 'SESSION_EXPIRED' : end} />}
    </>
  )
}
