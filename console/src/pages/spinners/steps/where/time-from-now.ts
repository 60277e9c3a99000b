import { t } from '../../../../languages/text.ts'

/** A unit of times relative to the present: minutes, hours, days or weeks. */
export type Unit = 'm' | 'h' | 'd' | 'w'

export const unitWords = { m: t('minutes'), h: t('hours'), d: t('days'), w: t('weeks') } as const

const relative = /^now(?:([+-])(\d{1,4})([mhdw]))?$/

/**
 * Parses a time relative to the present, as a condition stores it, into a number and a unit, negative for
 * earlier. Returns null for other times.
 */
export function fromNow(value: string): { count: number; unit: Unit } | null {
  const [matched, sign, count = '0', unit = 'd'] = relative.exec(value) ?? []
  if (matched === undefined) return null
  return { count: Number(`${sign ?? ''}${count}`), unit: unit as Unit }
}

export function countedFromNow(count: number, unit: string): string {
  return count === 0 ? 'now' : `now${count < 0 ? '-' : '+'}${Math.abs(count)}${unit}`
}
