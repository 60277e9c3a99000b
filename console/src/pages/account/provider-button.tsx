import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { providersQuery } from '../../api/account/session.ts'

/** Sign-in by the provider of OpenID Connect; nothing where none is set up. */
export function ProviderButton() {
  const name = useQuery(providersQuery).data?.openId?.name
  if (name === undefined) return null
  return (
    <>
      <Button
        component="a"
        href="/api/v1/auth/oidc"
        variant="default"
        leftSection={<LogIn size={18} aria-hidden />}
      >
        Continue with {name}
      </Button>
      <Divider label="or" />
    </>
  )
}
