import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { providersQuery, useJoinByProvider } from '../../api/account/session.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'

const look = { variant: 'default', leftSection: <LogIn size={18} aria-hidden /> } as const

/** Sign-in by the provider of OpenID Connect, or joining by it with an invitation; nothing where none is set up. */
export function ProviderButton({ invitation = '' }: { invitation?: string }) {
  const join = useJoinByProvider()
  const name = useQuery(providersQuery).data?.openId?.name
  if (name === undefined) return null
  return (
    <>
      {join.isError && <ProblemAlert error={join.error} />}
      {invitation === '' ? (
        <Button component="a" href="/api/v1/auth/oidc" {...look}>
          Continue with {name}
        </Button>
      ) : (
        <Button loading={join.isPending} onClick={() => join.mutate(invitation)} {...look}>
          Continue with {name}
        </Button>
      )}
      <Divider label="or" />
    </>
  )
}
