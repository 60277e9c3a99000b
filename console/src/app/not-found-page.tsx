import { Container } from '@mantine/core'
import { MapPinOff } from 'lucide-react'
import { EmptyState } from '../components/empty-state.tsx'
import { ButtonLink } from '../components/links.tsx'

export function NotFoundPage() {
  return (
    <Container py="xl">
      <EmptyState
        icon={MapPinOff}
        title="There is no such page"
        action={<ButtonLink to="/">Go home</ButtonLink>}
      >
        The address may be mistyped, or what it named has been deleted.
      </EmptyState>
    </Container>
  )
}
