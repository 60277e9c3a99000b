import { Modal, MultiSelect, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useCreateApiKey } from '../../../api/account/api-keys.ts'
import type { ApiKey } from '../../../api/schema.ts'
import { projectsQuery } from '../../../api/table/projects.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../../components/dialog/use-return-focus.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { NewSecret } from './new-secret.tsx'
import { ScopeFields } from './scope-fields.tsx'

const day = 24 * 60 * 60 * 1_000
const lifetimes = [
  { value: '0', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
]

function momentIn(days: number): string {
  return new Date(Date.now() + days * day).toISOString()
}

export function CreateApiKey({ close }: { close: () => void }) {
  useReturnFocus()
  const create = useCreateApiKey()
  const created = create.data
  // Whether Escape or a click outside closes the dialog. False while the API key is created or its secret is
  // shown, because the secret is shown only once.
  const mayBeClosed = create.isIdle || create.isError
  return (
    <Modal
      opened
      onClose={close}
      title={created === undefined ? t('Create an API key') : t('“{name}” is ready', { name: created.name })}
      closeOnClickOutside={mayBeClosed}
      closeOnEscape={mayBeClosed}
      size="xl"
    >
      {created === undefined ? (
        <KeyForm create={create} onCancel={close} />
      ) : (
        <NewSecret secret={created.secret} close={close} />
      )}
    </Modal>
  )
}

interface KeyValues {
  name: string
  scopes: ApiKey['scopes']
  days: string
  requestsPerSecond: string
  projectIds: string[]
  allowedNetworks: string[]
}

function KeyForm({ create, onCancel }: { create: ReturnType<typeof useCreateApiKey>; onCancel: () => void }) {
  const form = useForm<KeyValues>({
    initialValues: {
      name: '',
      scopes: ['ingest', 'trigger'],
      days: '0',
      requestsPerSecond: '',
      projectIds: [],
      allowedNetworks: [],
    },
    validate: {
      name: (name) =>
        name.trim() === '' ? t('Enter a name for the API key, such as the system that will use it') : null,
      scopes: (scopes) => (scopes.length === 0 ? t('Choose at least one scope of the API key') : null),
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, scopes, days, requestsPerSecond, projectIds, allowedNetworks }) => {
        create.mutate({
          name,
          scopes,
          expiresAt: days === '0' ? null : momentIn(Number(days)),
          requestsPerSecond: requestsPerSecond === '' ? null : Number(requestsPerSecond),
          projectIds: projectIds.length === 0 ? null : projectIds,
          allowedNetworks: allowedNetworks.length === 0 ? null : allowedNetworks,
        })
      })}
    >
      <Stack>
        {create.isError && <ProblemAlert error={create.error} />}
        <TextInput
          data-autofocus
          label={t('Name')}
          placeholder={t('HubSpot')}
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <ScopeFields
          value={form.values.scopes}
          error={form.errors['scopes']}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
        <PlaceFields form={form} />
        <Select label={t('Expires')} data={lifetimes} allowDeselect={false} {...form.getInputProps('days')} />
        <NumberInput
          label={t('Limit of requests a second')}
          description={t(
            'This limit keeps one system from slowing down the others. At once, the system may send as many requests as the limit allows in ten seconds.',
          )}
          placeholder={t('Only the limit of the plan')}
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('requestsPerSecond')}
        />
        <FormFooter onCancel={onCancel} isPending={create.isPending}>
          {t('Create key')}
        </FormFooter>
      </Stack>
    </form>
  )
}

/** The fields that limit an API key to projects and networks. */
function PlaceFields({ form }: { form: UseFormReturnType<KeyValues> }) {
  const projects = useQuery(projectsQuery)
  return (
    <>
      <MultiSelect
        label={t('Projects')}
        description={t('The key sees nothing outside these projects. Leave it empty for all projects.')}
        placeholder={form.values.projectIds.length === 0 ? t('All projects') : ''}
        data={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        {...form.getInputProps('projectIds')}
      />
      <TagsInput
        label={t('Networks')}
        description={t(
          'The key is accepted only from these networks, such as 203.0.113.0/24. Leave it empty for any address.',
        )}
        placeholder={form.values.allowedNetworks.length === 0 ? t('Any address') : ''}
        splitChars={[',', ' ']}
        {...form.getInputProps('allowedNetworks')}
      />
    </>
  )
}
