import { Button, Text } from '@mantine/core'
import { PenLine, Play, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { maxAtOnce } from '../../../../api/table/record-edits.ts'
import { counted } from '../../../../components/counted.ts'
import { askToConfirm } from '../../../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../../../components/for-editors.tsx'
import type { ChosenRecords } from '../use-chosen-records.ts'
import classes from './selection-bar.module.css'
import type { Edits } from './use-edits.ts'

/** Loads the dialog that runs a spinner for the selected records only when the user opens it. */
const RunForSelected = lazy(async () => ({
  default: (await import('./run-for-selected.tsx')).RunForSelected,
}))

const EditSelected = lazy(async () => ({
  default: (await import('./edit-selected.tsx')).EditSelected,
}))

/** A bar with actions for the selected records of a data table. */
export function SelectionBar({
  table,
  chosen,
  edits,
  mayHaveMore,
}: {
  table: DataTable
  chosen: ChosenRecords
  edits: Edits
  /** Whether the service may have matching records that the list has not loaded. */
  mayHaveMore: boolean
}) {
  const { ids: selected, clear: onClear } = chosen
  const { isPending, deleted } = edits.deletion
  const [dialog, setDialog] = useState<'run' | 'edit' | null>(null)
  const count = selected.size
  const records = counted(count, 'record')
  const confirmDelete = () =>
    askToConfirm({
      title: `Delete ${records}?`,
      text: 'Deleted records stay in the bin for 30 days, and still count toward this month’s records. Jobs that have taken the records continue.',
      action: `Delete ${records}`,
      isDangerous: true,
      onConfirm: () => void edits.remove([...selected]).then(onClear),
    })
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected records">
      <Text size="sm" fw={600} className="numbers" role="status">
        {records} selected
      </Text>
      <SelectAll chosen={chosen} mayHaveMore={mayHaveMore} />
      <ForEditors>
        <Button size="xs" leftSection={<Play size={14} aria-hidden />} onClick={() => setDialog('run')}>
          Run a spinner for these records
        </Button>
        <Button
          size="xs"
          variant="light"
          leftSection={<PenLine size={14} aria-hidden />}
          onClick={() => setDialog('edit')}
        >
          Edit a column
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={isPending}
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={confirmDelete}
        >
          Delete
        </Button>
      </ForEditors>
      {isPending && count > maxAtOnce && (
        <Text size="sm" className="numbers" role="status">
          {deleted.toLocaleString('en')} of {records} deleted
        </Text>
      )}
      <Button size="xs" variant="subtle" leftSection={<X size={14} aria-hidden />} onClick={onClear}>
        Clear selection
      </Button>
      {dialog !== null && (
        <SelectionDialog
          dialog={dialog}
          table={table}
          recordIds={[...selected]}
          edits={edits}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** The dialog that runs a spinner for the selected records, or edits a column of them. */
function SelectionDialog({
  dialog,
  table,
  recordIds,
  edits,
  onClose,
}: {
  dialog: 'run' | 'edit'
  table: DataTable
  recordIds: readonly string[]
  edits: Edits
  onClose: () => void
}) {
  return (
    <Suspense>
      {dialog === 'edit' ? (
        <EditSelected table={table} recordIds={recordIds} edits={edits} onClose={onClose} />
      ) : (
        <RunForSelected dataTableId={table.id} recordIds={recordIds} onClose={onClose} />
      )}
    </Suspense>
  )
}

/** Offers to select all records that match, even those that the list has not loaded. */
function SelectAll({ chosen, mayHaveMore }: { chosen: ChosenRecords; mayHaveMore: boolean }) {
  if (chosen.isAll || !mayHaveMore) return null
  return (
    <>
      <Button size="xs" variant="light" loading={chosen.finding !== null} onClick={chosen.chooseAll}>
        Select all records that match
      </Button>
      {chosen.finding !== null && chosen.finding > 0 && (
        <Text size="sm" className="numbers" role="status">
          {chosen.finding.toLocaleString('en')} found so far
        </Text>
      )}
    </>
  )
}
