import { Alert, Button, Text } from '@mantine/core'
import { CircleCheck, Mail } from 'lucide-react'
import { useConfirmAddressChange } from '../../api/account/confirmation.ts'
import { ButtonLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { AccountPage } from './account-page.tsx'

/** The page to which both mails about a change of address link. The token comes after the "#" of the link. */
export function AddressChangePage() {
  const confirm = useConfirmAddressChange()
  return (
    <AccountPage title={t('Change your e-mail address')}>
      {confirm.isError && <ProblemAlert error={confirm.error} />}
      {confirm.data === undefined && (
        <>
          <Text size="sm">{t('Confirm that your account is to use the new e-mail address.')}</Text>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate(window.location.hash.slice(1))}>
            {t('Confirm')}
          </Button>
        </>
      )}
      {confirm.data?.isChanged === true && (
        <>
          <Alert
            color="teal"
            icon={<CircleCheck />}
            title={t('Your e-mail address has changed')}
            role="status"
          >
            {t('Sign in with the new address from now on.')}
          </Alert>
          <ButtonLink to="/">{t('Continue')}</ButtonLink>
        </>
      )}
      {confirm.data?.isChanged === false && (
        <Alert color="blue" icon={<Mail />} title={t('One step is left')} role="status">
          {t('Open the link that was mailed to the other address too. Then the address changes.')}
        </Alert>
      )}
    </AccountPage>
  )
}
