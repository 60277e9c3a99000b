import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BranchCounts } from '../../../../../api/schema.ts'
import { branchCountsQuery } from '../../../../../api/spinner/spinners.ts'
import { useStableValue } from '../../../use-stable-value.ts'
import { stepsInBranch, stepsWithPlaces, withBranches } from '../../branches.ts'
import { type StepDraft, stepOf } from '../../step-draft.ts'
import { typeOf } from '../../types/step-types.ts'

/** How the records of the spinner's table divide among the branches of the draft. */
export interface RecordCounts {
  /** The number of records of each branch of a step by the step's key; null if the data of the trigger decides. */
  readonly ofSteps: ReadonlyMap<string, readonly (number | null)[]>
  /** The values of each compared column with the number of their records, most frequent first. */
  readonly values: ReadonlyMap<string, BranchCounts['columns'][number]['values']>
  /** The number of counted records, and whether these are all records of the table. */
  readonly counted: number
  readonly isComplete: boolean
}

const nothing: RecordCounts = { ofSteps: new Map(), values: new Map(), counted: 0, isComplete: true }

/** Counts the records of each branch, and of each condition step. Asks again only if a condition changes. */
export function useRecordCounts(spinnerId: string, steps: readonly StepDraft[]): RecordCounts {
  const dividing = useMemo(() => dividingSteps(steps), [steps])
  const request = useStableValue(useMemo(() => dividing.map(stepOf), [dividing]))
  const { data } = useQuery({
    ...branchCountsQuery(spinnerId, request),
    enabled: request.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    if (data === undefined || dividing.length === 0) return nothing
    const ofSteps = new Map<string, (number | null)[]>()
    for (const { step, index } of stepsWithPlaces(dividing))
      ofSteps.set(
        step.key,
        data.branches.filter((each) => each.step === index).map(({ records }) => records),
      )
    const values = new Map(data.columns.map((each) => [each.column, each.values]))
    return { ofSteps, values, counted: data.counted, isComplete: data.isComplete }
  }, [data, dividing])
}

/** Returns the steps that divide records or end them by conditions. Other steps do not change the counts. */
function dividingSteps(steps: readonly StepDraft[]): readonly StepDraft[] {
  return steps
    .filter((step) => typeOf(step).compares || typeOf(step).branching !== null)
    .map((step) => withBranches(step, (inner) => dividingSteps(stepsInBranch<StepDraft>(inner))))
}
