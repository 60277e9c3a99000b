import { Anchor, Badge, Group, Menu, Modal, Skeleton, Table, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Revised } from '../../../api/client.ts'
import type { DataTable, ListedSegment, Segment, SegmentUse, Where } from '../../../api/schema.ts'
import {
  type SegmentWords,
  segmentQuery,
  useChangeSegment,
  useDeleteSegment,
} from '../../../api/table/segments.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { withTexts } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { useNewSpinner } from '../../spinners/list/use-new-spinner.ts'
import { wordsOfWhere } from '../../spinners/steps/where/where-words.ts'
import { SegmentForm } from './segment-form.tsx'

const loadRun = withTexts(['spinners', 'steps'], () => import('../records/edit/run-for-selected.tsx'))
const RunForSelected = lazy(async () => ({ default: (await loadRun()).RunForSelected }))

/** One segment in the list: its name, count, condition and uses, with actions. */
export function SegmentRow({ table, segment }: { table: DataTable; segment: ListedSegment }) {
  const { id, name, description } = segment
  const whole = useQuery(segmentQuery(id))
  const navigate = useNavigate()
  const [isEdited, { open, close }] = useDisclosure()
  const [isRunning, running] = useDisclosure()
  const askToDelete = useDeletionOf(segment)
  const newSpinner = useNewSpinner()
  const uses = whole.data?.data.usedBy ?? []
  const showRecords = () =>
    void navigate({
      to: '/data-tables/$dataTableId',
      params: { dataTableId: table.id },
      search: { where: { segmentId: id } } as object,
    })
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" ta="left" fw={600} onClick={showRecords}>
          {name}
        </Anchor>
        {description !== '' && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Count segment={whole.data?.data} isFailed={whole.isError} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {wordsOfWhere(segment.where as Where)}
        </Text>
        {whole.data?.data.faults.map(({ pointer, message }) => (
          <Text key={pointer} size="sm" c="red">
            {message}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Uses uses={uses} />
      </Table.Td>
      <Table.Td>
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
              disabled={whole.data === undefined}
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
        {whole.data !== undefined && (
          <Modal opened={isEdited} onClose={close} title={t('Edit {name}', { name })} size="lg">
            <EditForm table={table} present={whole.data} onDone={close} />
          </Modal>
        )}
      </Table.Td>
    </Table.Tr>
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

function Count({ segment, isFailed }: { segment: Segment | undefined; isFailed: boolean }) {
  const isOpen = segment === undefined && !isFailed
  if (segment === undefined || segment.count === null)
    return isOpen ? <Skeleton h={18} w={48} /> : <Text size="sm">{t('not counted')}</Text>
  const { value, isEstimate, sampleSize } = segment.count
  const words = t('{count, plural, one {# record} other {# records}}', { count: value })
  if (!isEstimate) return <Text className="numbers">{words}</Text>
  const label = t(
    'Estimated from {sampleSize, plural, one {# record} other {# records}}, evenly spread over the table. The exact number follows.',
    { sampleSize: sampleSize ?? 0 },
  )
  return (
    <Tooltip label={label} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Text className="numbers" tabIndex={0}>
        {t('about {words}', { words })}
      </Text>
    </Tooltip>
  )
}

const kinds = {
  segment: (name: string) => t('segment {name}', { name }),
  spinner: (name: string) => t('spinner {name}', { name }),
  view: (name: string) => t('view {name}', { name }),
  job: (name: string) => t('job of the spinner {name}', { name }),
} as const

function Uses({ uses }: { uses: readonly SegmentUse[] }) {
  if (uses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('not used')}
      </Text>
    )
  return (
    <Group gap={4}>
      {uses.map(({ kind, id, name }) => (
        <Badge key={id} variant="light" tt="none" fw={500} maw="100%">
          {kinds[kind](name)}
        </Badge>
      ))}
    </Group>
  )
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
