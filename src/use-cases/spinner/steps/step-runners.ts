import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { StepPorts } from './step-ports.ts'
import type { StepRunner } from './step-runner.ts'
import { stepTypes } from './step-types.ts'

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
