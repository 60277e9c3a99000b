import { setTimeout } from 'node:timers/promises'

const everyMs = 5

/**
 * What is not bounded holds a thread for 2 to 77 seconds. Milliseconds are for `npm run bench -- hostile` to tell:
 * here they would also say how busy the machine is.
 */
export const boundedWaitMs = 1_500

/**
 * The longest that anything else in this process had to wait for this thread while some work went on, in
 * milliseconds. What the thread itself waited for a processor that other processes had is not counted.
 */
export async function longestWaitDuring(work: () => Promise<unknown>): Promise<number> {
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
    // What was blocked until the very end is told by the next tick.
    await setTimeout(2 * everyMs)
  } finally {
    clearInterval(timer)
  }
  return longest
}

function now(): { readonly wall: number; readonly busy: number } {
  return { wall: performance.now(), busy: workedMs() }
}

/** By the clock of this thread. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
