import { Button, Text } from '@mantine/core'
import { PenLine, Play, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { maxAtOnce } from '../../../../api/table/record-edits.ts'
import { askToConfirm } from '../../../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { withTexts } from '../../../../languages/catalogue.ts'
import { t } from '../../../../languages/text.ts'
import type { ChosenRecords } from '../use-chosen-records.ts'
import classes from './selection-bar.module.css'
import type { Edits } from './use-edits.ts'

/** The dialog that runs a spinner for the selected records is loaded when the user opens it. */
const loadRun = withTexts(['spinners', 'steps'], () => import('./run-for-selected.tsx'))

const RunForSelected = lazy(async () => ({ default: (await loadRun()).RunForSelected }))

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
  const records = t('{count, plural, one {# record} other {# records}}', { count })
  const confirmDelete = () =>
    askToConfirm({
      title: t('Delete {records}?', { records }),
      text: t(
        'Deleted records stay in the bin for 30 days, and still count toward this month’s records. Jobs that have taken the records continue.',
      ),
      action: t('Delete {records}', { records }),
      isDangerous: true,
      onConfirm: () => void edits.remove([...selected]).then(onClear),
    })
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('Selected records')}>
      <Text size="sm" fw={600} className="numbers" role="status">
        {t('{records} selected', { records })}
      </Text>
      <SelectAll chosen={chosen} mayHaveMore={mayHaveMore} />
      <ForEditors>
        <Button size="xs" leftSection={<Play size={14} aria-hidden />} onClick={() => setDialog('run')}>
          {t('Run a spinner for these records')}
        </Button>
        <Button
          size="xs"
          variant="light"
          leftSection={<PenLine size={14} aria-hidden />}
          onClick={() => setDialog('edit')}
        >
          {t('Edit a column')}
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={isPending}
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={confirmDelete}
        >
          {t('Delete')}
        </Button>
      </ForEditors>
      {isPending && count > maxAtOnce && (
        <Text size="sm" className="numbers" role="status">
          {t('{deleted, number} of {records} deleted', { deleted, records })}
        </Text>
      )}
      <Button size="xs" variant="subtle" leftSection={<X size={14} aria-hidden />} onClick={onClear}>
        {t('Clear selection')}
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
        {t('Select all records that match')}
      </Button>
      {chosen.finding !== null && chosen.finding > 0 && (
        <Text size="sm" className="numbers" role="status">
          {t('{finding, number} found so far', { finding: chosen.finding })}
        </Text>
      )}
    </>
  )
}
