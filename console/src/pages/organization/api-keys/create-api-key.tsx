import { Button, Checkbox, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCreateApiKey } from '../../../api/account/api-keys.ts'
import type { ApiKey } from '../../../api/schema.ts'
import { useReturnFocus } from '../../../components/dialog/use-return-focus.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { NewSecret } from './new-secret.tsx'

const day = 24 * 60 * 60 * 1_000
const lifetimes = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
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
      title={created === undefined ? 'Create an API key' : `“${created.name}” is ready`}
      closeOnClickOutside={mayBeClosed}
      closeOnEscape={mayBeClosed}
    >
      {created === undefined ? (
        <KeyForm create={create} onCancel={close} />
      ) : (
        <NewSecret secret={created.secret} close={close} />
      )}
    </Modal>
  )
}

function KeyForm({ create, onCancel }: { create: ReturnType<typeof useCreateApiKey>; onCancel: () => void }) {
  const form = useForm({
    initialValues: {
      name: '',
      scopes: ['ingest', 'trigger'] as ApiKey['scopes'],
      days: '0',
      requestsPerSecond: '',
    },
    validate: {
      name: (name) =>
        name.trim() === '' ? 'Enter a name for the API key, such as the system that will use it' : null,
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one scope of the API key' : null),
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, scopes, days, requestsPerSecond }) => {
        create.mutate({
          name,
          scopes,
          expiresAt: days === '0' ? null : momentIn(Number(days)),
          requestsPerSecond: requestsPerSecond === '' ? null : Number(requestsPerSecond),
        })
      })}
    >
      <Stack>
        {create.isError && <ProblemAlert error={create.error} />}
        <TextInput
          data-autofocus
          label="Name"
          placeholder="HubSpot"
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt={4}>
            <Checkbox value="ingest" label="Ingest" description="The key may add records to data tables" />
            <Checkbox
              value="trigger"
              label="Trigger"
              description="The key may start jobs and see their progress"
            />
          </Stack>
        </Checkbox.Group>
        <Select label="Expires" data={lifetimes} allowDeselect={false} {...form.getInputProps('days')} />
        <NumberInput
          label="Limit of requests a second"
          description="This limit keeps one system from slowing down the others. Short bursts of up to ten seconds’ worth of requests are allowed."
          placeholder="Only the limit of the plan"
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('requestsPerSecond')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
