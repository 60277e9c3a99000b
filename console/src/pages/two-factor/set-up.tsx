import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import {
  useBeginSecondFactor,
  useConfirmSecondFactor,
} from '../../api/account/second-factor/second-factor.ts'
import { faultsByPointer } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { t } from '../../languages/text.ts'
import { CurrentPasswordField } from '../account/current-password-field.tsx'
import { CodeField } from './code-field.tsx'
import { ProofCodeField } from './proof-form.tsx'
import { QrCode } from './qr-code.tsx'

interface ProofProps {
  /** Whether two-factor sign-in is on by passkeys, so that the set-up needs a proof of it. */
  readonly isProved?: boolean
  readonly hasPasskeys?: boolean
}

interface AppSecret {
  readonly secret: string
  readonly url: string
}

/**
 * Sets up two-factor sign-in: asks for the password and then for a code of the authenticator app. `showCodes` gets the
 * recovery codes, which the page must show.
 */
export function SetUp({
  showCodes,
  ...proof
}: ProofProps & { showCodes: (codes: readonly string[]) => void }) {
  const [app, setApp] = useState<AppSecret | null>(null)
  return app === null ? <AskPassword next={setApp} {...proof} /> : <AskCode app={app} next={showCodes} />
}

function AskPassword({
  next,
  isProved = false,
  hasPasskeys = false,
}: ProofProps & { next: (app: AppSecret) => void }) {
  const begin = useBeginSecondFactor(isProved)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: { password: (typed) => (typed === '' ? t('Enter your password') : null) },
  })
  const faults = faultsByPointer(begin.error)
  const wrong = faults.get('/password')
  return (
    <form noValidate onSubmit={form.onSubmit((proof) => begin.mutate(proof, { onSuccess: next }))}>
      <Stack>
        <Text size="sm">
          {t(
            'You need an authenticator app on your phone, or a password manager that shows codes. After that, signing in needs your password and a code of the app.',
          )}
        </Text>
        {begin.isError && faults.size === 0 && <ProblemAlert error={begin.error} />}
        <CurrentPasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? wrong}
        />
        {isProved && (
          <ProofCodeField
            hasPasskeys={hasPasskeys}
            key={form.key('code')}
            {...form.getInputProps('code')}
            faults={faults}
          />
        )}
        <Button type="submit" loading={begin.isPending}>
          {t('Continue')}
        </Button>
      </Stack>
    </form>
  )
}

function AskCode({ app, next }: { app: AppSecret; next: (codes: readonly string[]) => void }) {
  const confirm = useConfirmSecondFactor()
  const [code, setCode] = useState('')
  const wrong = faultsByPointer(confirm.error).get('/code')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => next(recoveryCodes) })
      }}
    >
      <Stack>
        <Text size="sm">{t('1. Scan this code with your authenticator app.')}</Text>
        <Group justify="center">
          <QrCode text={app.url} label={t('QR code for the authenticator app')} />
        </Group>
        <SecretField
          label={t('Secret')}
          value={app.secret}
          description={t('If you cannot scan the code, enter this secret in the app.')}
        />
        <Text size="sm">{t('2. Enter the six digits that the app shows now.')}</Text>
        {confirm.isError && wrong === undefined && <ProblemAlert error={confirm.error} />}
        <CodeField value={code} onChange={(event) => setCode(event.currentTarget.value)} error={wrong} />
        <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
          {t('Turn on two-factor sign-in')}
        </Button>
      </Stack>
    </form>
  )
}
