import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/account/profile.ts'
import { useProfileAgain } from '../../api/account/second-factor.ts'
import type { Profile } from '../../api/schema.ts'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Manage } from './manage.tsx'
import { SetUp } from './set-up.tsx'

/** Shows whether the user's two-factor sign-in is on, and changes it. */
export function TwoFactorPage() {
  const profile = useQuery(profileQuery)
  return (
    <>
      <PageHeader
        title="Two-factor sign-in"
        description="A code of an app on your phone protects your account if another person learns your password."
      />
      <Paper withBorder p="md" maw={480}>
        <Loaded query={profile}>{(own) => <Own profile={own} />}</Loaded>
      </Paper>
    </>
  )
}

function Own({ profile: { hasPassword, secondFactor } }: { profile: Profile }) {
  const again = useProfileAgain()
  if (secondFactor !== null) return <Manage factor={secondFactor} done={again} />
  if (hasPassword) return <SetUp done={again} />
  return (
    <Stack align="flex-start">
      <Text size="sm">
        Your account has no password, so there is nothing to protect by a code. Your sign-in provider decides
        how you sign in.
      </Text>
      <ButtonLink variant="default" to="/forgot-password">
        Set a password
      </ButtonLink>
    </Stack>
  )
}
