import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import type { Spinner } from '../../../../api/schema.ts'
import { stepsWithPlaces } from '../branches.ts'
import type { StepDraft } from '../step-draft.ts'
import { useSplitFigures } from '../use-split-figures.ts'
import type { StepCardProps } from './step-card.tsx'
import { type StepContext, StepSequence } from './step-sequence.tsx'
import { useStepActions } from './use-step-actions.ts'

/** The pipeline from top to bottom. Steps are added between others, opened in place, and moved. */
export function StepList({
  spinner,
  steps,
  columns,
  dataTableId,
  opened,
  faultsOf,
  differenceOf,
  onChange,
}: {
  spinner: Pick<Spinner, 'id' | 'publishedVersion'>
  steps: readonly StepDraft[]
  columns: readonly string[]
  dataTableId: string
  /**
   * The index of the step, counted from 0 over all branches, whose fields are open at first. If null, only a
   * single step is open.
   */
  opened: number | null
  faultsOf: (key: string) => ReadonlyMap<string, string>
  /** Returns how a step differs from the published version. `index` counts steps as the API does. */
  differenceOf: (index: number) => StepCardProps['difference']
  /** Changes the steps of the spinner by a function that gets the current steps. */
  onChange: (change: (steps: readonly StepDraft[]) => readonly StepDraft[]) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const placed = stepsWithPlaces(steps)
  const actions = useStepActions(place, steps, columns, opened, onChange)
  const context: StepContext = {
    all: steps,
    placed: new Map(placed.map((stepWithPlace) => [stepWithPlace.step.key, stepWithPlace])),
    columns,
    dataTableId,
    actions,
    faultsOf,
    differenceOf,
    figuresOf: useSplitFigures(spinner, placed),
  }
  return (
    <div ref={place}>
      <StepSequence steps={steps} list={null} depth={0} context={context} />
      <VisuallyHidden role="status">{actions.news}</VisuallyHidden>
    </div>
  )
}
