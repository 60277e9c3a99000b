import { Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DestinationSettings } from '../../api/event/destinations.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { projectsQuery } from '../../api/table/projects.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { eventLabels, eventTypes } from '../../components/event/event-words.ts'
import { t } from '../../languages/text.ts'

const choices = eventTypes.map((type) => ({ value: type, label: `${eventLabels[type]} (${type})` }))

/** The fields of a destination: its URL, the choice of its events, and the form of its requests. */
export function DestinationForm({
  settings,
  action,
  renderProblem,
  isPending,
  onSubmit,
  onCancel,
}: {
  settings: DestinationSettings
  /** The label of the button that stores the settings. */
  action: string
  /** Shows why the settings could not be saved; nothing if there is no error. */
  renderProblem: (settings: DestinationSettings) => ReactNode
  isPending: boolean
  onSubmit: (settings: DestinationSettings) => void
  onCancel: () => void
}) {
  const form = useForm({
    initialValues: settings,
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : t('Enter a URL that begins with https://')),
      types: (types) => (types.length === 0 ? t('Choose at least one event type') : null),
    },
  })
  const isOtherUrl = settings.url !== '' && form.values.url.trim() !== settings.url
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit({ ...values, url: values.url.trim() }))}>
      <Stack>
        {renderProblem({ ...form.values, url: form.values.url.trim() })}
        <TextInput
          data-autofocus
          label="URL"
          placeholder="https://hooks.example.com/spindle"
          description={
            isOtherUrl &&
            t(
              'The new URL gets new and waiting events. Retries of failed requests end. To send their events to the new URL, use Send past events.',
            )
          }
          maxLength={2_000}
          {...form.getInputProps('url')}
        />
        <MultiSelect
          label={t('Event types')}
          placeholder={t('Choose event types')}
          data={choices}
          searchable
          nothingFoundMessage={t('No such event type')}
          value={form.values.types}
          error={form.errors['types']}
          onChange={(types) => form.setFieldValue('types', types)}
        />
        <PlaceFields form={form} />
        <Checkbox
          label={t('Several events in one request')}
          description={t(
            'A request then contains an array of up to 500 events. Recommended for events about recipients and messages.',
          )}
          {...form.getInputProps('batch', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('Include e-mail addresses')}
          description={t(
            'Events about a person then contain the address. Events without it contain only ids.',
          )}
          {...form.getInputProps('includesAddresses', { type: 'checkbox' })}
        />
        <FormFooter onCancel={onCancel} isPending={isPending}>
          {action}
        </FormFooter>
      </Stack>
    </form>
  )
}

/** The fields that limit a destination to the events of a project or a spinner. */
function PlaceFields({ form }: { form: UseFormReturnType<DestinationSettings> }) {
  const { data: projects = [] } = useQuery(projectsQuery)
  const { data: spinners = [] } = useQuery(spinnersQuery)
  const { projectId, spinnerId } = form.values
  const choosable = spinners.filter((spinner) => projectId === null || spinner.projectId === projectId)
  const chooseProject = (chosen: string | null) => {
    form.setFieldValue('projectId', chosen)
    const isOther = spinners.some((spinner) => spinner.id === spinnerId && spinner.projectId !== chosen)
    if (chosen !== null && isOther) form.setFieldValue('spinnerId', null)
  }
  return (
    <>
      <Select
        label={t('Project')}
        description={t('Only events of the tables and spinners of this project are sent.')}
        placeholder={t('All projects')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        value={projectId}
        onChange={chooseProject}
      />
      <Select
        label={t('Spinner')}
        description={t('Only events of this spinner and its jobs are sent.')}
        placeholder={t('All spinners')}
        data={choosable.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        value={spinnerId}
        onChange={(chosen) => form.setFieldValue('spinnerId', chosen)}
      />
    </>
  )
}
