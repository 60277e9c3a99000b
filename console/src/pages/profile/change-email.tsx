import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useRequestAddressChange } from '../../api/account/profile.ts'
import { useSecondStep } from '../../api/account/second-factor/use-second-step.ts'
import { faultsByPointer } from '../../api/problem.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { CurrentPasswordField } from '../account/current-password-field.tsx'
import { EmailField } from '../account/email-field.tsx'
import { ProofCodeField } from '../two-factor/proof-form.tsx'

/** Lets the user request another e-mail address. Both mailboxes must confirm it. */
export function ChangeEmail({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          {t('You sign in as {email}.', { email })}
          {!hasPassword && t(' To change the address, set a password first.')}
        </Text>
        {!isOpen && (
          <Button variant="default" disabled={!hasPassword} onClick={() => setOpen(true)}>
            {t('Change address')}
          </Button>
        )}
      </Group>
      {isOpen && <Request close={() => setOpen(false)} />}
    </>
  )
}

function Request({ close }: { close: () => void }) {
  const request = useRequestAddressChange()
  const faults = faultsByPointer(request.error)
  const { needsCode, hasPasskeys } = useSecondStep(faults)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', code: '' },
    validate: {
      email: (email) => (email.includes('@') ? null : t('Enter your new e-mail address')),
      password: (password) => (password === '' ? t('Enter your password') : null),
      code: (code) => (needsCode && !hasPasskeys && code.trim() === '' ? t('Enter a code') : null),
    },
  })
  if (request.isSuccess)
    return (
      <Alert color="blue" icon={<Mail />} title={t('Check both mailboxes')} role="status" mt="sm">
        {t(
          'We e-mailed a link to your old address and one to {email}. The address changes when you have opened both, within 24 hours.',
          { email: request.variables.email },
        )}
      </Alert>
    )
  return (
    <form noValidate onSubmit={form.onSubmit((values) => request.mutate({ ...values, needsCode }))}>
      <Stack mt="sm">
        {request.isError && faults.size === 0 && <ProblemAlert error={request.error} />}
        <EmailField
          label={t('New e-mail address')}
          key={form.key('email')}
          {...form.getInputProps('email')}
          error={form.errors['email'] ?? faults.get('/email')}
        />
        <CurrentPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? faults.get('/password')}
        />
        {needsCode && (
          <ProofCodeField
            hasPasskeys={hasPasskeys}
            key={form.key('code')}
            {...form.getInputProps('code')}
            faults={faults}
          />
        )}
        <FormFooter onCancel={close} isPending={request.isPending}>
          {t('Send the links')}
        </FormFooter>
      </Stack>
    </form>
  )
}
