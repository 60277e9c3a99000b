import { programOf } from '../steps/program.ts'
import type { Step } from '../steps/step.ts'
import {
  awaitedEventOf,
  questionsOfStep,
  withAwaitedCondition,
  withBranches,
} from '../steps/step-capabilities.ts'
import { type Where, withSegments } from '../where/where.ts'

/** Returns whether a step waits until its record belongs, or does not belong, to a segment. */
export function waitForSegments(steps: readonly Step[]): boolean {
  return programOf(steps).some(
    ({ step }) =>
      (awaitedEventOf(step)?.where ?? null) !== null &&
      questionsOfStep(step).some((question) => 'segmentId' in question),
  )
}

/**
 * Returns steps whose waits have the conditions of segments in place of the segments, so that a change of a column of a
 * segment, or a time in its condition, ends a wait.
 */
export function withSegmentsOfWaits(
  steps: readonly Step[],
  segments: ReadonlyMap<string, Where>,
): readonly Step[] {
  return steps.map((step) =>
    withAwaitedCondition(
      withBranches(step, (branch) => withSegmentsOfWaits(branch, segments)),
      (where) => withSegments(where, segments),
    ),
  )
}
