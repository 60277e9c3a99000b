import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useFinishSignIn } from '../../api/account/session.ts'
import { isProblem } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { CodeField } from '../two-factor/code-field.tsx'
import { AccountPage } from './account-page.tsx'

/** The second step of a sign-in: asks for a code of the authenticator app, or for a recovery code. */
export function SecondStep({ token, restart }: { token: string; restart: () => void }) {
  const finish = useFinishSignIn()
  const [code, setCode] = useState('')
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  // The token was used, or is older than ten minutes.
  const isOver = isProblem(finish.error, 'VALIDATION_FAILED')
  const isWrong = isProblem(finish.error, 'INVALID_CREDENTIALS')
  return (
    <AccountPage
      title="Enter a code"
      description={
        byRecoveryCode
          ? 'Enter one of the recovery codes that you stored when you set up two-factor sign-in. It works once.'
          : 'Enter the six digits that your authenticator app shows now.'
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          finish.mutate({ token, code })
        }}
      >
        <Stack>
          {isOver && (
            <Alert color="yellow" title="This sign-in took too long" role="alert">
              Start again with your password.
            </Alert>
          )}
          {finish.isError && !isOver && !isWrong && <ProblemAlert error={finish.error} />}
          <CodeField
            label={byRecoveryCode ? 'Recovery code' : 'Code'}
            inputMode={byRecoveryCode ? 'text' : 'numeric'}
            autoComplete={byRecoveryCode ? 'off' : 'one-time-code'}
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={isWrong ? 'The code is wrong, too old, or was used before' : undefined}
          />
          <Button type="submit" loading={finish.isPending} disabled={code.trim() === '' || isOver}>
            Sign in
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setByRecoveryCode(!byRecoveryCode)
              setCode('')
              finish.reset()
            }}
          >
            {byRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
          <Button variant={isOver ? 'filled' : 'subtle'} onClick={restart}>
            Start again
          </Button>
        </Stack>
      </form>
    </AccountPage>
  )
}
