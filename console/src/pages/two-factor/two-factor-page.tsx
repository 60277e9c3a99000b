import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../api/account/profile.ts'
import { passkeysQuery } from '../../api/account/second-factor/passkeys.ts'
import { useProfileAgain } from '../../api/account/second-factor/second-factor.ts'
import type { Profile } from '../../api/schema.ts'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SettingsColumns } from '../../components/settings/settings-columns.tsx'
import { t } from '../../languages/text.ts'
import { Manage } from './manage.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

/** Shows whether the user's two-factor sign-in is on, and changes it. */
export function TwoFactorPage() {
  const profile = useQuery(profileQuery)
  return (
    <>
      <PageHeader
        title={t('Two-factor sign-in')}
        description={t(
          'A passkey, or a code of an app on your phone, protects your account if another person learns your password.',
        )}
      />
      <Loaded query={profile}>
        {(own) => (own.listsAllOrganizations ? <Own profile={own} /> : <OfOrganization profile={own} />)}
      </Loaded>
    </>
  )
}

/** Tells people who signed in through the provider of their organization how to reach their account. */
function OfOrganization({ profile: { hasPassword } }: { profile: Profile }) {
  return (
    <Text size="sm" maw={560}>
      {hasPassword
        ? t(
            'You signed in through your organization, so you cannot see or change how your account signs in. Sign out, and sign in with your own password.',
          )
        : t(
            'You signed in through your organization, so you cannot see or change how your account signs in. Set a password under “Your account”, sign out, and sign in with the password.',
          )}
    </Text>
  )
}

const look = { withBorder: true, p: 'md' } as const

function Own({ profile: { hasPassword, secondFactor } }: { profile: Profile }) {
  const again = useProfileAgain()
  // Holds the new recovery codes here, so that they stay on the screen when the profile is loaded again.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finish = () => {
    setCodes(null)
    return again()
  }
  const passkeys = useQuery(passkeysQuery).data ?? []
  if (codes !== null)
    return (
      <Paper {...look} maw={560}>
        <RecoveryCodes codes={codes} done={finish} />
      </Paper>
    )
  if (secondFactor !== null || hasPassword)
    return (
      <SettingsColumns>
        <Paper {...look}>
          {secondFactor === null ? (
            <SetUp showCodes={setCodes} />
          ) : (
            <Manage
              factor={secondFactor}
              hasPasskeys={passkeys.length > 0}
              showCodes={setCodes}
              done={again}
            />
          )}
        </Paper>
        <Paper {...look}>
          <Passkeys isOn={secondFactor !== null} showCodes={setCodes} />
        </Paper>
      </SettingsColumns>
    )
  return (
    <Stack align="flex-start">
      <Text size="sm">
        {t(
          'Your account has no password, so it needs no code here. Your sign-in provider decides how you sign in.',
        )}
      </Text>
      <ButtonLink variant="default" to="/forgot-password">
        {t('Set a password')}
      </ButtonLink>
    </Stack>
  )
}
