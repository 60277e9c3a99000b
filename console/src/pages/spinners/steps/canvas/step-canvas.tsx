import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { Text } from '@mantine/core'
import { memo, useCallback, useMemo } from 'react'
import { maxSteps } from '../../../../api/limits.ts'
import { t } from '../../../../languages/text.ts'
import type { Draft } from '../../draft/draft.ts'
import { useDraftPart } from '../../draft/use-draft.ts'
import { listPositionOf } from '../step-tree.ts'
import type { CanvasContext } from './canvas-context.ts'
import { CanvasList } from './canvas-list.tsx'
import { dragInstructions, dragWords } from './drag-words.ts'

/** Draws the steps of a spinner from top to bottom, with their branches. It is the one list of the steps. */
export const StepCanvas = memo(function StepCanvas({
  draft,
  context,
}: {
  draft: Draft
  context: CanvasContext
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const { actions } = context
  const end = useCallback(
    ({ active, over }: DragEndEvent) => {
      const siblings = listPositionOf(draft.state().edited.steps, String(active.id))?.siblings ?? []
      const to = siblings.findIndex(({ key }) => key === over?.id)
      if (to >= 0) actions?.move(String(active.id), to)
    },
    [draft, actions],
  )
  const accessibility = useMemo(
    () => ({
      announcements: dragWords(() => draft.state().edited.steps),
      screenReaderInstructions: dragInstructions,
    }),
    [draft],
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={inSameList}
      onDragEnd={end}
      accessibility={accessibility}
    >
      <Pipeline draft={draft} context={context} />
      {context.isFull && (
        <Text size="sm" c="dimmed" mt="md">
          {t('A spinner has {maxSteps} steps at most.', { maxSteps })}
        </Text>
      )}
    </DndContext>
  )
})

/** The steps of the draft. Reads them itself, so that a change of one step does not draw all steps again. */
function Pipeline({ draft, context }: { draft: Draft; context: CanvasContext }) {
  const steps = useDraftPart(draft, ({ edited }) => edited.steps)
  return <CanvasList steps={steps} stepKey="" branchKey="" within="" depth={0} isAtEnd context={context} />
}

/** Lets a step be dropped only on steps of its own list. */
const inSameList: CollisionDetection = (args) => {
  const listOf = (data: typeof args.active.data) => data.current?.['sortable']?.containerId as unknown
  const list = listOf(args.active.data)
  return closestCenter({
    ...args,
    droppableContainers: args.droppableContainers.filter(({ data }) => listOf(data) === list),
  })
}
