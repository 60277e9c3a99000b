import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step } from '../../../../api/schema.ts'
import type { FieldLabels } from '../../../../components/names/field-labels.ts'
import type { FieldFault } from './field-faults.ts'

type AnyDraft = Pick<Step, 'type'>

/** All that the console knows of a type of step. */
export interface StepType extends FieldLabels {
  readonly label: string
  /** In a sentence, where it can be chosen. */
  readonly does: string
  readonly icon: LucideIcon
  readonly color: string
  /** The label of a change that is shown as one line, by the summaries; without it, each field is compared. */
  readonly comparedAs?: string
  /** One that is still to be filled in, with what can be told from the columns. */
  blank(columns: readonly string[]): AnyDraft
  draftOf(step: Step): AnyDraft
  /** A draft may be incomplete, and then makes a step that would be refused. */
  stepOf(draft: AnyDraft): Step
  /** Needed by a type whose draft has keys in it: a key may be on the screen only once. */
  copyOf?(draft: AnyDraft): AnyDraft
  /** What the console sees by itself, before it asks the API. */
  faultsOf(draft: AnyDraft): readonly FieldFault[]
  /** In one line. */
  summaryOf(step: Step): string
  Fields(props: FieldsProps<AnyDraft>): ReactNode
  /** What comes of it in the preview, for a record that it sends something to or lets go on. */
  Previewed(props: PreviewedProps<Step, unknown>): ReactNode
}

/** The same as its own file writes it: `Draft` is how it is edited, `Message` what the preview says of it. */
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
  /** What fields have wrong, by their names in the API's pointers. */
  readonly faults: ReadonlyMap<string, string>
  readonly columns: readonly string[]
  readonly dataTableId: string
  onChange(step: Draft): void
}

export interface PreviewedProps<S, Message> {
  readonly step: S
  readonly message: Message
}
