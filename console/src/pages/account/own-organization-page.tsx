import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { providersQuery, useBeginByProvider } from '../../api/account/session.ts'
import { browserSettings } from '../../components/account/browser-settings.ts'
import { AnchorLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from './account-page.tsx'

/**
 * The page for people whose e-mail address another person used to sign up and never confirmed. Takes the
 * address from that account, and creates an account and an organization for the person.
 */
export function OwnOrganizationPage() {
  const begin = useBeginByProvider()
  const name = useQuery(providersQuery).data?.openId?.name
  return (
    <AccountPage
      title={t('Create a new account and organization')}
      description={t(
        'An account with your address exists, but was never confirmed. If you continue, that account loses the address and is signed out on all devices. None of its data moves to your organization. Do not continue if you created that account and still use it.',
      )}
      below={<AnchorLink to="/">{t('Sign in to your account')}</AnchorLink>}
    >
      {begin.isError && <ProblemAlert error={begin.error} />}
      <Button
        size="md"
        leftSection={<LogIn size={18} aria-hidden />}
        loading={begin.isPending}
        disabled={name === undefined}
        onClick={() => begin.mutate({ createOrganization: true, ...browserSettings() })}
      >
        {t('Continue with {name}', { name: name ?? t('the provider') })}
      </Button>
    </AccountPage>
  )
}
