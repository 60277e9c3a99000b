import { languages } from '../../../languages/language.ts'
import { dateFormat } from '../date-format.ts'
import { plain } from './reading.ts'

/** Words and endings around the parts of a date in the languages of the console, such as "27 de noviembre" or "1st". */
const fillers = 'st nd rd th of the de del el le er den der am at um a las'.split(' ')

const dayMs = 86_400_000

interface Names {
  /** The names of months and their abbreviations, with the number of the month. */
  readonly months: readonly (readonly [name: string, month: number])[]
  readonly ignored: ReadonlySet<string>
}

const names = new Map<string, Names>()

/** Returns the number of the month that a word names in the user's language or one of the console; null for others. */
export function monthOf(word: string, tag: string): number | null {
  const { months } = namesFor(tag)
  const isMeant = ([name]: readonly [string, number]) =>
    name === word || (word.length > 2 && name.startsWith(word))
  const meant = new Set(months.filter(isMeant).map(([, month]) => month))
  const [month = null] = meant
  return meant.size === 1 ? month : null
}

/** Returns whether a word of a date has no meaning of its own, such as the name of a weekday. */
export function isIgnored(word: string, tag: string): boolean {
  return namesFor(tag).ignored.has(word)
}

function namesFor(tag: string): Names {
  const stored = names.get(tag)
  if (stored !== undefined) return stored
  const tags = [tag, ...Object.keys(languages)]
  const made: Names = {
    months: tags.flatMap((each) => Array.from({ length: 12 }, (_, index) => monthNames(each, index)).flat()),
    ignored: new Set([...fillers, ...tags.flatMap(weekdayNames)]),
  }
  names.set(tag, made)
  return made
}

function monthNames(tag: string, index: number): (readonly [string, number])[] {
  const at = Date.UTC(2026, index, 1)
  return (['long', 'short'] as const)
    .flatMap((month) => [{ month }, { month, day: 'numeric' }] as const)
    .flatMap((options) => wordsIn(tag, options, at, 'month'))
    .map((name) => [name, index + 1])
}

function weekdayNames(tag: string): string[] {
  return Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 0, 1) + index * dayMs).flatMap((at) =>
    (['long', 'short'] as const).flatMap((weekday) => wordsIn(tag, { weekday }, at, 'weekday')),
  )
}

function wordsIn(
  tag: string,
  options: Intl.DateTimeFormatOptions,
  at: number,
  type: 'month' | 'weekday',
): string[] {
  const parts = dateFormat({ ...options, timeZone: 'UTC' }, tag).formatToParts(at)
  return parts
    .filter((part) => part.type === type)
    .flatMap(({ value }) => plain(value).match(/\p{L}+/gu) ?? [])
}
