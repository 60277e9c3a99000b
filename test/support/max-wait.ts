import { setTimeout } from 'node:timers/promises'

const everyMs = 5

/**
 * The longest time in milliseconds for which tests allow work with a limit to block a thread. Work without a
 * limit blocks it for 2 to 77 seconds. `npm run bench -- hostile` measures milliseconds; here they would also
 * depend on other processes of the machine.
 */
export const boundedWaitMs = 1_500

/**
 * Returns the longest time in ms for which the work blocked the test's thread. Time in which other processes
 * had the processor does not count.
 */
export async function maxWaitDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = now()
  const note = () => {
    const present = now()
    longest = Math.max(longest, Math.min(present.wall - last.wall - everyMs, present.busy - last.busy))
    last = present
  }
  const timer = setInterval(note, everyMs)
  try {
    await work()
    // Waits for one more tick of the test's timer, because only the next tick notices a block that lasts until
    // the end of the work.
    await setTimeout(2 * everyMs)
  } finally {
    clearInterval(timer)
  }
  return longest
}

function now(): { readonly wall: number; readonly busy: number } {
  return { wall: performance.now(), busy: workedMs() }
}

/** Returns the processor time in milliseconds that the test's thread used for the work. */
export function workedMsDuring(work: () => void): number {
  const before = workedMs()
  work()
  return workedMs() - before
}

/** Returns the processor time that the test's thread has used, in milliseconds. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
