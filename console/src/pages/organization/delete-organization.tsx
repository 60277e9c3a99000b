import { Button, Group, List, Modal, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useRequestDeletion } from '../../api/account/organization.ts'
import { useSecondStep } from '../../api/account/second-factor/use-second-step.ts'
import { useIsOwner, useMay } from '../../api/account/session.ts'
import { faultsByPointer } from '../../api/problem.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { CurrentPasswordField } from '../account/current-password-field.tsx'
import { ProofCodeField } from '../two-factor/proof-form.tsx'
import { ExportEverything } from './export-everything.tsx'

/** Lets owners delete the organization. Everybody else sees who can. */
export function DeleteOrganization({ name }: { name: string }) {
  const [isOpen, { open, close }] = useDisclosure()
  const isOwner = useIsOwner()
  const isAdmin = useMay('admin')
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">
        {t('Delete {name}', { name })}
      </Title>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          {isOwner
            ? t('Everything stops at once and is deleted after seven days. ')
            : t('Everything stops at once and is deleted after seven days. Only an owner can do this.')}
        </Text>
        {isAdmin && <ExportEverything />}
        <Button size="xs" variant="default" color="red" disabled={!isOwner} onClick={open}>
          {t('Delete')}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title={t('Delete {name}', { name })}>
        <DeletionForm name={name} close={close} />
      </Modal>
    </Paper>
  )
}

function DeletionForm({ name, close }: { name: string; close: () => void }) {
  const request = useRequestDeletion()
  const faults = faultsByPointer(request.error)
  const { needsCode, hasPasskeys } = useSecondStep(faults)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '', code: '' },
    validate: {
      name: (typed) => (typed.trim() === name.trim() ? null : t('Type {name}', { name })),
      password: (typed) => (typed === '' ? t('Enter your password') : null),
      code: (typed) => (needsCode && !hasPasskeys && typed.trim() === '' ? t('Enter a code') : null),
    },
  })
  const field = (of: 'name' | 'password' | 'code') => ({
    ...form.getInputProps(of),
    error: form.errors[of] ?? faults.get(`/${of}`),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((typed) => request.mutate({ ...typed, needsCode }, { onSuccess: close }))}
    >
      <Stack>
        {request.error !== null && faults.size === 0 && <ProblemAlert error={request.error} />}
        <List size="sm">
          <List.Item>
            {t('At once: jobs pause, nothing is sent, API keys and webhook URLs are refused.')}
          </List.Item>
          <List.Item>
            {t('For seven days: members can read and export, and any owner can undo the deletion.')}
          </List.Item>
          <List.Item>{t('After that: all data, settings and members are deleted permanently.')}</List.Item>
        </List>
        <TextInput
          label={t('Type {name} to confirm', { name })}
          autoComplete="off"
          data-autofocus
          {...field('name')}
        />
        <CurrentPasswordField {...field('password')} />
        {needsCode && <ProofCodeField hasPasskeys={hasPasskeys} faults={faults} {...field('code')} />}
        <FormFooter
          color="red"
          cancel={t('Keep the organization')}
          onCancel={close}
          isPending={request.isPending}
        >
          {t('Delete in seven days')}
        </FormFooter>
      </Stack>
    </form>
  )
}
