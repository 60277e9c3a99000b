import { cutText } from '../../storable-text.ts'

/** The number of characters of an automatic answer that are searched for dates. */
const mostText = 4_000
const mostDates = 40
const dayMs = 24 * 60 * 60 * 1000
/**
 * The number of days within which a date in an automatic answer can be a return. A later date is about
 * something else, such as a fair or a contract.
 */
const longestDays = 90
const usualDays = 7

/**
 * The beginnings of month names in all languages in which dates are recognized. If one is the beginning of
 * another, the longer one matches first.
 */
const months: readonly (readonly string[])[] = [
  ['jan', 'janv', 'ene', 'gen', 'sty', 'янв'],
  ['feb', 'fév', 'fev', 'lut', 'фев'],
  ['mar', 'mär', 'maer', 'mrz', 'maa', 'мар'],
  ['apr', 'avr', 'abr', 'kwi', 'апр'],
  ['may', 'mai', 'mei', 'mag', 'maj', 'мая', 'май'],
  ['jun', 'juin', 'giu', 'cze', 'июн'],
  ['jul', 'juil', 'lug', 'lip', 'июл'],
  ['aug', 'août', 'aout', 'ago', 'sie', 'авг'],
  ['sep', 'set', 'wrz', 'сен'],
  ['oct', 'okt', 'out', 'ott', 'paź', 'paz', 'окт'],
  ['nov', 'lis', 'ноя'],
  ['dec', 'dez', 'déc', 'dic', 'gru', 'дек'],
]

const monthWord = `(?<month>(?:${months
  .flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|')})\\p{L}{0,9})\\.?`
const forms = [
  /(?<!\d)(?<year>\d{4})-(?<no>\d{1,2})-(?<day>\d{1,2})(?!\d)/gu,
  /(?<!\d)(?<year>\d{4})(?:年|\/|\. ?)(?<no>\d{1,2})(?:月|\/|\. ?)(?<day>\d{1,2})(?!\d)/gu,
  /(?<![\d.])(?<day>\d{1,2})\.\s?(?<no>\d{1,2})\.(?:\s?(?<year>\d{4}|\d{2})(?!\d))?/gu,
  /(?<![\d/])(?<one>\d{1,2})[/-](?<other>\d{1,2})(?:[/-](?<year>\d{4}|\d{2}))?(?![\d/])/gu,
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.)?\\s+(?:of\\s+|de\\s+|d['’]\\s?)?${monthWord}(?:,?\\s+(?:de\\s+)?(?<year>\\d{4}))?`,
    'giu',
  ),
  new RegExp(
    `(?<!\\p{L})${monthWord}\\s+(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+(?<year>\\d{4}))?`,
    'giu',
  ),
]

/**
 * Words before the date of a return in an automatic answer. Words before the date of a departure are not
 * included.
 */
const returns =
  /(?:until|till|\btil\b|through|thru|\bto\b|back|return|resum|available (?:again|from|on)|\bbis\b|wieder|zurück|\bab\b|jusqu|retour|reviens|rentr|hasta|vuelv|regres|volver|fino|torn|rientr|até|\bate\b|volt|retorn|\btot\b|terug|\bdo\b|wrac|powr|tillbaka|tillbage|tilbake|asti|\bдо\b|верн|まで|至|–|—)[^.!?\n]{0,60}$/iu

/**
 * Returns the time when the author of an automatic answer is back: the day after the latest return date in
 * the text. If the text has no return date, returns the day after its latest date; if it has no date, seven
 * days after `at`.
 */
export function absentUntil(text: string, at: Date): Date {
  const read = cutText(text, mostText)
  const today = startOfDay(at)
  const found: { readonly day: number; readonly isReturn: boolean }[] = []
  for (const form of forms) {
    for (const match of read.matchAll(form)) {
      if (found.length >= mostDates) break
      const day = dayOf(match.groups ?? {}, today)
      if (day === null || day < today || day > today + longestDays * dayMs) continue
      found.push({ day, isReturn: returns.test(read.slice(Math.max(0, match.index - 80), match.index)) })
    }
  }
  const named = found.some(({ isReturn }) => isReturn) ? found.filter(({ isReturn }) => isReturn) : found
  const last = Math.max(...named.map(({ day }) => day))
  return named.length === 0 ? new Date(at.getTime() + usualDays * dayMs) : new Date(last + dayMs)
}

function dayOf(groups: Readonly<Record<string, string | undefined>>, today: number): number | null {
  const { year, month, no, day, one, other } = groups
  if (one !== undefined && other !== undefined) {
    // For a date such as 3/4, either number may be the day. Takes the earlier of the two possible dates that
    // are not in the past.
    const either = [
      dated(year, Number(other), Number(one), today),
      dated(year, Number(one), Number(other), today),
    ]
    const ahead = either.filter((moment) => moment !== null && moment >= today) as number[]
    return ahead.length === 0 ? null : Math.min(...ahead)
  }
  const word = month?.toLowerCase() ?? ''
  const number =
    month === undefined ? Number(no) : months.findIndex((all) => all.some((it) => word.startsWith(it))) + 1
  return dated(year, number, Number(day), today)
}

/**
 * Returns the time at which a date begins, in milliseconds since 1970; null if the date does not exist. Without
 * a year, returns its next occurrence.
 */
function dated(year: string | undefined, month: number, day: number, today: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  if (year !== undefined) return existing(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const now = new Date(today).getUTCFullYear()
  const thisYear = existing(now, month, day)
  return thisYear !== null && thisYear >= today ? thisYear : existing(now + 1, month, day)
}

function existing(year: number, month: number, day: number): number | null {
  const moment = new Date(Date.UTC(year, month - 1, day))
  return moment.getUTCMonth() === month - 1 ? moment.getTime() : null
}

function startOfDay(at: Date): number {
  return Math.floor(at.getTime() / dayMs) * dayMs
}
