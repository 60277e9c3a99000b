import { setTimeout } from 'node:timers/promises'

/**
 * The longest that this thread worked at a stretch while some work went on, in milliseconds: for so long anything
 * else in the process had to wait. By the thread's own clock, because by the wall's a machine whose processors are
 * taken by the tests beside this one waits longer without any fault of ours.
 */
export async function longestWaitDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = workedMs()
  const note = () => {
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(note, everyMs)
  try {
    await work()
    // What was blocked until the very end is told by the next tick.
    await setTimeout(2 * everyMs)
  } finally {
    clearInterval(timer)
  }
  return longest
}

const everyMs = 5

/** By the clock of this thread. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
