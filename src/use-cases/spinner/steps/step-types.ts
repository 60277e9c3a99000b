import type { Step } from '../../../domain/spinner/step.ts'
import { conditionStep } from './condition-step.ts'
import { emailStep } from './email-step.ts'
import type { StepType, StepTypeOf } from './step-type.ts'
import { waitStep } from './wait-step.ts'
import { webhookStep } from './webhook-step.ts'

/** Every type of step, in the order of the documentation. One that is missing does not compile. */
export const stepTypes: {
  readonly [Type in Step['type']]: StepTypeOf<Extract<Step, { type: Type }>>
} = {
  email: emailStep,
  webhook: webhookStep,
  wait: waitStep,
  condition: conditionStep,
}

export function typeOf(step: Step): StepType {
  return stepTypes[step.type]
}
