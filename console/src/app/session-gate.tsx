import { Container } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Activity, lazy, Suspense } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { useSessionEnd } from '../api/account/session-end.ts'
import { PageSkeleton } from '../components/loading/skeletons.tsx'
import { ProblemAlert } from '../components/problem/problem-alert.tsx'
import { SignInPage } from '../pages/account/sign-in-page.tsx'
import { useCachedAnswers } from './cached-answers.ts'
import { useOpening, useOpeningEnd } from './opening/opening.ts'
import { Shell } from './shell/shell.tsx'

// Few people see this page, and its QR code and fields are 12 kB of compressed scripts.
const SetUpFirstPage = lazy(async () => ({
  default: (await import('../pages/two-factor/set-up-first-page.tsx')).SetUpFirstPage,
}))

/**
 * Shows the sign-in to visitors without a session. If a session ends, the page is only hidden, so that typed
 * text is not lost when the same person signs in again.
 */
export function SessionGate() {
  const session = useQuery(sessionQuery)
  const end = useSessionEnd()
  useCachedAnswers(end !== null)
  useOpening(session.data)
  useOpeningEnd(!session.isPending)
  const loading = (
    <Container py="xl">
      <PageSkeleton />
    </Container>
  )
  if (session.isPending) return loading
  if (session.isError)
    return (
      <Container py="xl">
        <ProblemAlert error={session.error} retry={session.refetch} />
      </Container>
    )
  const person = session.data
  if (person === null) return <SignInPage ending={end ?? undefined} />
  if (person.mustSetUpSecondFactor && end === null)
    return (
      <Suspense fallback={loading}>
        <SetUpFirstPage organization={person.organization.name} />
      </Suspense>
    )
  return (
    <>
      <Activity mode={end === null ? 'visible' : 'hidden'}>
        {/* Remounts dialogs and notifications for another person or organization, so that none stays. */}
        <ModalsProvider key={`${person.user.id} ${person.organization.id}`}>
          <Notifications position="bottom-center" />
          <Shell person={person} />
        </ModalsProvider>
      </Activity>
      {/* Shows UNAUTHENTICATED as an expired session, because browsers send no expired cookie. */}
      {end !== null && <SignInPage ending={end === 'UNAUTHENTICATED' ? 'SESSION_EXPIRED' : end} />}
    </>
  )
}
