import { realpathSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'

const touchEveryMs = 3_600_000

/**
 * Touches the folder of the bundle that this process runs from, now and every hour. A build of a newer bundle deletes
 * bundles that were not touched for a day, and the process would then not find the parts that it loads later. Does
 * nothing for a program that runs from its sources.
 */
export function keepBundle(program = process.argv[1] ?? ''): void {
  if (!program.endsWith('.js')) return
  // Resolves the link dist/current now, because it leads to another bundle after an update.
  const folder = dirname(realpathSync(program))
  touch(folder)
  setInterval(() => touch(folder), touchEveryMs).unref()
}

function touch(folder: string): void {
  try {
    const now = new Date()
    utimesSync(folder, now, now)
  } catch {
    // Ignores a folder that cannot be changed, such as in a container with a read-only file system. No build deletes
    // its bundles.
  }
}
