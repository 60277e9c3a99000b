import { Container } from '@mantine/core'
import { ProblemAlert } from '../components/problem/problem-alert.tsx'

/**
 * The page that replaces a page which could not be loaded, usually because a newer console was deployed
 * meanwhile.
 */
export function FaultPage({ error }: { error: unknown }) {
  return (
    <Container py="xl">
      <ProblemAlert error={error} retry={() => window.location.reload()} />
    </Container>
  )
}
