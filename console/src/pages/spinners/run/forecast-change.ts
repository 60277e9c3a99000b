import type { Rehearsed } from '../../../api/spinner/rehearsals.ts'
import { t } from '../../../languages/text.ts'

type Figures = Pick<Rehearsed, 'version' | 'audience' | 'steps' | 'reasons' | 'usage'>

const sums = [
  ['sends', t('messages')],
  ['skips', t('skipped recipients')],
  ['fails', t('failures')],
  ['waits', t('waiting recipients')],
] as const

/**
 * Returns in words how the figures of a run have changed between two rehearsals; null if they are the same.
 * The times of the messages are not compared, because they move with each rehearsal.
 */
export function forecastChange(before: Figures, after: Figures): string | null {
  if (figuresOf(before) === figuresOf(after)) return null
  if (before.version !== after.version)
    return t('Version {version} was published; the forecast was for version {previous}.', {
      version: after.version,
      previous: before.version,
    })
  const counts = [
    [before.audience.eligible, after.audience.eligible, t('records')] as const,
    ...sums.map(([name, words]) => [sumOf(before, name), sumOf(after, name), words] as const),
  ].filter(([was, is]) => was !== is)
  if (counts.length === 0) return t('The figures of some steps or reasons have changed.')
  const words = counts.map(([was, is, name]) =>
    t('{is, number} {name} instead of {was, number}', { is, name, was }),
  )
  return t('The job would now have {words}.', { words: words.join(', ') })
}

function figuresOf({ version, audience, steps, reasons, usage }: Figures): string {
  return JSON.stringify([version, audience, steps, reasons, usage])
}

function sumOf({ steps }: Figures, name: (typeof sums)[number][0]): number {
  return steps.reduce((sum, step) => sum + step[name], 0)
}
