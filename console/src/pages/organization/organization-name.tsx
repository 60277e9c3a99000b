import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChangeOrganization } from '../../api/account/organization.ts'
import type { Organization } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

export function OrganizationName({
  organization: { name },
  mayChange,
}: {
  organization: Organization
  mayChange: boolean
}) {
  const change = useChangeOrganization()
  const form = useForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() === '' ? t('Enter the name of your company or team') : null) },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        change.mutate(values, { onSuccess: () => showDone(t('The organization has a new name')) }),
      )}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('Name')}
          description={t('The name of your organization, as shown in invitations and in the menu.')}
          maxLength={200}
          flex="1 1 14rem"
          disabled={!mayChange}
          {...form.getInputProps('name')}
        />
        {mayChange && (
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={form.values.name.trim() === name}
          >
            {t('Save')}
          </Button>
        )}
      </Group>
      {change.isError && <ProblemAlert error={change.error} />}
    </form>
  )
}
