import { Button, Group, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type OrganizationSignIn,
  type ProviderSettings,
  useRemoveProvider,
  useSaveProvider,
} from '../../../api/account/organization-sign-in.ts'
import { faultsByPointer } from '../../../api/problem.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'
import { RequiredWarning } from './required-warning.tsx'

interface ProviderFormProps {
  readonly signIn: OrganizationSignIn
  readonly isOwner: boolean
}

/** The address to register with the provider. */
function RedirectUri({ url }: { url: string }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={t('Redirect URI')}
        description={t('Register this address with the provider.')}
        value={url}
        readOnly
      />
      <CopyButton value={url} label={t('Copy the redirect URI')} />
    </Group>
  )
}

/** The buttons that save the provider and disconnect it, for owners. */
function ProviderActions({ isConnected, isSaving }: { isConnected: boolean; isSaving: boolean }) {
  const remove = useRemoveProvider()
  const confirmRemove = () =>
    askToConfirm({
      title: t('Disconnect the sign-in provider?'),
      text: t(
        'Members can no longer sign in through the provider. Its settings and client secret are deleted.',
      ),
      action: t('Disconnect'),
      isDangerous: true,
      onConfirm: () => remove.mutate(),
    })
  return (
    <>
      <Group>
        <Button type="submit" loading={isSaving}>
          {isConnected ? t('Save provider') : t('Connect provider')}
        </Button>
        {isConnected && (
          <Button variant="default" color="red" loading={remove.isPending} onClick={confirmRemove}>
            {t('Disconnect')}
          </Button>
        )}
      </Group>
      {isConnected && (
        <Text size="sm" c="dimmed">
          {t(
            'To test the connection, sign out and choose “Sign in with your organization” on the sign-in page.',
          )}
        </Text>
      )}
    </>
  )
}

const roles = [
  { value: 'viewer', label: t('Viewer') },
  { value: 'editor', label: t('Editor') },
  { value: 'admin', label: t('Admin') },
] as const

/** The settings of the organization's OpenID Connect provider. The service reads its configuration when they are saved. */
export function ProviderForm({ signIn: { callbackUrl, domains, provider }, isOwner }: ProviderFormProps) {
  const save = useSaveProvider()
  const form = useForm({
    initialValues: {
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      defaultRole: provider?.defaultRole ?? 'viewer',
      admitsNew: provider?.admitsNew ?? true,
      isRequired: provider?.isRequired ?? false,
    },
    validate: {
      issuer: (text) => (text.trim() === '' ? t('Enter the issuer') : null),
      clientId: (text) => (text.trim() === '' ? t('Enter the client id') : null),
    },
  })
  const faults = faultsByPointer(save.error)
  const field = (name: 'issuer' | 'clientId' | 'clientSecret') => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? faults.get(`/${name}`),
    disabled: !isOwner,
  })
  const submit = ({ clientSecret, ...rest }: typeof form.values) => {
    const body: ProviderSettings = clientSecret === '' ? rest : { ...rest, clientSecret }
    save.mutate(body, { onSuccess: () => showDone(t('The sign-in provider is saved')) })
  }
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <RedirectUri url={callbackUrl} />
        <TextInput label={t('Issuer')} placeholder="https://login.example.com" {...field('issuer')} />
        <TextInput label={t('Client id')} {...field('clientId')} />
        <PasswordInput
          label={t('Client secret')}
          description={provider === null ? undefined : t('Leave it empty to keep the stored secret.')}
          autoComplete="off"
          {...field('clientSecret')}
        />
        <Switch
          label={t('New people become members by signing in')}
          description={t('Otherwise people need an invitation. Removed members always need one.')}
          disabled={!isOwner}
          {...form.getInputProps('admitsNew', { type: 'checkbox' })}
        />
        <Select
          label={t('Role of new members')}
          data={roles}
          allowDeselect={false}
          disabled={!isOwner}
          {...form.getInputProps('defaultRole')}
        />
        <Switch
          label={t('Members must sign in through the provider')}
          description={t(
            'Owners with two-factor sign-in can still use their password or a passkey, in case the provider fails. API keys work as before.',
          )}
          disabled={!isOwner}
          {...form.getInputProps('isRequired', { type: 'checkbox' })}
        />
        {form.values.isRequired && provider?.isRequired !== true && <RequiredWarning domains={domains} />}
        {save.isError && faults.size === 0 && <ProblemAlert error={save.error} />}
        {isOwner && <ProviderActions isConnected={provider !== null} isSaving={save.isPending} />}
      </Stack>
    </form>
  )
}
