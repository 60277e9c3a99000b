import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Group, Text, VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import classes from '../spinners.module.css'
import { AddStepMenu } from './add-step-menu.tsx'
import { dragInstructions, dragWords } from './drag-words.ts'
import type { StepCardProps } from './step-card.tsx'
import { StepCard } from './step-card.tsx'
import type { StepDraft } from './step-draft.ts'
import { useStepActions } from './use-step-actions.tsx'

const mostSteps = 20

/** The pipeline, from top to bottom: steps are added between, opened in place and moved about. */
export function StepList({
  steps,
  columns,
  dataTableId,
  opened,
  faultsOf,
  differenceOf,
  onChange,
}: {
  steps: readonly StepDraft[]
  columns: readonly string[]
  dataTableId: string
  /** The place of the step that one came for. */
  opened: number | null
  faultsOf: (key: string) => ReadonlyMap<string, string>
  differenceOf: (index: number) => StepCardProps['difference']
  /** Takes how to change the steps as they are at that moment. */
  onChange: (change: (steps: readonly StepDraft[]) => readonly StepDraft[]) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const actions = useStepActions(place, steps, columns, opened, onChange)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const end = ({ active, over }: DragEndEvent) => {
    const to = steps.findIndex(({ key }) => key === over?.id)
    if (to >= 0) actions.move(String(active.id), to)
  }
  return (
    <div ref={place}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={end}
        accessibility={{ announcements: dragWords(steps), screenReaderInstructions: dragInstructions }}
      >
        <SortableContext items={steps.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          {steps.map((step, index) => (
            <div key={step.key}>
              {index > 0 && (
                <div className={classes['between']}>
                  {steps.length < mostSteps && (
                    <AddStepMenu
                      place={`before step ${index + 1}`}
                      onAdd={(type) => actions.add(type, index)}
                    />
                  )}
                </div>
              )}
              <StepCard
                step={step}
                index={index}
                count={steps.length}
                columns={columns}
                dataTableId={dataTableId}
                faults={faultsOf(step.key)}
                difference={differenceOf(index)}
                open={actions.isOpen(step.key)}
                onToggle={() => actions.toggle(step.key)}
                onChange={(changed) =>
                  onChange((present) => present.map((one) => (one.key === changed.key ? changed : one)))
                }
                onMove={(to) => actions.move(step.key, to)}
                onDuplicate={() => actions.duplicate(step)}
                onRemove={() => actions.remove(step, index)}
              />
            </div>
          ))}
        </SortableContext>
      </DndContext>
      <Group justify="center" mt="md">
        {steps.length < mostSteps ? (
          <AddStepMenu onAdd={(type) => actions.add(type, steps.length)} />
        ) : (
          <Text size="sm" c="dimmed">
            A spinner has {mostSteps} steps at most.
          </Text>
        )}
      </Group>
      <VisuallyHidden role="status">{actions.news}</VisuallyHidden>
    </div>
  )
}
