import type { Step } from '../../../../api/schema.ts'
import { nameFields } from '../../../../components/names/field-labels.ts'
import { branchStep } from './branch.tsx'
import { conditionStep } from './condition.tsx'
import { emailStep } from './email.tsx'
import { guardStep } from './request/guard.tsx'
import { webhookStep } from './request/webhook.tsx'
import { splitStep } from './split.tsx'
import type { StepType, StepTypeOf } from './step-type.ts'
import { waitStep } from './wait/wait.tsx'
import { waitUntilStep } from './wait/wait-until.tsx'

/**
 * Every step type of the API, in the order in which the console offers them. A missing type does not compile.
 */
export const stepTypes = {
  email: emailStep,
  webhook: webhookStep,
  wait: waitStep,
  waitUntil: waitUntilStep,
  condition: conditionStep,
  branch: branchStep,
  split: splitStep,
  guard: guardStep,
} satisfies {
  readonly [Type in Step['type']]: StepTypeOf<Extract<Step, { type: Type }>, { type: Type }, unknown>
}

for (const stepType of Object.values(stepTypes)) nameFields(stepType)

export function typeOf({ type }: Pick<Step, 'type'>): StepType {
  return stepTypes[type]
}
