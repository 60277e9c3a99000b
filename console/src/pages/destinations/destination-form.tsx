import { Button, Checkbox, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DestinationSettings } from '../../api/event/destinations.ts'
import { eventLabels, eventTypes } from '../../components/event/event-words.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'

const choices = eventTypes.map((type) => ({ value: type, label: `${eventLabels[type]} (${type})` }))

/** The fields of a destination: its URL, its event types, and the form of its requests. */
export function DestinationForm({
  settings,
  action,
  error,
  isPending,
  onSubmit,
  onCancel,
}: {
  settings: DestinationSettings
  /** The label of the button that stores the settings. */
  action: string
  error: unknown
  isPending: boolean
  onSubmit: (settings: DestinationSettings) => void
  onCancel: () => void
}) {
  const form = useForm({
    initialValues: settings,
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : 'Enter a URL that begins with https://'),
      types: (types) => (types.length === 0 ? 'Choose at least one event type' : null),
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit({ ...values, url: values.url.trim() }))}>
      <Stack>
        {error !== null && <ProblemAlert error={error} />}
        <TextInput
          data-autofocus
          label="URL"
          placeholder="https://hooks.example.com/spindle"
          maxLength={2_000}
          {...form.getInputProps('url')}
        />
        <MultiSelect
          label="Event types"
          placeholder="Choose event types"
          data={choices}
          searchable
          nothingFoundMessage="No such event type"
          value={form.values.types}
          error={form.errors['types']}
          onChange={(types) => form.setFieldValue('types', types)}
        />
        <Checkbox
          label="Several events in one request"
          description="A request then contains an array of up to 500 events. Recommended for events about recipients and messages."
          {...form.getInputProps('batch', { type: 'checkbox' })}
        />
        <Checkbox
          label="Include e-mail addresses"
          description="Events about a person then contain the address. Events without it contain only ids."
          {...form.getInputProps('includeAddresses', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
