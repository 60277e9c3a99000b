import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  useReplaceRecoveryCodes,
  useTurnOffSecondFactor,
} from '../../api/account/second-factor/second-factor.ts'
import type { Profile } from '../../api/schema.ts'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { ProofForm } from './proof-form.tsx'
import { SetUp } from './set-up.tsx'

type Task = 'newCodes' | 'turnOff' | 'app'

/** Shows that two-factor sign-in is on, replaces the recovery codes and turns it off. */
export function Manage({
  factor: { confirmedAt, recoveryCodes, hasApp },
  hasPasskeys,
  showCodes,
  done,
}: {
  factor: NonNullable<Profile['secondFactor']>
  hasPasskeys: boolean
  showCodes: (codes: readonly string[]) => void
  done: () => unknown
}) {
  const [task, setTask] = useState<Task | null>(null)
  const cancel = () => setTask(null)
  const form = { hasPasskeys, cancel }
  if (task === 'newCodes') return <NewCodes next={showCodes} {...form} />
  if (task === 'turnOff') return <TurnOff hasApp={hasApp} done={done} {...form} />
  if (task === 'app') return <SetUp isProved hasPasskeys={hasPasskeys} showCodes={showCodes} />
  return (
    <Stack>
      <Text size="sm" component="div">
        {rich('Two-factor sign-in is on since {moment}. Signing in needs your password and {ways}.', {
          moment: <Moment at={confirmedAt} />,
          ways: waysOf(hasApp, hasPasskeys),
        })}
      </Text>
      <Text size="sm" {...(recoveryCodes < 3 ? { c: 'orange' } : {})}>
        {recoveryCodes === 1
          ? t('1 recovery code is left.')
          : t('{recoveryCodes} recovery codes are left.', { recoveryCodes })}
      </Text>
      <Group gap="xs">
        {!hasApp && (
          <Button variant="default" onClick={() => setTask('app')}>
            {t('Add an authenticator app')}
          </Button>
        )}
        <Button variant="default" onClick={() => setTask('newCodes')}>
          {t('Create new recovery codes')}
        </Button>
        <Button variant="default" color="red" onClick={() => setTask('turnOff')}>
          {t('Turn off')}
        </Button>
      </Group>
    </Stack>
  )
}

function waysOf(hasApp: boolean, hasPasskeys: boolean): string {
  if (!hasApp) return t('a passkey')
  return hasPasskeys
    ? t('a code of your authenticator app or a passkey')
    : t('a code of your authenticator app')
}

interface TaskProps {
  readonly hasPasskeys: boolean
  readonly cancel: () => void
}

function NewCodes({ next, ...form }: TaskProps & { next: (codes: readonly string[]) => void }) {
  const replace = useReplaceRecoveryCodes()
  return (
    <ProofForm
      title={t('Create new recovery codes')}
      text={t('The recovery codes that you have now stop working.')}
      button={t('Create new codes')}
      error={replace.error}
      isPending={replace.isPending}
      submit={(proof) => replace.mutate(proof, { onSuccess: ({ recoveryCodes }) => next(recoveryCodes) })}
      {...form}
    />
  )
}

function TurnOff({ hasApp, done, ...form }: TaskProps & { hasApp: boolean; done: () => unknown }) {
  const turnOff = useTurnOffSecondFactor()
  const [keepPasskeys, setKeepPasskeys] = useState(form.hasPasskeys && hasApp)
  const finish = () => {
    showDone(keepPasskeys ? t('The authenticator app is removed') : t('Two-factor sign-in is off'))
    form.cancel()
    return done()
  }
  return (
    <ProofForm
      title={t('Turn off two-factor sign-in')}
      text={
        keepPasskeys
          ? t('Only the authenticator app is removed. Signing in then needs your password and a passkey.')
          : form.hasPasskeys
            ? t('Your password alone will sign you in. Your recovery codes and passkeys stop working.')
            : t('Your password alone will sign you in. Your recovery codes stop working.')
      }
      button={t('Turn off')}
      error={turnOff.error}
      isPending={turnOff.isPending}
      submit={(proof) => turnOff.mutate({ ...proof, keepPasskeys }, { onSuccess: finish })}
      {...form}
    >
      {form.hasPasskeys && hasApp && (
        <Checkbox
          label={t('Keep my passkeys')}
          checked={keepPasskeys}
          onChange={(event) => setKeepPasskeys(event.currentTarget.checked)}
        />
      )}
    </ProofForm>
  )
}
