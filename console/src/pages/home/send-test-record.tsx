import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { DataTable } from '../../api/schema.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { useSendTestRecord } from '../../api/table/test-record.ts'
import { sampleRecord } from '../../components/names/sample-record.ts'
import { showProblem } from '../../components/problem/show-problem.tsx'

/** A button that sends one record of an invented person to the webhook URL, as any source does. */
export function SendTestRecord({
  table: { id, columns, webhookUrl },
}: {
  table: DataTable & { readonly webhookUrl: string }
}) {
  const client = useQueryClient()
  const send = useSendTestRecord(id)
  return (
    <Button
      leftSection={<Send size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() =>
        send.mutate(
          { webhookUrl, record: sampleRecord(columns) },
          {
            onSuccess: () => void client.invalidateQueries({ queryKey: dataTablesQuery.queryKey }),
            onError: (error) => showProblem(error),
          },
        )
      }
    >
      Send a test record
    </Button>
  )
}
