import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { Field, FieldsOf, Rule } from '../../../domain/spinner/steps/step-field.ts'
import type { StepPorts } from './step-ports.ts'
import type { StepRunner } from './step-runner.ts'

/** All that the service knows of a type of step. */
export interface StepType {
  /** What the documentation of the API says of it. */
  readonly says: string
  /** In the order in which they leave. */
  readonly fields: Fields
  /** Fields that are optional, but not all of them at once. */
  readonly needsOneOf?: readonly string[]
  readonly rule?: Rule<Step>
  /** What a preview shows of the message that it sends; null for a type that sends none. */
  readonly message: Fields | null
  runner(ports: StepPorts): StepRunner<Step>
}

type Fields = Readonly<Record<string, Field>>

/** The same as its own file writes it, where the compiler demands every field of the step. */
export interface StepTypeOf<S extends Step>
  extends Omit<StepType, 'fields' | 'needsOneOf' | 'rule' | 'runner'> {
  readonly fields: FieldsOf<Omit<S, 'type'>>
  readonly needsOneOf?: readonly Exclude<keyof S & string, 'type'>[]
  readonly rule?: Rule<S>
  runner(ports: StepPorts): StepRunner<S>
}
