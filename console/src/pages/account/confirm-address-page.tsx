import { Alert, Button, Stack, Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useConfirmAddress } from '../../api/account/confirmation.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'

/**
 * The page to which the mail for confirming an address links, shown after sign-in. The token comes after the
 * "#" of the link.
 */
export function ConfirmAddressPage() {
  const confirm = useConfirmAddress()
  return (
    <>
      <PageHeader title={t('Confirm your e-mail address')} />
      <Stack maw={520} align="flex-start">
        {confirm.isError && <ProblemAlert error={confirm.error} />}
        {confirm.isSuccess ? (
          <Alert
            color="teal"
            icon={<CircleCheck />}
            title={t('Your e-mail address is confirmed')}
            role="status"
          >
            {t(
              'Your spinners can now send. The page Senders shows how many e-mails a day the mail server of this service sends for you. All earlier API keys are revoked: create new API keys.',
            )}
          </Alert>
        ) : (
          <>
            <Text>{t('Confirming your e-mail address revokes all API keys created so far.')}</Text>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate(window.location.hash.slice(1))}>
              {t('Confirm')}
            </Button>
          </>
        )}
      </Stack>
    </>
  )
}
