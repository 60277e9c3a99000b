import { DomainError, maxErrorItems } from '../../domain/errors.ts'
import { columnsOfSettings } from '../../domain/spinner/columns-of-settings.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { programOf } from '../../domain/spinner/steps/program.ts'
import { requestBudget } from '../../domain/spinner/steps/template-budget.ts'
import { triggerColumns } from '../../domain/spinner/trigger-data.ts'
import { metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { SegmentStore } from '../../ports/table/segments.ts'
import { segmentFaults } from './steps/check-segments.ts'
import { spinnerFaults } from './steps/check-spinners.ts'
import { formFaultsInOrder, publishingFaults, readSteps } from './steps/check-steps.ts'
import { type DraftFault, withPaths } from './steps/faults/draft-fault.ts'
import type { StepFault } from './steps/faults/step-fault.ts'

/** The parts of a draft on which its faults depend. */
type CheckedDraft = Pick<
  Spinner,
  | 'organizationId'
  | 'dataTableId'
  | 'audience'
  | 'exclude'
  | 'exits'
  | 'goal'
  | 'starts'
  | 'sendWindow'
  | 'steps'
  | 'triggerData'
>

/** Finds the reasons why publishing would refuse the steps of a draft now. */
export class FindFaults {
  readonly #dataTables: DataTableStore
  readonly #templates: Templates
  readonly #segments: SegmentStore
  readonly #spinners: SpinnerStore

  constructor(
    dataTables: DataTableStore,
    templates: Templates,
    segments: SegmentStore,
    spinners: SpinnerStore,
  ) {
    this.#dataTables = dataTables
    this.#templates = templates
    this.#segments = segments
    this.#spinners = spinners
  }

  async execute(spinner: CheckedDraft): Promise<readonly DraftFault[]> {
    return withPaths(programOf(spinner.steps), await this.#of(spinner))
  }

  async #of(draft: CheckedDraft): Promise<readonly StepFault[]> {
    const { organizationId, dataTableId, steps, triggerData } = draft
    const table = await this.#dataTables.find(organizationId, dataTableId)
    if (table === null) return formFaultsInOrder(steps)
    try {
      const read = await readSteps(steps, this.#templates, requestBudget(organizationId))
      const seen = [...metadataColumnsOf(table), ...triggerColumns(triggerData)]
      const columns = table.columns.map(({ name }) => name)
      const faults = publishingFaults(seen, columns, [...columnsOfSettings(draft), ...read])
      const ofSegments = await segmentFaults(this.#segments, draft)
      const ofSpinners = await spinnerFaults(this.#spinners, draft)
      return [...faults, ...ofSegments, ...ofSpinners].slice(0, maxErrorItems)
    } catch (error) {
      // If template parsing is overloaded, leaves out the faults of templates, so that the draft can still be
      // shown.
      if (error instanceof DomainError && error.kind === 'overloaded') return formFaultsInOrder(steps)
      throw error
    }
  }
}
