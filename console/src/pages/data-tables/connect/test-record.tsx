import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { CircleCheck, Columns3, Send } from 'lucide-react'
import { isProblem } from '../../../api/problem.ts'
import type { DataTable } from '../../../api/schema.ts'
import { useSendTestRecord } from '../../../api/table/test-record.ts'
import { sampleRecord } from '../../../components/names/sample-record.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { usePlanWords } from '../../../components/test-mode/use-plan-words.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { useTab } from '../tabs.ts'

/** Sends a test record to the webhook URL, and shows the answer. */
export function TestRecord({ table: { columns, webhookUrl } }: { table: DataTable }) {
  const [, open] = useTab()
  const plan = usePlanWords()
  const send = useSendTestRecord()
  const record = sampleRecord(columns)
  const needsColumns = isProblem(send.error, 'TABLE_HAS_NO_SCHEMA')
  return (
    <Stack gap="sm" align="stretch">
      {columns.length > 0 && (
        <Code block mah={320} tabIndex={0} role="region" aria-label={t('Content of the test record')}>
          {JSON.stringify(record, null, 2)}
        </Code>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Send size={16} aria-hidden />}
          loading={send.isPending}
          disabled={webhookUrl === null}
          onClick={() => webhookUrl !== null && send.mutate({ webhookUrl, record })}
        >
          {t('Send a test record')}
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          {webhookUrl === null
            ? t('To send a test record, rotate the webhook URL first.')
            : t(
                'The test record counts toward {plan}, and the next job takes it unless you delete it first.',
                { plan },
              )}
        </Text>
      </Group>
      {send.isSuccess && (
        <Alert color="teal" icon={<CircleCheck />} title={t('The test record is in the table')} role="status">
          <Group gap="sm" justify="space-between">
            <Text size="sm">
              {rich('The webhook URL answered {status}: {code}', {
                status: send.data.status,
                code: <Code>{JSON.stringify(send.data.body)}</Code>,
              })}
            </Text>
            <Button size="xs" variant="default" onClick={() => open('records')}>
              {t('See the records')}
            </Button>
          </Group>
        </Alert>
      )}
      {needsColumns ? (
        <Alert color="yellow" icon={<Columns3 />} title={t('This table has no columns yet')} role="alert">
          <Text size="sm" mb="sm">
            {t(
              'The webhook URL works, but a table without columns cannot accept records. Add columns in the settings, or import a CSV: its header row names the columns, and a header alone is enough.',
            )}
          </Text>
          <Button size="xs" variant="default" onClick={() => open('import')}>
            {t('Import a CSV')}
          </Button>
        </Alert>
      ) : (
        <ProblemAlert error={send.error} />
      )}
    </Stack>
  )
}
