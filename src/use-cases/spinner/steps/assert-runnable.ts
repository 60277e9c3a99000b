import { columnsOfSettings } from '../../../domain/spinner/columns-of-settings.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { requestBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { triggerColumns } from '../../../domain/spinner/trigger-data.ts'
import { type DataTable, metadataColumnsOf } from '../../../domain/table/data-table.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { assertSeesOnly, readSteps } from './check-steps.ts'

/** Refuses to rehearse or test a draft that could not be published. */
export async function assertRunnable(
  { organizationId, steps, goal, sendWindow, triggerData }: Spinner,
  table: DataTable,
  templates: Templates,
): Promise<void> {
  const usableColumns = [...metadataColumnsOf(table), ...triggerColumns(triggerData)]
  const columns = table.columns.map(({ name }) => name)
  const ofSteps = await readSteps(steps, templates, requestBudget(organizationId))
  assertSeesOnly(usableColumns, columns, [...columnsOfSettings({ goal, sendWindow }), ...ofSteps])
}
