import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import type { Step } from '../../../api/schema.ts'
import { sendTest } from '../../../api/spinner/spinners.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'

/** Sends the signed-in user a test of the message that the step makes from the previewed record. */
export function TestSend({ spinnerId, recordId, step }: { spinnerId: string; recordId: string; step: Step }) {
  const test = useMutation({
    mutationFn: () => sendTest(spinnerId, recordId, step),
    onSuccess: ({ status, message: { to } }) => {
      if (status === 'sent') showDone(t('A test e-mail was sent to {to}', { to }))
    },
  })
  const { data } = test
  return (
    <ForEditors>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<MailCheck size={14} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('Send me a test e-mail')}
      </Button>
      {data !== undefined && data.status !== 'sent' && (
        <Alert
          mt="xs"
          variant="light"
          color={data.status === 'failed' ? 'red' : 'gray'}
          role="status"
          title={
            data.status === 'failed'
              ? t('The test e-mail was refused')
              : t('The test e-mail is only shown here, not sent')
          }
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {data.serverResponse}
          </Text>
        </Alert>
      )}
    </ForEditors>
  )
}
