import type { StartedProcess } from '../process.ts'
import type { Parent } from './parent.ts'

/** Returns the parent of several child processes; null if this process does the work without children. */
export async function parentOf(started: StartedProcess): Promise<Parent | null> {
  if (started.config.processes === 1 || started.child !== null) return null
  const { Parent } = await import('./parent.ts')
  return new Parent(started)
}
