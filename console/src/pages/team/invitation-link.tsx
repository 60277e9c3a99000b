import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { SecretField } from '../../components/secret-field.tsx'
import { t } from '../../languages/text.ts'

/** Shows the invitation's link, which the inviting person passes on if the service sends no mail. */
export function InvitationLinkToForward({
  url,
  email,
  close,
}: {
  url: string
  email: string
  close: () => void
}) {
  return (
    <Stack>
      <Text size="sm">
        {t(
          'This service sends no e-mails, so send the invitation link to the person yourself. It works once, within 7 days, for {email} alone, and is not shown again.',
          { email },
        )}
      </Text>
      <SecretField label={t('Link')} value={url} covered={false} />
      <Group justify="flex-end">
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}

export function InvitationLink({ url, email, close }: { url: string; email: string; close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      title={t('A new invitation link for {email}', { email })}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <InvitationLinkToForward url={url} email={email} close={close} />
    </Modal>
  )
}
