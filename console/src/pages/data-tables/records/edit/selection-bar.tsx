import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Play, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { useDeleteRecords } from '../../../../api/table/record-edits.ts'
import classes from './selection-bar.module.css'

/** Loads the dialog that runs a spinner for the selected records only when the user opens it. */
const RunForSelected = lazy(async () => ({
  default: (await import('./run-for-selected.tsx')).RunForSelected,
}))

/** A bar with actions for the selected records of a data table. */
export function SelectionBar({
  table,
  selected,
  onClear,
}: {
  table: DataTable
  selected: ReadonlySet<string>
  onClear: () => void
}) {
  const remove = useDeleteRecords(table.id)
  const [isRunning, setRunning] = useState(false)
  const count = selected.size
  const records = `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`
  const confirmDelete = () =>
    modals.openConfirmModal({
      title: `Delete ${records}?`,
      children:
        'Deleted records cannot be restored, and still count toward this month’s records. Jobs that have taken the records continue.',
      labels: { confirm: `Delete ${records}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate([...selected], { onSuccess: onClear }),
    })
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected records">
      <Text size="sm" fw={600} className="numbers" role="status">
        {records} selected
      </Text>
      <Button size="xs" leftSection={<Play size={14} aria-hidden />} onClick={() => setRunning(true)}>
        Run a spinner for these records
      </Button>
      <Button
        size="xs"
        variant="light"
        color="red"
        loading={remove.isPending}
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={confirmDelete}
      >
        Delete
      </Button>
      <Button size="xs" variant="subtle" leftSection={<X size={14} aria-hidden />} onClick={onClear}>
        Clear selection
      </Button>
      {isRunning && (
        <Suspense>
          <RunForSelected
            dataTableId={table.id}
            recordIds={[...selected]}
            onClose={() => setRunning(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
