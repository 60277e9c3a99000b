import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { confirmationQuery, useMailConfirmationLink } from '../../api/account/confirmation.ts'

/** A notice on every page that Spindle sends nothing until the user opens the confirmation link. */
export function ConfirmationNotice() {
  const confirmation = useQuery(confirmationQuery)
  const mailLink = useMailConfirmationLink()
  if (confirmation.data?.required !== true) return null
  return (
    <Alert icon={<MailCheck />} color="yellow" mb="md" title="Confirm your address">
      <Group justify="space-between">
        <Text size="sm">
          {mailLink.isSuccess
            ? 'We have sent you another link.'
            : 'Spindle sends nothing until you open the link that we e-mailed to you.'}
        </Text>
        <Button size="xs" variant="default" loading={mailLink.isPending} onClick={() => mailLink.mutate()}>
          E-mail me another link
        </Button>
      </Group>
    </Alert>
  )
}
