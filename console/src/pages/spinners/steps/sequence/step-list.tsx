import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import type { Spinner } from '../../../../api/schema.ts'
import type { StepDraft } from '../step-draft.ts'
import { placedIn } from '../tree.ts'
import { useArmFigures } from '../use-arm-figures.ts'
import type { StepCardProps } from './step-card.tsx'
import { type StepContext, StepSequence } from './step-sequence.tsx'
import { useStepActions } from './use-step-actions.tsx'

/** The pipeline, from top to bottom: steps are added between, opened in place and moved about. */
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
  /** The place of the step that one came for. */
  opened: number | null
  faultsOf: (key: string) => ReadonlyMap<string, string>
  /** By its place, as the API counts steps. */
  differenceOf: (index: number) => StepCardProps['difference']
  /** Takes how to change the steps as they are at that moment. */
  onChange: (change: (steps: readonly StepDraft[]) => readonly StepDraft[]) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const placed = placedIn(steps)
  const actions = useStepActions(place, steps, columns, opened, onChange)
  const context: StepContext = {
    all: steps,
    placed: new Map(placed.map((one) => [one.step.key, one])),
    columns,
    dataTableId,
    actions,
    faultsOf,
    differenceOf,
    figuresOf: useArmFigures(spinner, placed),
  }
  return (
    <div ref={place}>
      <StepSequence steps={steps} list={null} depth={0} context={context} />
      <VisuallyHidden role="status">{actions.news}</VisuallyHidden>
    </div>
  )
}
