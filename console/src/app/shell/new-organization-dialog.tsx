import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useCreateOrganization, useSwitchOrganization } from '../../api/account/memberships.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'

/** The dialog that creates a further organization of the person, and switches to it. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCreateOrganization()
  const change = useSwitchOrganization(() => void navigate({ to: '/' }))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter the name of the company or team' : null) },
  })
  return (
    <Modal opened onClose={onClose} title="New organization">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name }) =>
          create.mutate(name, {
            onSuccess: ({ id }) => {
              onClose()
              change.mutate(id)
            },
          }),
        )}
      >
        <Stack>
          <Text size="sm">
            It has its own data tables, spinners, people and plan, and you become its owner. You sign in to
            both with the same account.
          </Text>
          {create.isError && <ProblemAlert error={create.error} />}
          <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
          <FormFooter onCancel={onClose} isPending={create.isPending}>
            Create and switch
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
