import { Menu, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Revised } from '../../../api/client.ts'
import type { DataTable, ListedSegment, Segment, Where } from '../../../api/schema.ts'
import { type SegmentWords, useChangeSegment, useDeleteSegment } from '../../../api/table/segments.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { withTexts } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { useNewSpinner } from '../../spinners/list/use-new-spinner.ts'
import { SegmentForm } from './segment-form.tsx'

const loadRun = withTexts(['spinners', 'steps'], () => import('../records/edit/run-for-selected.tsx'))
const RunForSelected = lazy(async () => ({ default: (await loadRun()).RunForSelected }))

/** The menu of a segment in the list, with the dialogs that it opens. */
export function SegmentMenu({
  table,
  segment,
  whole,
}: {
  table: DataTable
  segment: ListedSegment
  /** The segment with its uses; undefined while it is loaded. */
  whole: Revised<Segment> | undefined
}) {
  const { id, name } = segment
  const [isEdited, { open, close }] = useDisclosure()
  const [isRunning, running] = useDisclosure()
  const askToDelete = useDeletionOf(segment)
  const newSpinner = useNewSpinner()
  const uses = whole?.data.usedBy ?? []
  return (
    <>
      <ForEditors>
        <RowMenu label={t('Actions for {name}', { name })}>
          <Menu.Item leftSection={<Play size={15} aria-hidden />} onClick={running.open}>
            {t('Run a spinner')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Plus size={15} aria-hidden />}
            disabled={newSpinner.isPending}
            onClick={() => newSpinner.create(table, name, { audience: { segmentId: id } })}
          >
            {t('Create a spinner')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Pencil size={15} aria-hidden />}
            disabled={whole === undefined}
            onClick={open}
          >
            {t('Edit segment')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<Trash2 size={15} aria-hidden />}
            disabled={uses.length > 0}
            onClick={askToDelete}
          >
            {uses.length > 0 ? t('Delete segment (in use)') : t('Delete segment')}
          </Menu.Item>
        </RowMenu>
      </ForEditors>
      {isRunning && (
        <Suspense>
          <RunForSelected dataTableId={table.id} segment={{ id, name }} onClose={running.close} />
        </Suspense>
      )}
      {whole !== undefined && (
        <Modal opened={isEdited} onClose={close} title={t('Edit {name}', { name })} size="lg">
          <EditForm table={table} present={whole} onDone={close} />
        </Modal>
      )}
    </>
  )
}

/** Returns a function that deletes a segment after a confirmation. */
function useDeletionOf({ id, name }: ListedSegment): () => void {
  const { mutate: remove } = useDeleteSegment()
  return () =>
    askToConfirm({
      title: t('Delete the segment “{name}”?', { name }),
      text: t('The records stay. This cannot be undone.'),
      action: t('Delete segment'),
      isDangerous: true,
      onConfirm: () => remove(id),
    })
}

function EditForm({
  table,
  present,
  onDone,
}: {
  table: DataTable
  present: Revised<Segment>
  onDone: () => void
}) {
  // Keeps the segment as the user opened it. A later revision would let the form replace changes that the user has not
  // seen.
  const [{ data, revision }] = useState(present)
  const change = useChangeSegment(data.id)
  const save = (changes: SegmentWords, of: number | null) =>
    change.mutate({ changes, revision: of }, { onSuccess: onDone })
  return (
    <SegmentForm
      table={table}
      initial={{ name: data.name, description: data.description, where: data.where as Where }}
      segmentId={data.id}
      error={change.error}
      isPending={change.isPending}
      renderProblem={(words) => (
        <EditProblem edit={change} thing="segment" onReplace={() => save(words, null)} />
      )}
      onSave={(words) => save(words, revision)}
      onCancel={onDone}
    />
  )
}
