import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useFinishSignIn, type useSignInWithPassword } from '../../api/account/session.ts'
import { isProblem } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from '../account/account-page.tsx'
import { CodeField } from './code-field.tsx'

type Branch = 'passkey' | 'app' | 'recovery'

const names: Readonly<Record<Branch, string>> = {
  passkey: t('Use a passkey'),
  app: t('Use the authenticator app'),
  recovery: t('Use a recovery code'),
}

const texts: Readonly<Record<Branch, string>> = {
  passkey: t('Confirm with the fingerprint, face or PIN of your device, or with your security key.'),
  app: t('Enter the six digits that your authenticator app shows now.'),
  recovery: t(
    'Enter one of the recovery codes that you stored when you set up two-factor sign-in. It works once.',
  ),
}

function waysOf(hasApp: boolean, hasPasskey: boolean): readonly Branch[] {
  return [...(hasPasskey ? (['passkey'] as const) : []), ...(hasApp ? (['app'] as const) : []), 'recovery']
}

type PasswordSignIn = NonNullable<ReturnType<typeof useSignInWithPassword>['data']>
type Waiting = Extract<PasswordSignIn, { secondFactor: unknown }>['secondFactor']

/** The second step of a sign-in: asks for a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({
  waiting: { token, hasApp, passkey },
  restart,
}: {
  waiting: Waiting
  restart: () => void
}) {
  const finish = useFinishSignIn()
  const [code, setCode] = useState('')
  const [way, setWay] = useState(waysOf(hasApp, passkey !== null)[0])
  const byRecoveryCode = way === 'recovery'
  const byPasskey = way === 'passkey'
  // The token was used, or is older than ten minutes.
  const isOver = isProblem(finish.error, 'VALIDATION_FAILED')
  const isWrong = isProblem(finish.error, 'INVALID_CREDENTIALS')
  return (
    <AccountPage
      title={byPasskey ? t('Use your passkey') : t('Enter a code')}
      description={texts[way ?? 'recovery']}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          finish.mutate(byPasskey && passkey !== null ? { token, options: passkey } : { token, code })
        }}
      >
        <Stack>
          {isOver && (
            <Alert color="yellow" title={t('This sign-in took too long')} role="alert">
              {t('Start again with your password.')}
            </Alert>
          )}
          {finish.isError && !isOver && (byPasskey || !isWrong) && <ProblemAlert error={finish.error} />}
          {!byPasskey && (
            <CodeField
              label={byRecoveryCode ? t('Recovery code') : t('Code')}
              inputMode={byRecoveryCode ? 'text' : 'numeric'}
              autoComplete={byRecoveryCode ? 'off' : 'one-time-code'}
              data-autofocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={isWrong ? t('The code is wrong, too old, or was used before') : undefined}
            />
          )}
          <Button
            type="submit"
            loading={finish.isPending}
            disabled={(!byPasskey && code.trim() === '') || isOver}
          >
            {byPasskey ? t('Use a passkey') : t('Sign in')}
          </Button>
          {waysOf(hasApp, passkey !== null)
            .filter((one) => one !== way)
            .map((one) => (
              <Button
                key={one}
                variant="subtle"
                onClick={() => {
                  setWay(one)
                  setCode('')
                  finish.reset()
                }}
              >
                {names[one]}
              </Button>
            ))}
          <Button variant={isOver ? 'filled' : 'subtle'} onClick={restart}>
            {t('Start again')}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  )
}
