import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useReplaceRecoveryCodes, useTurnOffSecondFactor } from '../../api/account/second-factor.ts'
import { faultsByPointer } from '../../api/problem.ts'
import type { Profile } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { CurrentPasswordField } from '../account/current-password-field.tsx'
import { CodeField } from './code-field.tsx'

type Task = 'newCodes' | 'turnOff'

/** Shows that two-factor sign-in is on, replaces the recovery codes and turns it off. */
export function Manage({
  factor: { confirmedAt, recoveryCodes },
  showCodes,
  done,
}: {
  factor: NonNullable<Profile['secondFactor']>
  showCodes: (codes: readonly string[]) => void
  done: () => unknown
}) {
  const [task, setTask] = useState<Task | null>(null)
  const cancel = () => setTask(null)
  if (task === 'newCodes') return <NewCodes next={showCodes} cancel={cancel} />
  if (task === 'turnOff') return <TurnOff done={done} cancel={cancel} />
  return (
    <Stack>
      <Text size="sm" component="div">
        Two-factor sign-in is on since <Moment at={confirmedAt} />. Signing in takes your password and a code
        of your authenticator app.
      </Text>
      <Text size="sm" {...(recoveryCodes < 3 ? { c: 'orange' } : {})}>
        {recoveryCodes === 1 ? '1 recovery code is left.' : `${recoveryCodes} recovery codes are left.`}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setTask('newCodes')}>
          Create new recovery codes
        </Button>
        <Button variant="default" color="red" onClick={() => setTask('turnOff')}>
          Turn off
        </Button>
      </Group>
    </Stack>
  )
}

function NewCodes({ next, cancel }: { next: (codes: readonly string[]) => void; cancel: () => void }) {
  const replace = useReplaceRecoveryCodes()
  return (
    <ProofForm
      title="Create new recovery codes"
      text="The recovery codes that you have now stop working."
      button="Create new codes"
      error={replace.error}
      isPending={replace.isPending}
      submit={(proof) => replace.mutate(proof, { onSuccess: ({ recoveryCodes }) => next(recoveryCodes) })}
      cancel={cancel}
    />
  )
}

function TurnOff({ done, cancel }: { done: () => unknown; cancel: () => void }) {
  const turnOff = useTurnOffSecondFactor()
  const finish = () => {
    showDone('Two-factor sign-in is off')
    cancel()
    return done()
  }
  return (
    <ProofForm
      title="Turn off two-factor sign-in"
      text="Your password alone will sign you in. Your recovery codes stop working."
      button="Turn off"
      error={turnOff.error}
      isPending={turnOff.isPending}
      submit={(proof) => turnOff.mutate(proof, { onSuccess: finish })}
      cancel={cancel}
    />
  )
}

interface Proof {
  readonly password: string
  readonly code: string
}

interface ProofFormProps {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly error: unknown
  readonly isPending: boolean
  readonly submit: (proof: Proof) => void
  readonly cancel: () => void
}

/** Asks for the password and a code before a change of the user's two-factor sign-in. */
function ProofForm({ title, text, button, error, isPending, submit, cancel }: ProofFormProps) {
  const form = useForm<Proof>({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: {
      password: (typed) => (typed === '' ? 'Enter your password' : null),
      code: (typed) => (typed.trim() === '' ? 'Enter a code' : null),
    },
  })
  const faults = faultsByPointer(error)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm">{text}</Text>
        {error !== null && faults.size === 0 && <ProblemAlert error={error} />}
        <CurrentPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? faults.get('/password')}
        />
        <CodeField
          description="Of your authenticator app, or a recovery code."
          inputMode="text"
          key={form.key('code')}
          {...form.getInputProps('code')}
          error={form.errors['code'] ?? faults.get('/code')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
