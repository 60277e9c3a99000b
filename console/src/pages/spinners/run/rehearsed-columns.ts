import type { Rehearsed } from '../../../api/spinner/rehearsals.ts'

const columns = [
  ['sends', 'Sends'],
  ['passes', 'Goes on'],
  ['skips', 'Skipped'],
  ['waits', 'Waits'],
  ['fails', 'Fails'],
] as const

/** Those that say something of any step: on a narrow screen there is no room for others. */
export function columnsOf(steps: Rehearsed['steps']): readonly (typeof columns)[number][] {
  return columns.filter(([name]) => name === 'sends' || steps.some((figures) => figures[name] > 0))
}
