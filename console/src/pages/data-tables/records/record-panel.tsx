import { CloseButton, Group, Paper, ScrollArea, Text } from '@mantine/core'
import { type ShownRecord, WholeRecord } from './whole-record.tsx'

/** Shows a record beside the grid, which stays usable. */
export function RecordPanel({ onClose, ...shown }: ShownRecord) {
  return (
    <Paper withBorder p="md" w={360} component="aside" aria-label="Record" style={{ flex: 'none' }}>
      <Group justify="space-between" mb="sm">
        <Text fw={650}>Record</Text>
        <CloseButton aria-label="Close the record" onClick={onClose} />
      </Group>
      <ScrollArea.Autosize mah="calc(100dvh - 15rem)">
        <WholeRecord onClose={onClose} {...shown} />
      </ScrollArea.Autosize>
    </Paper>
  )
}
