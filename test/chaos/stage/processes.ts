import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of a process of a chaos scenario and of its children. */
export function family(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return [pid, ...children]
}

/**
 * Sends a signal to a process of a chaos scenario and its children. The parent comes first, so that it does not
 * restart its children.
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // Ignores the error if a process has ended before the signal.
    }
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Skips the program's name in /proc/PID/stat, which is in brackets and may contain spaces, to read the id
    // of the parent process.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
