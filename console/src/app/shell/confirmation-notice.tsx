import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { confirmationQuery, useMailConfirmationLink } from '../../api/account/confirmation.ts'
import { t } from '../../languages/text.ts'

/** A notice on every page that Spindle sends nothing until the user opens the confirmation link. */
export function ConfirmationNotice() {
  const confirmation = useQuery(confirmationQuery)
  const mailLink = useMailConfirmationLink()
  if (confirmation.data?.isRequired !== true) return null
  return (
    <Alert icon={<MailCheck />} color="yellow" mb="md" title={t('Confirm your e-mail address')}>
      <Group justify="space-between">
        <Text size="sm">
          {mailLink.isSuccess
            ? t('We have sent you another confirmation link.')
            : t('Spindle sends no messages until you open the confirmation link that we e-mailed to you.')}
        </Text>
        <Button size="xs" variant="default" loading={mailLink.isPending} onClick={() => mailLink.mutate()}>
          {t('Send another confirmation link')}
        </Button>
      </Group>
    </Alert>
  )
}
