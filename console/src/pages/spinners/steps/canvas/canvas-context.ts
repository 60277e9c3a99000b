import type { StepProgress } from '../../../../api/schema.ts'
import type { StepOutcome } from '../../preview/outcomes.ts'
import type { FiguresOf } from '../use-split-figures.ts'
import type { ConditionNames } from '../where/condition-names.ts'
import type { RecordCounts } from './counts/use-record-counts.ts'
import type { StepActions } from './step-actions.ts'

/**
 * The data and actions that all steps on the canvas share. It stays the same object while the user types, so that only
 * the step that changes is drawn again.
 */
export interface CanvasContext {
  /** The actions on the steps; null for viewers, who may change nothing. */
  readonly actions: StepActions | null
  /** The key of the open step. */
  readonly openKey: string
  readonly open: (key: string) => void
  /** Whether the spinner has the highest number of steps, so that none can be added. */
  readonly isFull: boolean
  /** The faults of each step by its key. */
  readonly faults: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** How each step differs from the published version, by its key. */
  readonly differences: ReadonlyMap<string, string>
  /** The recipients of the latest job at each step, by the step's key. */
  readonly counts: ReadonlyMap<string, StepProgress>
  /** The result of each step for the previewed record, by the step's key. */
  readonly outcomes: ReadonlyMap<string, StepOutcome>
  readonly figuresOf: FiguresOf
  readonly records: RecordCounts
  /** The names of the segments and spinners about which conditions ask, by id. */
  readonly names: ConditionNames
}
