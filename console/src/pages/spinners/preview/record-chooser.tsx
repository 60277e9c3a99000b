import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { TableRecord } from '../../../api/schema.ts'
import { nameOfRecord } from '../../../components/names/name-of-record.ts'
import { t } from '../../../languages/text.ts'

/** Chooses the previewed record by its name, or as the previous or next record of the list. */
export function RecordChooser({
  records,
  recordId,
  columns,
  onChoose,
}: {
  records: readonly TableRecord[]
  recordId: string | undefined
  columns: readonly string[]
  onChoose: (recordId: string) => void
}) {
  const place = records.findIndex(({ id }) => id === recordId)
  const go = (to: number) => {
    const record = records[to]
    if (record !== undefined) onChoose(record.id)
  }
  return (
    <Group mt="sm" gap={6} align="flex-end" wrap="nowrap">
      <NativeSelect
        flex={1}
        miw={0}
        label={t('Record')}
        data={records.map((record, index) => ({
          value: record.id,
          label: `${index + 1}. ${nameOfRecord(record, columns) ?? t('Record {id}', { id: record.id })}`,
        }))}
        value={recordId}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Previous record')}
        disabled={place <= 0}
        onClick={() => go(place - 1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Next record')}
        disabled={place === records.length - 1}
        onClick={() => go(place + 1)}
      >
        <ChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
