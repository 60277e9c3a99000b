/** A schedule in everyday terms. A schedule that cannot be expressed so keeps its five cron fields. */
export type Plan =
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'weekly'; readonly at: string; readonly days: readonly number[] }
  | { readonly kind: 'monthly'; readonly at: string; readonly day: number }
  | { readonly kind: 'custom' }

/** The days of a week; Monday is 1. */
const everyDay = [1, 2, 3, 4, 5, 6, 7]

export function planOf(cron: string): Plan {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...others] = cron.trim().split(/\s+/)
  const [m, h, d] = [numberIn(minute, 0, 59), numberIn(hour, 0, 23), numberIn(day, 1, 31)]
  if (others.length > 0 || m === null || month !== '*') return { kind: 'custom' }
  if (hour === '*' && day === '*' && weekday === '*') return { kind: 'hourly', minute: m }
  if (h === null) return { kind: 'custom' }
  const at = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
  if (weekday === '*' && d !== null) return { kind: 'monthly', at, day: d }
  const days = weekday === '*' ? everyDay : daysIn(weekday)
  return day === '*' && days !== null ? { kind: 'weekly', at, days } : { kind: 'custom' }
}

export function cronOf(plan: Exclude<Plan, { kind: 'custom' }>): string {
  if (plan.kind === 'hourly') return `${plan.minute} * * * *`
  const [hour = '9', minute = '0'] = plan.at.split(':')
  const time = `${Number(minute)} ${Number(hour)}`
  if (plan.kind === 'monthly') return `${time} ${plan.day} * *`
  return `${time} * * ${plan.days.length === 7 ? '*' : plan.days.join(',')}`
}

function numberIn(text: string, least: number, most: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}

/**
 * Returns the days in a cron field such as "1-5" or "1,3", where 0 and 7 are Sunday; null for other forms.
 */
function daysIn(text: string): readonly number[] | null {
  const days = new Set<number>()
  for (const part of text.split(',')) {
    const [, from = '', to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? []
    if (from === '' || Number(from) > Number(to)) return null
    for (let day = Number(from); day <= Number(to); day++) days.add(day === 0 ? 7 : day)
  }
  return [...days].toSorted((a, b) => a - b)
}
