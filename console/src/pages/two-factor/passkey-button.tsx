import { Button, Divider } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { usePasskeyOrigin, useSignInWithPasskey } from '../../api/account/second-factor/passkeys.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'

/** Signs in with a passkey and without a password. Renders nothing where passkeys do not work. */
export function PasskeyButton() {
  const signIn = useSignInWithPasskey()
  const origin = usePasskeyOrigin()
  if (origin?.isHere !== true || !origin.canSignIn) return null
  return (
    <>
      {signIn.isError && <ProblemAlert error={signIn.error} />}
      <Button
        variant="default"
        leftSection={<KeyRound size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('Sign in with a passkey')}
      </Button>
      <Divider label={t('or')} />
    </>
  )
}
