import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationSignInQuery } from '../../../api/account/organization-sign-in.ts'
import { useIsOwner } from '../../../api/account/session.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { t } from '../../../languages/text.ts'
import { EmailDomains } from './email-domains.tsx'
import { ProviderForm } from './provider-form.tsx'

/** The e-mail domains of the organization and its own sign-in provider, which owners change and admins see. */
export function SignInSettings() {
  const query = useQuery(organizationSignInQuery)
  const isOwner = useIsOwner()
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">
        {t('Your own sign-in provider')}
      </Title>
      <Text size="sm" c="dimmed" mt="xs" mb="md">
        {t(
          'People with an address at a proven domain sign in through the OpenID Connect provider of your company, in this organization alone.',
        )}{' '}
        {isOwner ? '' : t('Only an owner can change this.')}
      </Text>
      <Loaded query={query}>
        {(signIn) => (
          <Stack gap="lg">
            <EmailDomains domains={signIn.domains} isOwner={isOwner} />
            <ProviderForm key={JSON.stringify(signIn.provider)} signIn={signIn} isOwner={isOwner} />
          </Stack>
        )}
      </Loaded>
    </Paper>
  )
}
