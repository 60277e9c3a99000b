import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { Cells, DataTable, TableRecord } from '../../../api/schema.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { addressIn } from '../../../components/names/address-of-record.ts'
import { PersonLink } from '../../../components/person-link.tsx'
import { exactTime } from '../../../components/time/exact-time.ts'
import { t } from '../../../languages/text.ts'
import { RecordHistory } from './record-history.tsx'

export interface ShownRecord {
  readonly table: DataTable
  readonly record: TableRecord
  readonly onClose: () => void
  /** Deletes the record, and offers to undo that. */
  readonly onDelete: (recordId: string) => void
}

/** Shows every cell of one record. */
export function WholeRecord({ table, record, onClose, onDelete }: ShownRecord) {
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('Arrived {time} · id {id}', { time: exactTime(record.createdAt), id: record.id })}
      </Text>
      <Stack component="dl" m={0} gap="md">
        {table.columns.map(({ name, isMetadata }) => (
          <Field key={name} name={name} isMetadata={isMetadata} cell={record.data[name] ?? null} />
        ))}
      </Stack>
      <RecordHistory key={record.id} recordId={record.id} />
      <Group justify="space-between">
        <ForEditors>
          <Button
            variant="light"
            color="red"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => {
              onClose()
              onDelete(record.id)
            }}
          >
            {t('Delete record')}
          </Button>
        </ForEditors>
        <CopyButton value={JSON.stringify(record.data, null, 2)} label={t('Copy record as JSON')} />
      </Group>
    </Stack>
  )
}

function Field({ name, isMetadata, cell }: { name: string; isMetadata: boolean; cell: Cells[string] }) {
  const address = addressIn(cell)
  return (
    <div>
      <Group component="dt" gap="xs" wrap="nowrap">
        <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {isMetadata && (
          <Badge size="xs" variant="light" tt="none">
            {t('visible to spinners')}
          </Badge>
        )}
      </Group>
      <Box component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {cell === null ? (
          <Text span c="dimmed">
            {t('– (null)')}
          </Text>
        ) : address === null ? (
          String(cell)
        ) : (
          <PersonLink address={address}>{String(cell)}</PersonLink>
        )}
      </Box>
    </div>
  )
}
