import { programOf, takesUp } from '../spinner/steps/program.ts'
import type { Step } from '../spinner/steps/step.ts'

/** What failed recipients are run again by: the version in which they failed, or the one that is published now. */
export const retryVersions = ['same', 'current'] as const
export type RetryVersion = (typeof retryVersions)[number]

/**
 * The first of the steps at which recipients failed that another version cannot take up; null where it takes up all.
 *
 * Steps have no names, only places. So what lies before the step must be what has been sent, or somebody would get it
 * again under another number, or miss what was put in between.
 */
export function stepNotTakenUp(
  failedAt: readonly number[],
  ran: readonly Step[],
  current: readonly Step[],
): number | null {
  const [before, now] = [programOf(ran), programOf(current)]
  return failedAt.find((at) => !takesUp(before, now, at)) ?? null
}
