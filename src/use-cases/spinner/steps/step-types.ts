import type { Step } from '../../../domain/spinner/steps/step.ts'
import { branchStep } from './branching/branch-step.ts'
import { guardStep } from './branching/guard-step.ts'
import { splitStep } from './branching/split-step.ts'
import { waitUntilStep } from './branching/wait-until-step.ts'
import { conditionStep } from './condition-step.ts'
import { emailStep } from './email-step.ts'
import type { StepPorts, StepRunner } from './step-runner.ts'
import type { StepType, StepTypeOf } from './step-type.ts'
import { waitStep } from './wait-step.ts'
import { webhookStep } from './webhook-step.ts'

/** All types of steps, in the order of the documentation. If a type is missing, the code does not compile. */
export const stepTypes: {
  readonly [Type in Step['type']]: StepTypeOf<Extract<Step, { type: Type }>>
} = {
  email: emailStep,
  webhook: webhookStep,
  wait: waitStep,
  condition: conditionStep,
  branch: branchStep,
  split: splitStep,
  waitUntil: waitUntilStep,
  guard: guardStep,
}

export function stepTypeOf(step: Step): StepType {
  return stepTypes[step.type]
}

/** The runners of all types of steps, created with one set of ports. */
export class StepRunners {
  readonly #byType: Readonly<Record<Step['type'], StepRunner<Step>>>

  constructor(ports: StepPorts) {
    const runners = Object.entries(stepTypes).map(([type, { runner }]) => [type, runner(ports)])
    this.#byType = Object.fromEntries(runners) as Record<Step['type'], StepRunner<Step>>
  }

  of(step: Step): StepRunner<Step> {
    return this.#byType[step.type]
  }
}
