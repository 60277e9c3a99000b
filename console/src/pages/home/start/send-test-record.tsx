import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import { useSendTestRecord } from '../../../api/table/test-record.ts'
import { sampleRecord } from '../../../components/names/sample-record.ts'
import { showProblem } from '../../../components/problem/show-problem.tsx'
import { t } from '../../../languages/text.ts'

/** A button that sends one record of an invented person to the webhook URL, as a source does. */
export function SendTestRecord({
  table: { columns, webhookUrl },
}: {
  table: DataTable & { readonly webhookUrl: string }
}) {
  const send = useSendTestRecord()
  return (
    <Button
      leftSection={<Send size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() =>
        send.mutate({ webhookUrl, record: sampleRecord(columns) }, { onError: (error) => showProblem(error) })
      }
    >
      {t('Send a test record')}
    </Button>
  )
}
