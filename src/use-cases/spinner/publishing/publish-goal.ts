import { conditionOfGoal } from '../../../domain/spinner/goal.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { columnsOfEntry } from '../../../domain/table/segment/entry-condition.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Watches the records of a spinner's data table for the goal of a version that is published now. */
export async function publishGoal(
  tx: Transaction,
  { organizationId, dataTableId }: Spinner,
  { spinnerId, version, goal }: SpinnerVersion,
): Promise<void> {
  const condition = conditionOfGoal(goal)
  if (goal === null || condition === null) return
  const columns = columnsOfEntry(condition, await tx.segments.ofTable(dataTableId))
  await tx.spinners.watchGoal({ organizationId, dataTableId, spinnerId, version, goal }, columns)
}
