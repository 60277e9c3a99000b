import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step } from '../../../../api/schema.ts'
import type { FieldLabels } from '../../../../components/names/field-labels.ts'
import type { ConditionNames } from '../where/condition-names.ts'
import type { FieldFault } from './field-faults.ts'

type AnyDraft = Pick<Step, 'type'>

/** The documentation, fields and functions that the console needs for a type of step. */
export interface StepType extends FieldLabels {
  readonly label: string
  /** A sentence that describes the step type in the menu of step types. */
  readonly does: string
  readonly icon: LucideIcon
  readonly color: string
  /** Whether steps of this type send messages. */
  readonly sends: boolean
  /** Whether users may send the message to themselves as a test, which the API offers for e-mail only. */
  readonly canBeTested: boolean
  /** The rule by which the step leads records into its branches; null for a type without branches. */
  readonly branching: 'conditions' | 'shares' | null
  /**
   * Whether the step has conditions on the record, so that the values of their columns are offered, and the records of
   * the table are counted if the step ends or divides them.
   */
  readonly compares: boolean
  /** The warning at a step after which no step follows; absent if such a step still has an effect. */
  readonly atEnd?: string
  /**
   * The label under which two states of a step are compared by their summaries. Without this label, each
   * field is compared.
   */
  readonly comparedAs?: string
  /** Returns the edited form of a new step, filled in as far as the columns allow. */
  blank(columns: readonly string[]): AnyDraft
  /** Returns a new step as it follows the last step of its type before it. Absent if new steps are all alike. */
  followUpOf?(blank: AnyDraft, before: AnyDraft): AnyDraft
  /**
   * Returns an edited step with the content of a template's step, and its own recipients and senders. Absent if a step of
   * this type cannot be saved as a template of its own.
   */
  withTemplate?(draft: AnyDraft, template: AnyDraft): AnyDraft
  /** Returns the message of a step with the names of its values, as it is shown without a record. Absent if it has none. */
  messageOf?(step: Step): ShownMessage
  draftOf(step: Step): AnyDraft
  /**
   * Returns the step in the API's form from its edited form. The API refuses the result of an incomplete
   * form.
   */
  stepOf(draft: AnyDraft): Step
  /**
   * Returns a copy of an edited step with new keys. Required for types whose edited form contains keys,
   * because a key must be unique on the screen.
   */
  copyOf?(draft: AnyDraft): AnyDraft
  /** Returns the faults of an edited step that the console finds without the API. */
  faultsOf(draft: AnyDraft): readonly FieldFault[]
  /** Returns the summary of a step in one line. `names` are the names of segments and spinners by id. */
  summaryOf(step: Step, names?: ConditionNames): string
  /** Returns the name of a step on the map of a spinner. Absent if the summary is short enough. */
  nameOf?(step: Step): string
  /** Describes one branch of a step by its index. Required for types with branches. */
  labelOfBranch?(step: Step, index: number, names?: ConditionNames): BranchLabel
  Fields(props: FieldsProps<AnyDraft>): ReactNode
  /** Shows the result of the step in the preview, for a record that gets a message or continues. */
  Previewed(props: PreviewedProps<Step, unknown>): ReactNode
}

/**
 * The step type as its own file declares it. `Draft` is the edited form of the step, and `Message` the result
 * of its preview.
 */
export interface StepTypeOf<S extends Step, Draft extends AnyDraft, Message = null> extends StepType {
  readonly labels: Readonly<Record<Exclude<keyof S, 'type'>, string>>
  blank(columns: readonly string[]): Draft
  followUpOf?(blank: Draft, before: Draft): Draft
  withTemplate?(draft: Draft, template: Draft): Draft
  messageOf?(step: S): ShownMessage
  draftOf(step: S): Draft
  stepOf(draft: Draft): S
  copyOf?(draft: Draft): Draft
  faultsOf(draft: Draft): readonly FieldFault[]
  summaryOf(step: S, names?: ConditionNames): string
  nameOf?(step: S): string
  labelOfBranch?(step: S, index: number, names?: ConditionNames): BranchLabel
  Fields(props: FieldsProps<Draft>): ReactNode
  Previewed(props: PreviewedProps<S, Message>): ReactNode
}

/** A message in which the names of values stand in place of the values. */
interface ShownMessage {
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  readonly preheader: string | null
}

/** The condition or the share of a branch, which is shown beside its name. */
interface BranchLabel {
  /** The condition of the branch in words; null if shares decide. */
  readonly condition: string | null
  /** The share of the records that take the branch, in percent; null if conditions decide. */
  readonly share: number | null
}

export interface FieldsProps<Draft> {
  readonly step: Draft
  /** The faults of the step's fields, by the names of the fields in the API's pointers. */
  readonly faults: ReadonlyMap<string, string>
  readonly columns: readonly string[]
  readonly dataTableId: string
  onChange(step: Draft): void
}

export interface PreviewedProps<S, Message> {
  readonly step: S
  readonly message: Message
}
