import type { Model } from '../../model/model.ts'
import type { PossibleCells } from '../../model/path/conditions.ts'
import { positionsOf } from '../../model/path/positions.ts'
import type { StoredStep } from '../../model/path/stored-steps.ts'

/** The names that the simulator gives renamed columns, with the original names by which the model knows the cells. */
const originals: Readonly<Record<string, string>> = { town: 'city', full_name: 'name', date: 'day' }

/** Returns the original name of a column, by which the model knows its cells. */
export function originalOf(column: string): string {
  return originals[column] ?? column
}

/** Returns an outcome in words, such as "the condition at position 2 of spinner 1 for r3, skipped". */
export function wordsOf(model: Model, { spinnerId, step, steps, ref, status, jobId }: StoredStep): string {
  const spinner = model.spinners.find(({ id }) => id === spinnerId)?.name ?? spinnerId
  const job = model.jobs.find(({ id }) => id === jobId)?.name ?? jobId
  const type = positionsOf(steps)[step]?.step.type ?? 'step'
  return `the ${type} at position ${step} of ${spinner} in ${job} for ${ref ?? 'a deleted record'}, ${status}`
}

/**
 * Returns the values that the cells of a recipient may have had since an event until the step ended; null if the simulator does not know
 * the spinner, as in test mode, or if the record was deleted.
 */
export function cellsOf(
  model: Model,
  { spinnerId, ref, leased, stored: end }: StoredStep,
  since: number = leased.moment,
): PossibleCells | null {
  const spinner = model.spinners.find(({ id }) => id === spinnerId)
  if (spinner === undefined || ref === null) return null
  const { records } = model
  const refs = spinner.table.wasMatched ? records.of(records.addressOf(ref)) : [ref]
  return (column) =>
    refs.flatMap((one) => records.cell(one, originalOf(column)).possibleBetween(since, end.moment))
}
