import { setTimeout } from 'node:timers/promises'

/** The longest that anything else in this process had to wait while some work went on, in milliseconds. */
export async function longestWaitDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const note = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last - everyMs)
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
