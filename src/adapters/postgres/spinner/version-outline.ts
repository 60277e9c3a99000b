import {
  isPlainProgram,
  programOf,
  stepsBeforeAnyMessage,
  waitSecondsAfterSteps,
} from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { sends } from '../../../domain/spinner/steps/step-capabilities.ts'

/**
 * Returns the facts about the steps of a version that SQL needs, so that SQL knows no type of step: whether all
 * steps are plain, the steps before which no message can have been sent, the steps that send none, and the
 * seconds of wait steps after each step.
 */
export function outlineOf(steps: readonly Step[]) {
  const program = programOf(steps)
  return {
    isPlain: isPlainProgram(program),
    stepsBeforeMessages: [...stepsBeforeAnyMessage(program)],
    stepsWithoutMessages: program.filter(({ step }) => !sends(step)).map(({ index }) => index),
    waitSecondsAfterSteps: [...waitSecondsAfterSteps(program)],
  }
}
