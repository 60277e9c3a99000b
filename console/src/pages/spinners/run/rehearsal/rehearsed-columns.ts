import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { t } from '../../../../languages/text.ts'

const columns = [
  ['sends', t('Sends')],
  ['passes', t('Continues')],
  ['skips', t('Skipped')],
  ['waits', t('Waits')],
  ['fails', t('Fails')],
] as const

/**
 * Returns the figures of a rehearsal that are above 0 at any step, because narrow screens have no room for
 * empty columns. "Sends" is always shown.
 */
export function columnsOf(steps: Rehearsed['steps']): readonly (typeof columns)[number][] {
  return columns.filter(([name]) => name === 'sends' || steps.some((figures) => figures[name] > 0))
}
