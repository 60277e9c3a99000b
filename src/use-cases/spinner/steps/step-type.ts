import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { Field, FieldsOf, Rule } from '../../../domain/spinner/steps/step-field.ts'
import type { StepPorts, StepRunner } from './step-runner.ts'

/** The definition of a type of step: its documentation, fields and runner. */
export interface StepType {
  /** The description of this type of step in the API documentation. */
  readonly says: string
  /** An example of a step of this type in the API documentation, without the field `type`. */
  readonly example: object
  /** The fields of the step, in the order in which the API returns them. */
  readonly fields: Fields
  /** The names of optional fields of which a step needs at least one, such as text or HTML. */
  readonly needsOneOf?: readonly string[]
  readonly rule?: Rule<Step>
  /** The fields of the message that a preview shows; null for a type of step that sends no message. */
  readonly message: Fields | null
  /** An example of the previewed message in the API documentation; absent for a type that sends none. */
  readonly messageExample?: object
  runner(ports: StepPorts): StepRunner<Step>
}

type Fields = Readonly<Record<string, Field>>

/**
 * A `StepType` as the file of the step defines it. The compiler requires a definition of every field of the
 * step.
 */
export interface StepTypeOf<S extends Step>
  extends Omit<StepType, 'example' | 'fields' | 'needsOneOf' | 'rule' | 'runner'> {
  readonly example: Omit<S, 'type'>
  readonly fields: FieldsOf<Omit<S, 'type'>>
  readonly needsOneOf?: readonly Exclude<keyof S & string, 'type'>[]
  readonly rule?: Rule<S>
  runner(ports: StepPorts): StepRunner<S>
}
