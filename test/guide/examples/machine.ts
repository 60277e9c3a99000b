import { execFileSync } from 'node:child_process'
import { it } from '@jest/globals'

/** Returns the path of a program of this machine, or null if the machine lacks it. */
export function pathOf(program: string): string | null {
  try {
    return execFileSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** Returns `it`, or `it.skip` with a suffix for names of tests if this machine lacks a program that they need. */
export function itWith(program: string): { readonly run: typeof it.skip; readonly suffix: string } {
  return pathOf(program) === null
    ? { run: it.skip, suffix: ` (not run: this machine has no ${program})` }
    : { run: it, suffix: '' }
}
