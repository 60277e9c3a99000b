import { Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  passkeysQuery,
  useAddPasskey,
  usePasskeyOrigin,
  useRemovePasskey,
  useRenamePasskey,
} from '../../api/account/second-factor/passkeys.ts'
import { useProfileAgain } from '../../api/account/second-factor/second-factor.ts'
import { faultsByPointer } from '../../api/problem.ts'
import type { Passkey } from '../../api/schema.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { CurrentPasswordField } from '../account/current-password-field.tsx'
import { ProofCodeField, ProofForm } from './proof-form.tsx'

interface PasskeysProps {
  /** Whether two-factor sign-in is on, so that changes need a code or a passkey. */
  readonly isOn: boolean
  /** Receives the recovery codes, if the first passkey turned two-factor sign-in on. */
  readonly showCodes: (codes: readonly string[]) => void
}

/** Lists the user's passkeys, and adds, renames and removes them. */
export function Passkeys(props: PasskeysProps) {
  const passkeys = useQuery(passkeysQuery)
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('Passkeys')}
      </Title>
      <Text size="sm">
        {t(
          'A passkey on your phone, computer or security key signs you in with your fingerprint, face or PIN, also without your password.',
        )}
      </Text>
      <Loaded query={passkeys}>{(items) => <List passkeys={items} {...props} />}</Loaded>
    </Stack>
  )
}

function List({ passkeys, isOn, showCodes }: PasskeysProps & { passkeys: readonly Passkey[] }) {
  const [adds, setAdds] = useState(false)
  const origin = usePasskeyOrigin()
  const count = passkeys.length
  const isHere = origin?.isHere === true
  return (
    <>
      {count > 0 && (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Passkeys')}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      )}
      {adds ? (
        <AddPasskey isOn={isOn} count={count} showCodes={showCodes} close={() => setAdds(false)} />
      ) : (
        <Group>
          <Button variant="default" disabled={!isHere} onClick={() => setAdds(true)}>
            {t('Add a passkey')}
          </Button>
        </Group>
      )}
      {!isHere && (
        <Text size="sm" c="dimmed">
          {whyNot(origin)}
        </Text>
      )}
    </>
  )
}

function whyNot(origin: ReturnType<typeof usePasskeyOrigin>): string {
  if (origin === null)
    return t(
      'The public address of this service does not allow passkeys. Its operator can set one that begins with https://.',
    )
  return origin.origin === window.location.origin
    ? t('This browser does not support passkeys. Use another browser.')
    : t('Passkeys work only at {origin}. Open the console there.', { origin: origin.origin })
}

function Row({ passkey }: { passkey: Passkey }) {
  const { id, name, isUsable, createdAt, lastUsedAt } = passkey
  const [task, setTask] = useState<'rename' | 'remove' | null>(null)
  const close = () => setTask(null)
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 10rem">
          <Group gap="xs">
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {!isUsable && (
              <Badge variant="light" color="yellow" tt="none">
                {t('Other address')}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {lastUsedAt === null
              ? rich('Added {moment}, not used yet', { moment: <Moment at={createdAt} /> })
              : rich('Added {moment}, last used {lastUsed}', {
                  moment: <Moment at={createdAt} />,
                  lastUsed: <Moment at={lastUsedAt} />,
                })}
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={t('Rename {name}', { name })}
            onClick={() => setTask('rename')}
          >
            {t('Rename')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('Remove {name}', { name })}
            onClick={() => setTask('remove')}
          >
            {t('Remove')}
          </Button>
        </Group>
      </Group>
      {task === 'rename' && <Rename passkey={passkey} close={close} />}
      {task === 'remove' && <Remove id={id} name={name} close={close} />}
    </Stack>
  )
}

function Rename({ passkey: { id, name }, close }: { passkey: Passkey; close: () => void }) {
  const rename = useRenamePasskey(id)
  const [typed, setTyped] = useState(name)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(typed.trim(), { onSuccess: close })
      }}
    >
      <Stack gap="xs">
        <ProblemAlert error={rename.error} />
        <TextInput
          label={t('Name')}
          maxLength={100}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormFooter onCancel={close} isPending={rename.isPending} disabled={typed.trim() === ''}>
          {t('Save')}
        </FormFooter>
      </Stack>
    </form>
  )
}

function Remove({ id, name, close }: { id: string; name: string; close: () => void }) {
  const remove = useRemovePasskey(id, () => showDone(t('The passkey is removed')))
  return (
    <ProofForm
      title={t('Remove {name}', { name })}
      text={t(
        'This passkey no longer signs you in. If it is your last one and you have no authenticator app, two-factor sign-in is turned off. Remove a lost passkey with a recovery code.',
      )}
      button={t('Remove')}
      error={remove.error}
      isPending={remove.isPending}
      hasPasskeys
      submit={(proof) => remove.mutate(proof)}
      cancel={close}
    />
  )
}

function AddPasskey({ isOn, count, showCodes, close }: PasskeysProps & { count: number; close: () => void }) {
  const add = useAddPasskey(isOn)
  const again = useProfileAgain()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: `Passkey ${count + 1}`, password: '', code: '' },
    validate: {
      name: (typed) => (typed.trim() === '' ? t('Enter a name') : null),
      password: (typed) => (typed === '' ? t('Enter your password') : null),
      code: (typed) => (isOn && count === 0 && typed.trim() === '' ? t('Enter a code') : null),
    },
  })
  const faults = faultsByPointer(add.error)
  const onSuccess = ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] | null }) => {
    showDone(t('The passkey is added'))
    if (recoveryCodes !== null) {
      showCodes(recoveryCodes)
      return
    }
    close()
    void again()
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values, { onSuccess }))}>
      <Stack>
        {add.isError && faults.size === 0 && <ProblemAlert error={add.error} />}
        <TextInput
          label={t('Name of the passkey')}
          description={t('The name by which you recognize the device, such as Work laptop.')}
          maxLength={100}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <CurrentPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? faults.get('/password')}
        />
        {isOn && (
          <ProofCodeField
            hasPasskeys={count > 0}
            key={form.key('code')}
            {...form.getInputProps('code')}
            faults={faults}
          />
        )}
        <FormFooter onCancel={close} isPending={add.isPending}>
          {t('Create the passkey')}
        </FormFooter>
      </Stack>
    </form>
  )
}
