import { Container } from '@mantine/core'
import { MapPinOff } from 'lucide-react'
import { ButtonLink } from '../components/links.tsx'
import { EmptyState } from '../components/loading/empty-state.tsx'
import { t } from '../languages/text.ts'

export function NotFoundPage() {
  return (
    <Container py="xl">
      <EmptyState
        icon={MapPinOff}
        title={t('Page not found')}
        isWholePage
        action={<ButtonLink to="/">{t('Go home')}</ButtonLink>}
      >
        {t('The page’s address may be mistyped, or the page has been deleted.')}
      </EmptyState>
    </Container>
  )
}
