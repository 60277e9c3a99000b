import { programOf, takesUp } from '../spinner/steps/program.ts'
import type { Step } from '../spinner/steps/step.ts'

/**
 * The version by which failed recipients are run again: the version in which they failed, or the published
 * one.
 */
export const retryVersions = ['same', 'current'] as const
export type RetryVersion = (typeof retryVersions)[number]

/**
 * Returns the first step of `failedAt` at which another version cannot continue; null if it can continue at
 * all of them.
 *
 * Steps have no names, only positions. So the steps before it must equal the steps that were sent. Otherwise
 * somebody would get a step again under another number, or miss a step that was inserted.
 */
export function stepNotTakenUp(
  failedAt: readonly number[],
  ran: readonly Step[],
  current: readonly Step[],
): number | null {
  const [before, now] = [programOf(ran), programOf(current)]
  return failedAt.find((at) => !takesUp(before, now, at)) ?? null
}
