import { Container } from '@mantine/core'
import { ProblemAlert } from '../components/problem/problem-alert.tsx'

/** Where a page cannot be shown: mostly because a newer console has taken its place meanwhile. */
export function FaultPage({ error }: { error: unknown }) {
  return (
    <Container py="xl">
      <ProblemAlert error={error} retry={() => window.location.reload()} />
    </Container>
  )
}
