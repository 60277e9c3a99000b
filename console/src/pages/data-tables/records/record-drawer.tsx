import { Badge, Box, Button, CloseButton, Drawer, Group, Paper, ScrollArea, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Trash2 } from 'lucide-react'
import type { Cells, DataTable, TableRecord } from '../../../api/schema.ts'
import { useDeleteRecord } from '../../../api/table/records.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { exactTime } from '../../../components/exact-time.ts'
import { addressIn } from '../../../components/names/address-of-record.ts'
import { PersonLink } from '../../../components/person-link.tsx'

interface Shown {
  readonly table: DataTable
  readonly record: TableRecord
  readonly onClose: () => void
}

/** All of one record, in full, over everything else. */
export function RecordDrawer({
  record,
  onClose,
  ...shown
}: Omit<Shown, 'record'> & { readonly record: TableRecord | null }) {
  return (
    <Drawer opened={record !== null} onClose={onClose} position="right" title="Record">
      {record !== null && <WholeRecord record={record} onClose={onClose} {...shown} />}
    </Drawer>
  )
}

/** The same beside the grid, in which one goes on. */
export function RecordPanel({ onClose, ...shown }: Shown) {
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

function WholeRecord({ table, record, onClose }: Shown) {
  const { mutate: remove } = useDeleteRecord(table.id)
  const confirmDelete = () => {
    onClose()
    modals.openConfirmModal({
      title: 'Delete this record?',
      children:
        'It cannot be brought back, and it still counts on the plan’s monthly records. A job that has taken it already carries on.',
      labels: { confirm: 'Delete record', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove(record.id),
    })
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Arrived {exactTime(record.createdAt)} · id {record.id}
      </Text>
      <Stack component="dl" m={0} gap="md">
        {table.columns.map(({ name, metadata }) => (
          <Field key={name} name={name} isMetadata={metadata} cell={record.data[name] ?? null} />
        ))}
      </Stack>
      <Group justify="space-between">
        <Button
          variant="light"
          color="red"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={confirmDelete}
        >
          Delete record
        </Button>
        <CopyButton value={JSON.stringify(record.data, null, 2)} label="Copy as JSON" />
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
            metadata
          </Badge>
        )}
      </Group>
      <Box component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {cell === null ? (
          <Text span c="dimmed">
            – (null)
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
