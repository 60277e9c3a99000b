import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { profileQuery, useChangeProfile } from '../../api/account/profile.ts'
import { sessionQuery } from '../../api/account/session.ts'
import type { Profile } from '../../api/schema.ts'
import { LanguageSelect } from '../../components/account/language-select.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { SettingsColumns } from '../../components/settings/settings-columns.tsx'
import { showDone } from '../../components/show-done.ts'
import { inSentence } from '../../languages/in-sentence.ts'
import { t } from '../../languages/text.ts'
import { roleWords } from '../team/role-words.ts'
import { ChangeEmail } from './change-email.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { Sessions } from './sessions.tsx'

/** Shows the user's own account and sessions. */
export function ProfilePage() {
  const profile = useQuery(profileQuery)
  const person = useQuery(sessionQuery)
  return (
    <>
      <PageHeader
        title={t('Your account')}
        description={t('Your name, your password, and where you are signed in.')}
      />
      <SettingsColumns>
        <Loaded query={profile}>{(own) => <Own profile={own} />}</Loaded>
        <Stack gap="xl">
          <Sessions isInSeveral={(profile.data?.organizations.length ?? 0) > 1} />
          {profile.data !== undefined && person.data != null && (
            <LeaveOrganization profile={profile.data} organization={person.data.organization.name} />
          )}
        </Stack>
      </SettingsColumns>
    </>
  )
}

function Own({ profile }: { profile: Profile }) {
  const { name, email, role, hasPassword } = profile
  const change = useChangeProfile()
  const form = useForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() === '' ? t('Enter your name') : null) },
  })
  return (
    <Paper withBorder p="md">
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          change.mutate(values, { onSuccess: () => showDone(t('Your name is changed')) }),
        )}
      >
        <Stack>
          {change.isError && <ProblemAlert error={change.error} />}
          <TextInput label={t('Name')} autoComplete="name" maxLength={200} {...form.getInputProps('name')} />
          <Text size="sm" c="dimmed">
            {t('Role: {label}.', { label: inSentence(roleWords[role].label) })}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending} disabled={form.values.name.trim() === name}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Title order={2} size="h4" mt="md">
        {t('Language')}
      </Title>
      <LanguageSelect mt="xs" description={t('The language of the console in this browser.')} />
      <Title order={2} size="h4" mt="md">
        {t('E-mail address')}
      </Title>
      <ChangeEmail email={email} hasPassword={hasPassword} />
      <Title order={2} size="h4" mt="md">
        {t('Password')}
      </Title>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          {hasPassword
            ? t('Changing your password signs you out on all other devices.')
            : t('You have no password. We e-mail you a link to set one.')}
        </Text>
        <ButtonLink variant="default" to={hasPassword ? '/password' : '/forgot-password'}>
          {hasPassword ? t('Change password') : t('Set a password')}
        </ButtonLink>
      </Group>
      <Title order={2} size="h4" mt="md">
        {t('Two-factor sign-in')}
      </Title>
      <TwoFactor profile={profile} />
    </Paper>
  )
}

/**
 * Shows whether two-factor sign-in is on. A session through the provider of an organization does not learn this of the
 * account.
 */
function TwoFactor({ profile: { hasPassword, secondFactor, listsAllOrganizations } }: { profile: Profile }) {
  if (!listsAllOrganizations)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {hasPassword
          ? t(
              'You signed in through your organization, whose provider protects this sign-in. To see the two-factor sign-in of your account, sign out and sign in with your password.',
            )
          : t(
              'You signed in through your organization, whose provider protects this sign-in. Two-factor sign-in protects a password, and you have none.',
            )}
      </Text>
    )
  return (
    <Group justify="space-between" mt="xs">
      <Text size="sm" c="dimmed" flex="1 1 14rem">
        {secondFactor === null
          ? hasPassword
            ? t('Off. Your password alone signs you in.')
            : t('Off. It protects a password, so set one first.')
          : t(
              'On. {recoveryCodes, plural, =1 {1 recovery code is} other {{recoveryCodes} recovery codes are}} left.',
              { recoveryCodes: secondFactor.recoveryCodes },
            )}
      </Text>
      <ButtonLink variant="default" to="/two-factor">
        {secondFactor === null ? t('Set up') : t('Change')}
      </ButtonLink>
    </Group>
  )
}
