import type { Started } from '../process.ts'
import type { Parent } from './parent.ts'

/** Null where this process does the work: it is the only one, or one of those that do. */
export async function parentOf(started: Started): Promise<Parent | null> {
  if (started.config.processes === 1 || started.child !== null) return null
  const { Parent } = await import('./parent.ts')
  return new Parent(started)
}
