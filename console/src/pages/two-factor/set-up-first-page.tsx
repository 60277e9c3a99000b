import { Button, Divider } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery, useSignOut } from '../../api/account/session.ts'
import { t } from '../../languages/text.ts'
import { AccountPage } from '../account/account-page.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

/** Leads a user through the set-up of two-factor sign-in, because their organization requires it. */
export function SetUpFirstPage({ organization }: { organization: string }) {
  const client = useQueryClient()
  const signOut = useSignOut()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <AccountPage
      title={t('Set up two-factor sign-in')}
      description={t(
        '{organization} requires it of all members. It takes two minutes; then you can continue.',
        { organization },
      )}
      below={
        <Button variant="subtle" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('Sign out')}
        </Button>
      }
    >
      {codes === null ? (
        <>
          <SetUp showCodes={setCodes} />
          <Divider label={t('or')} />
          <Passkeys isOn={false} showCodes={setCodes} />
        </>
      ) : (
        <RecoveryCodes
          codes={codes}
          done={() => client.invalidateQueries({ queryKey: sessionQuery.queryKey })}
        />
      )}
    </AccountPage>
  )
}
