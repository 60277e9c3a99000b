import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { DataTable, ImportForecast } from '../../../api/schema.ts'
import { useAddColumn } from '../../../api/table/columns.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'

/**
 * Makes the column by which the forecast counted duplicates the match column of the table, so that the import updates
 * the record of a person instead of adding another one.
 */
export function RecognizePeople({
  table,
  forecast: { columns, duplicates },
  onRecognized,
}: {
  table: DataTable
  forecast: ImportForecast
  /** Gets the names of the match columns, some of which the button may have created. */
  onRecognized: (columns: readonly string[]) => void
}) {
  const add = useAddColumn(table.id)
  const change = useChangeDataTable(table.id)
  const by = duplicates?.by ?? []
  const recognize = useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      for (const { to, isNew } of columns)
        if (isNew && to !== null && by.includes(to)) await add.mutateAsync(to)
      const match = { columns: [...by], onMatch: 'update' as const, newerBy: null }
      await change.mutateAsync({ changes: { match }, revision: null })
    },
    onSuccess: () => {
      showDone(t('Rows with the same {by} now become one record', { by: by.join(t(' and ')) }))
      onRecognized(by)
    },
  })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<UserRoundCheck size={14} aria-hidden />}
        loading={recognize.isPending}
        onClick={() => recognize.mutate()}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('Recognize people by {by}', { by: by.join(t(' and ')) })}
      </Button>
      {recognize.isError && <ProblemAlert error={recognize.error} />}
    </>
  )
}
