import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step } from '../../../../api/schema.ts'
import type { FieldLabels } from '../../../../components/names/field-labels.ts'
import type { FieldFault } from './field-faults.ts'

type AnyDraft = Pick<Step, 'type'>

/** Everything that the console knows about a type of step. */
export interface StepType extends FieldLabels {
  readonly label: string
  /** A sentence that describes the type where it can be chosen. */
  readonly does: string
  readonly icon: LucideIcon
  readonly color: string
  /**
   * The label of a change that is shown as one line, by the summaries. Without this label, each field is
   * compared.
   */
  readonly comparedAs?: string
  /** Returns a new draft, filled in as far as the columns allow. */
  blank(columns: readonly string[]): AnyDraft
  draftOf(step: Step): AnyDraft
  /** Returns the step of a draft. An incomplete draft makes a step that the API would refuse. */
  stepOf(draft: AnyDraft): Step
  /**
   * Returns a copy with new keys. Required for types whose drafts contain keys, because a key must be unique
   * on the screen.
   */
  copyOf?(draft: AnyDraft): AnyDraft
  /** Returns the faults that the console finds itself, before it asks the API. */
  faultsOf(draft: AnyDraft): readonly FieldFault[]
  /** Returns the step in one line. */
  summaryOf(step: Step): string
  Fields(props: FieldsProps<AnyDraft>): ReactNode
  /** Shows the step in the preview, for a record to which the step sends something or which it lets go on. */
  Previewed(props: PreviewedProps<Step, unknown>): ReactNode
}

/** The step type as its own file declares it. `Draft` is the edited form, `Message` the preview's result. */
export interface StepTypeOf<S extends Step, Draft extends AnyDraft, Message = null> extends StepType {
  readonly labels: Readonly<Record<Exclude<keyof S, 'type'>, string>>
  blank(columns: readonly string[]): Draft
  draftOf(step: S): Draft
  stepOf(draft: Draft): S
  copyOf?(draft: Draft): Draft
  faultsOf(draft: Draft): readonly FieldFault[]
  summaryOf(step: S): string
  Fields(props: FieldsProps<Draft>): ReactNode
  Previewed(props: PreviewedProps<S, Message>): ReactNode
}

export interface FieldsProps<Draft> {
  readonly step: Draft
  /** The faults of the fields, by the names of the fields in the API's pointers. */
  readonly faults: ReadonlyMap<string, string>
  readonly columns: readonly string[]
  readonly dataTableId: string
  onChange(step: Draft): void
}

export interface PreviewedProps<S, Message> {
  readonly step: S
  readonly message: Message
}
