import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { LogIn } from 'lucide-react'
import { useOpenDemoLink } from '../../api/account/session.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from './account-page.tsx'

/**
 * The page of the demo link that the server prints at start. The token comes after the "#" and is sent only
 * to the API.
 */
export function DemoLinkPage() {
  const navigate = useNavigate()
  const open = useOpenDemoLink()
  return (
    <AccountPage
      title={t('Open the demo')}
      description={t('This link opens the demo once, within 30 minutes after the service printed it.')}
      below={<AnchorLink to="/">{t('Sign in with an account')}</AnchorLink>}
    >
      {open.isError && <ProblemAlert error={open.error} />}
      <Button
        size="md"
        leftSection={<LogIn size={18} aria-hidden />}
        loading={open.isPending}
        onClick={() =>
          open.mutate(window.location.hash.slice(1), { onSuccess: () => void navigate({ to: '/' }) })
        }
      >
        {t('Open the demo')}
      </Button>
    </AccountPage>
  )
}
