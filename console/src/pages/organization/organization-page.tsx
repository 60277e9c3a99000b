import { Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/account/organization.ts'
import { useMay } from '../../api/account/session.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SettingsColumns } from '../../components/settings/settings-columns.tsx'
import { t } from '../../languages/text.ts'
import { DeleteOrganization } from './delete-organization.tsx'
import { MailFooter } from './mail-footer.tsx'
import { OrganizationLanguage } from './organization-language.tsx'
import { OrganizationName } from './organization-name.tsx'
import { OrganizationSwitches } from './organization-switches.tsx'
import { SignInSettings } from './sign-in/sign-in-settings.tsx'
import { TimeZone } from './time-zone.tsx'

export function OrganizationPage() {
  const query = useQuery(organizationQuery)
  const isAdmin = useMay('admin')
  return (
    <>
      <PageHeader
        title={t('Organization')}
        description={t('Settings for all spinners and members of the organization.')}
      />
      {!isAdmin && (
        <ForAdmins>{t('Only admins and owners of the organization can change these settings.')}</ForAdmins>
      )}
      <Loaded query={query}>
        {(organization) => (
          <SettingsColumns>
            <Paper withBorder p="md">
              <Stack gap="lg">
                <OrganizationName organization={organization} mayChange={isAdmin} />
                <TimeZone organization={organization} isAdmin={isAdmin} />
                <OrganizationLanguage organization={organization} isAdmin={isAdmin} />
                <MailFooter organization={organization} mayChange={isAdmin} />
                <OrganizationSwitches organization={organization} />
              </Stack>
            </Paper>
            {!organization.isTestMode && organization.deletion === null && (
              <Stack gap="xl">
                {isAdmin && <SignInSettings />}
                <DeleteOrganization name={organization.name} />
              </Stack>
            )}
          </SettingsColumns>
        )}
      </Loaded>
    </>
  )
}
