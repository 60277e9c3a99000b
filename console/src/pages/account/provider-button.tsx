import { Button, Divider, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { providersQuery, useBeginByProvider } from '../../api/account/session.ts'
import { browserSettings } from '../../components/account/browser-settings.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'

const look = { variant: 'default', leftSection: <LogIn size={18} aria-hidden /> } as const

interface ProviderButtonProps {
  readonly invitation?: string
  /** Whether to open the sign-in provider in a new tab, because leaving this page would lose typed text. */
  readonly inNewTab?: boolean
}

/**
 * Signs in with the OpenID Connect provider, or joins with an invitation. Renders nothing if no provider is
 * set up.
 */
export function ProviderButton({ invitation = '', inNewTab = false }: ProviderButtonProps) {
  const join = useBeginByProvider()
  const name = useQuery(providersQuery).data?.openId?.name
  if (name === undefined) return null
  return (
    <>
      {join.isError && <ProblemAlert error={join.error} />}
      {invitation === '' ? (
        <>
          <Button
            component="a"
            href={`/api/v1/auth/oidc/begin?${new URLSearchParams(browserSettings())}`}
            {...(inNewTab ? { target: '_blank', rel: 'noopener' } : {})}
            {...look}
          >
            {t('Continue with {name}', { name })}
          </Button>
          {inNewTab && (
            <Text size="sm" c="dimmed">
              {t('You sign in on a new tab of the browser. Come back to this tab afterwards.')}
            </Text>
          )}
        </>
      ) : (
        <Button
          loading={join.isPending}
          onClick={() => join.mutate({ invitation, ...browserSettings() })}
          {...look}
        >
          {t('Continue with {name}', { name })}
        </Button>
      )}
      <Divider label={t('or')} />
    </>
  )
}

/**
 * Signs in with the provider of a person's organization, which the service finds by the domain of the address.
 * `isRequired` highlights the button after the organization has refused a password.
 */
export function OwnProviderButton({
  email: typed,
  isRequired,
}: {
  email: () => string | null
  isRequired: boolean
}) {
  const begin = useBeginByProvider()
  const signIn = () => {
    const email = typed()
    if (email !== null) begin.mutate({ email })
  }
  return (
    <>
      <Button variant={isRequired ? 'filled' : 'default'} loading={begin.isPending} onClick={signIn}>
        {t('Sign in with your organization')}
      </Button>
      {begin.isError && <ProblemAlert error={begin.error} />}
    </>
  )
}
