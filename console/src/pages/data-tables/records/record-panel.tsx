import { CloseButton, Group, Paper, ScrollArea, Text } from '@mantine/core'
import { t } from '../../../languages/text.ts'
import { type ShownRecord, WholeRecord } from './whole-record.tsx'

/** Shows a record beside the grid, which stays usable. */
export function RecordPanel({ onClose, ...shown }: ShownRecord) {
  return (
    <Paper withBorder p="md" w={360} component="aside" aria-label={t('Record')} style={{ flex: 'none' }}>
      <Group justify="space-between" mb="sm">
        <Text fw={650}>{t('Record')}</Text>
        <CloseButton aria-label={t('Close the record')} onClick={onClose} />
      </Group>
      <ScrollArea.Autosize mah="calc(100dvh - 15rem)">
        <WholeRecord onClose={onClose} {...shown} />
      </ScrollArea.Autosize>
    </Paper>
  )
}
