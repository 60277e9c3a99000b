import { canContinueFrom, programOf } from '../spinner/steps/program.ts'
import type { Step } from '../spinner/steps/step.ts'

/**
 * The version of a spinner that runs failed recipients again: the version in which they failed, or the
 * published one.
 */
export const retryVersions = ['same', 'current'] as const
export type RetryVersion = (typeof retryVersions)[number]

/**
 * Returns the first failed step at which another version cannot continue; null if it can continue at all of
 * them.
 *
 * Steps have no names, only positions, so the steps before a failed step must be equal in both versions.
 * Otherwise a recipient would get a message again, or miss a step that was inserted.
 */
export function stepWithoutContinuation(
  failedAt: readonly number[],
  ran: readonly Step[],
  current: readonly Step[],
): number | null {
  const [before, now] = [programOf(ran), programOf(current)]
  return failedAt.find((at) => !canContinueFrom(before, now, at)) ?? null
}
