import type { OverviewRange } from '../../api/account/overview.ts'
import type { Overview } from '../../api/schema.ts'
import { dateFormat } from '../../components/time/date-format.ts'
import { localTimeIn } from '../../components/time/zoned-time.ts'
import { t } from '../../languages/text.ts'

type Words = Readonly<{
  /** Returns the label below a bar of a chart; null if the bar has no room for a label. */
  short: (index: number) => string | null
  full: (index: number) => string
}>

/** Returns the labels for the periods of a chart, in the time zone of the organization. */
export function wordsOfParts({ range, timeZone, parts, until }: Overview): Words {
  const atOf = (index: number) => parts[index]?.at ?? until
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formats = dateFormat({ ...options, timeZone })
    return (index: number) => formats.format(new Date(atOf(index)))
  }
  const isNoon = (index: number) => localTimeIn(timeZone, Date.parse(atOf(index))).slice(11, 13) === '12'
  const hour = format({ hour: '2-digit', minute: '2-digit' })
  const weekday = format({ weekday: 'short' })
  const day = format({ day: 'numeric', month: 'short' })
  const named = format({ weekday: 'short', day: 'numeric', month: 'short' })
  const words: Readonly<Record<OverviewRange, Words>> = {
    '24h': {
      short: (index) => (index % 6 === 2 ? hour(index) : null),
      full: (index) =>
        t('{weekday}, {from} to {to}', {
          weekday: weekday(index),
          from: hour(index),
          to: hour(index + 1),
        }),
    },
    '7d': {
      // Puts the name of a day below the bar of its noon, which is the middle of the day.
      short: (index) => (isNoon(index) ? weekday(index) : null),
      full: (index) =>
        t('{named}, {from} to {to}', { named: named(index), from: hour(index), to: hour(index + 1) }),
    },
    '30d': { short: (index) => (index % 7 === 3 ? day(index) : null), full: named },
  }
  return words[range]
}
