import type { WorkInParts } from '../../../src/domain/parts.ts'

/** Does all parts of the tested work without a pause, and returns its result. */
export function doAtOnce<Result>(work: WorkInParts<Result>): Result {
  let part = work.next()
  while (part.done !== true) part = work.next()
  return part.value
}
