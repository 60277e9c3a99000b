import { Container } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { serviceReach } from '../api/service-reach.ts'
import { useServiceAway } from '../api/use-service-away.ts'
import { ProblemAlert } from '../components/problem/problem-alert.tsx'
import { useOpeningEnd } from './opening/opening.ts'

/**
 * The page that replaces a page which could not be loaded. Usually a newer console was deployed meanwhile. If the
 * service does not answer, the page is loaded again when it does.
 */
export function FaultPage({ error }: { error: unknown }) {
  useOpeningEnd()
  const isAway = useServiceAway()
  const wasAway = useRef(false)
  useEffect(() => serviceReach.check(), [])
  useEffect(() => {
    if (wasAway.current && !isAway) window.location.reload()
    wasAway.current = isAway
  }, [isAway])
  return (
    <Container py="xl">
      <ProblemAlert error={error} retry={() => window.location.reload()} />
    </Container>
  )
}
