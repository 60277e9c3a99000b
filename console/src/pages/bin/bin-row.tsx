import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { BinEntry } from '../../api/schema.ts'
import { useDeletePermanently, useRestore } from '../../api/table/bin.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { ConfirmByTyping } from '../../components/dialog/confirm-by-typing.tsx'
import { showProblem } from '../../components/problem/show-problem.tsx'
import { showDone } from '../../components/show-done.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
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
              ? rich('of the data table {name}, deleted by {name2} {moment}, restorable until {time}', {
                  name,
                  name2: deletedBy.name ?? t('the service'),
                  moment: <Moment at={deletedAt} />,
                  time: timeToTheMinute(deletesAt),
                })
              : kind === 'dataTable'
                ? rich('Data table, deleted by {name} {moment}, restorable until {time}', {
                    name: deletedBy.name ?? t('the service'),
                    moment: <Moment at={deletedAt} />,
                    time: timeToTheMinute(deletesAt),
                  })
                : rich('Spinner, deleted by {name} {moment}, restorable until {time}', {
                    name: deletedBy.name ?? t('the service'),
                    moment: <Moment at={deletedAt} />,
                    time: timeToTheMinute(deletesAt),
                  })}
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
        aria-label={t('Show records: {title}', { title: titleOf(entry) })}
        onClick={() => setOpen(true)}
      >
        {t('Show records')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="xl"
        title={t('{title} of {name}', { title: titleOf(entry), name: entry.name })}
      >
        <BinRecords entry={entry} onClose={close} />
      </Modal>
    </>
  )
}

function Restore({ entry }: { entry: BinEntry }) {
  const restore = useRestore()
  const confirm = () =>
    askToConfirm({
      title: t('Restore {title}?', { title: titleOf(entry) }),
      text: whatRestoringDoes(entry),
      action: t('Restore'),
      onConfirm: () =>
        // Waits for the promise, because callbacks of `mutate` are not called after the row has left the list.
        void restore.mutateAsync({ entryId: entry.id }).then(
          (restored) => showDone(restoredWords(entry, restored), 'undo'),
          (fault) => showProblem(fault, t('{title} could not be restored', { title: titleOf(entry) })),
        ),
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<RotateCcw size={14} aria-hidden />}
      aria-label={t('Restore {title}', { title: titleOf(entry) })}
      loading={restore.isPending}
      onClick={confirm}
    >
      {t('Restore')}
    </Button>
  )
}

function DeletePermanently({ entry }: { entry: BinEntry }) {
  const remove = useDeletePermanently()
  const [isOpen, setOpen] = useState(false)
  const typed =
    entry.kind === 'records'
      ? t('{records, plural, one {# record} other {# records}}', { records: entry.records })
      : entry.name
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        leftSection={<Trash2 size={14} aria-hidden />}
        aria-label={t('Delete permanently: {title}', { title: titleOf(entry) })}
        onClick={() => setOpen(true)}
      >
        {t('Delete permanently')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Delete {title} permanently?', { title: titleOf(entry) })}
      >
        <ConfirmByTyping
          text={typed}
          keep={t('Cancel')}
          action={t('Delete permanently')}
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
