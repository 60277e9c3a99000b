import type { WorkInParts } from '../../../src/domain/parts.ts'

/**
 * Does work in parts. Returns its result, the number of parts, and the time of the processor that the thread of the
 * work needed for the longest part. The threads of Node.js that compile code and collect garbage do not count.
 */
export function measured<Result>(work: WorkInParts<Result>): {
  readonly result: Result
  readonly parts: number
  readonly maxMs: number
} {
  let maxMs = 0
  for (let parts = 1; ; parts++) {
    const before = process.threadCpuUsage()
    const part = work.next()
    const { user, system } = process.threadCpuUsage(before)
    maxMs = Math.max(maxMs, (user + system) / 1000)
    if (part.done === true) return { result: part.value, parts, maxMs }
  }
}
