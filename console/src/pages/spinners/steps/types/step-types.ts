import type { Step } from '../../../../api/schema.ts'
import { nameFields } from '../../../../components/names/field-labels.ts'
import { conditionStep } from './condition.tsx'
import { emailStep } from './email.tsx'
import type { StepType, StepTypeOf } from './step-type.ts'
import { waitStep } from './wait.tsx'
import { webhookStep } from './webhook.tsx'

/** Every type of step of the API, in the order in which they are offered. One that is missing does not compile. */
export const stepTypes = {
  email: emailStep,
  webhook: webhookStep,
  wait: waitStep,
  condition: conditionStep,
} satisfies {
  readonly [Type in Step['type']]: StepTypeOf<Extract<Step, { type: Type }>, { type: Type }, unknown>
}

for (const stepType of Object.values(stepTypes)) nameFields(stepType)

export function typeOf({ type }: Pick<Step, 'type'>): StepType {
  return stepTypes[type]
}
