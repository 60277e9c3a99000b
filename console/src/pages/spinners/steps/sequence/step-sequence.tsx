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
import { Group, Text } from '@mantine/core'
import { deepestStep, maxSteps } from '../../../../api/limits.ts'
import type { Step } from '../../../../api/schema.ts'
import type { StepWithPlace } from '../branches.ts'
import type { StepDraft } from '../step-draft.ts'
import { isAtEnd, type ListKey, moveTargetsOf } from '../step-tree.ts'
import type { FiguresOf } from '../use-split-figures.ts'
import { AddStepMenu } from './add-step-menu.tsx'
import { dragInstructions, dragWords } from './drag-words.ts'
import { StepBranches } from './step-branches.tsx'
import { StepCard, type StepCardProps } from './step-card.tsx'
import classes from './step-sequence.module.css'
import type { StepActions } from './use-step-actions.ts'

/** The data and actions that the pipeline shares with the lists of steps in its branches. */
export interface StepContext {
  readonly all: readonly StepDraft[]
  readonly placed: ReadonlyMap<string, StepWithPlace<StepDraft>>
  readonly columns: readonly string[]
  readonly dataTableId: string
  readonly actions: StepActions
  faultsOf(key: string): ReadonlyMap<string, string>
  differenceOf(index: number): StepCardProps['difference']
  readonly figuresOf: FiguresOf
}

/** One list of steps: the pipeline, or a branch within it. Steps are dragged only within their list. */
export function StepSequence({
  steps,
  list,
  depth,
  of,
  context,
}: {
  steps: readonly StepDraft[]
  list: ListKey
  depth: number
  /** The name of the branch to which the list of steps belongs; omitted for the pipeline. */
  of?: string
  context: StepContext
}) {
  const { placed, actions } = context
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const end = ({ active, over }: DragEndEvent) => {
    const to = steps.findIndex(({ key }) => key === over?.id)
    if (to >= 0) actions.move(String(active.id), to)
  }
  const pathOf = ({ key }: StepDraft) => placed.get(key)?.path ?? ''
  const isFull = placed.size >= maxSteps
  const nests = depth < deepestStep
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={end}
        accessibility={{ announcements: dragWords(steps), screenReaderInstructions: dragInstructions }}
      >
        <SortableContext items={steps.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          {steps.map((step, at) => (
            <div key={step.key}>
              {at > 0 && (
                <div className={classes['between']}>
                  {!isFull && (
                    <AddStepMenu
                      place={`before step ${pathOf(step)}`}
                      nests={nests}
                      onAdd={(type) => actions.add(type, list, at)}
                    />
                  )}
                </div>
              )}
              <ContextCard step={step} at={at} among={steps.length} context={context} />
              <StepBranches
                step={step}
                path={pathOf(step)}
                figuresOf={context.figuresOf}
                renderSteps={(branch, name) => (
                  <StepSequence
                    steps={branch.steps}
                    list={{ step: step.key, branch: branch.key }}
                    depth={depth + 1}
                    of={`${pathOf(step)} › ${name}`}
                    context={context}
                  />
                )}
              />
            </div>
          ))}
        </SortableContext>
      </DndContext>
      <AddAtEnd
        of={of}
        isFull={isFull}
        nests={nests}
        onAdd={(type) => actions.add(type, list, steps.length)}
      />
    </>
  )
}

/** The card of a step, with the data and actions of its pipeline. */
function ContextCard({
  step,
  at,
  among,
  context: { all, placed, columns, dataTableId, actions, faultsOf, differenceOf },
}: Pick<StepCardProps, 'step' | 'at' | 'among'> & { context: StepContext }) {
  const { path = '', index = 0 } = placed.get(step.key) ?? {}
  return (
    <StepCard
      step={step}
      path={path}
      at={at}
      among={among}
      isAtEnd={isAtEnd(all, step.key)}
      isOnly={placed.size === 1}
      targets={moveTargetsOf(all, step.key)}
      columns={columns}
      dataTableId={dataTableId}
      faults={faultsOf(step.key)}
      difference={differenceOf(index)}
      open={actions.isOpen(step.key)}
      onToggle={() => actions.toggle(step.key)}
      onChange={actions.replace}
      onMove={(to) => actions.move(step.key, to)}
      onMoveTo={(target) => actions.moveTo(step.key, target)}
      onDuplicate={() => actions.duplicate(step)}
      onRemove={() => actions.remove(step)}
    />
  )
}

function AddAtEnd({
  of,
  isFull,
  nests,
  onAdd,
}: {
  of: string | undefined
  isFull: boolean
  nests: boolean
  onAdd: (type: Step['type']) => void
}) {
  return (
    <Group justify={of === undefined ? 'center' : 'flex-start'} mt={of === undefined ? 'md' : 'xs'}>
      {!isFull ? (
        <AddStepMenu {...(of === undefined ? {} : { of })} nests={nests} onAdd={onAdd} />
      ) : (
        of === undefined && (
          <Text size="sm" c="dimmed">
            A spinner has {maxSteps} steps at most.
          </Text>
        )
      )}
    </Group>
  )
}
