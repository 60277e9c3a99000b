import type { StartedProcess } from '../process/process.ts'
import type { Parent } from './parent.ts'

/**
 * Returns the parent of several child processes. Returns null if this process works without children or is a
 * child itself.
 */
export async function parentOf(started: StartedProcess): Promise<Parent | null> {
  if (started.config.processes === 1 || started.child !== null) return null
  const { Parent } = await import('./parent.ts')
  return new Parent(started)
}
