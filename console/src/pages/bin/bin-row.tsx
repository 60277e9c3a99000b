import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { BinEntry } from '../../api/schema.ts'
import { useDeletePermanently, useRestore } from '../../api/table/bin.ts'
import { counted } from '../../components/counted.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { ConfirmByTyping } from '../../components/dialog/confirm-by-typing.tsx'
import { showProblem } from '../../components/problem/show-problem.tsx'
import { showDone } from '../../components/show-done.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { Moment } from '../../components/time/moment.tsx'
import { BinRecords } from './bin-records.tsx'
import { restoredWords, titleOf, whatDeletionDoes, whatRestoringDoes } from './bin-words.ts'

/** One entry of the bin with its actions. */
export function BinRow({ entry }: { entry: BinEntry }) {
  const { deletedBy, deletedAt, deletesAt, kind, name } = entry
  const mayRestore = useMay('editor')
  const mayDelete = useMay('admin')
  return (
    <Paper withBorder component="li" p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {titleOf(entry)}
          </Text>
          <Text size="sm" c="dimmed">
            {kind === 'records'
              ? `of the data table ${name}`
              : kind === 'dataTable'
                ? 'Data table'
                : 'Spinner'}
            , deleted by {deletedBy.name ?? 'the service'} <Moment at={deletedAt} />, restorable until{' '}
            {timeToTheMinute(deletesAt)}
          </Text>
        </Stack>
        <Group gap="xs">
          {kind === 'records' && <ShowRecords entry={entry} />}
          {mayRestore && <Restore entry={entry} />}
          {mayDelete && <DeletePermanently entry={entry} />}
        </Group>
      </Group>
    </Paper>
  )
}

function ShowRecords({ entry }: { entry: BinEntry }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Show records: ${titleOf(entry)}`}
        onClick={() => setOpen(true)}
      >
        Show records
      </Button>
      <Modal opened={isOpen} onClose={close} size="xl" title={`${titleOf(entry)} of ${entry.name}`}>
        <BinRecords entry={entry} onClose={close} />
      </Modal>
    </>
  )
}

function Restore({ entry }: { entry: BinEntry }) {
  const restore = useRestore()
  const confirm = () =>
    askToConfirm({
      title: `Restore ${titleOf(entry)}?`,
      text: whatRestoringDoes(entry),
      action: 'Restore',
      onConfirm: () =>
        // Waits for the promise, because callbacks of `mutate` are not called after the row has left the list.
        void restore.mutateAsync({ entryId: entry.id }).then(
          (restored) => showDone(restoredWords(entry, restored), 'undo'),
          (fault) => showProblem(fault, `${titleOf(entry)} could not be restored`),
        ),
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<RotateCcw size={14} aria-hidden />}
      aria-label={`Restore ${titleOf(entry)}`}
      loading={restore.isPending}
      onClick={confirm}
    >
      Restore
    </Button>
  )
}

function DeletePermanently({ entry }: { entry: BinEntry }) {
  const remove = useDeletePermanently()
  const [isOpen, setOpen] = useState(false)
  const typed = entry.kind === 'records' ? counted(entry.records, 'record') : entry.name
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        leftSection={<Trash2 size={14} aria-hidden />}
        aria-label={`Delete permanently: ${titleOf(entry)}`}
        onClick={() => setOpen(true)}
      >
        Delete permanently
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Delete ${titleOf(entry)} permanently?`}>
        <ConfirmByTyping
          text={typed}
          keep="Cancel"
          action="Delete permanently"
          running={remove}
          onConfirm={() => remove.mutate(entry.id, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        >
          <Stack gap="xs">
            <Text size="sm">{whatDeletionDoes(entry)}</Text>
          </Stack>
        </ConfirmByTyping>
      </Modal>
    </>
  )
}
