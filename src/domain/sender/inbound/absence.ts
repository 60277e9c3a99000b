import { cutText } from '../../text/storable-text.ts'
import { monthOf, monthWord } from './month-names.ts'

/** The number of characters of an automatic answer that are searched for dates. */
const maxText = 4_000
const maxDates = 40
const dayMs = 24 * 60 * 60 * 1000
/**
 * The number of days within which any date in an automatic answer can be a return. A later date is often about
 * something else, such as a fair or a contract, and needs words of a return. A date without a year that is less
 * than so many days past is not the next year's.
 */
const nearDays = 90
/** The longest absence in days, such as a parental leave. A recipient is held no longer than that. */
const maxDays = 2 * 365
const defaultDays = 7

const forms = [
  /(?<!\d)(?<year>\d{4})-(?<no>\d{1,2})-(?<day>\d{1,2})(?!\d)/gu,
  /(?<!\d)(?<year>\d{4})(?:\/|\. ?)(?<no>\d{1,2})(?:\/|\. ?)(?<day>\d{1,2})(?!\d)/gu,
  /(?:(?<!\d)(?<year>\d{4}) ?[年년] ?)?(?<!\d)(?<no>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日号號일]/gu,
  /(?<![\d.])(?<day>\d{1,2})\.\s?(?<no>\d{1,2})\.(?:\s?(?<year>\d{4}|\d{2})(?!\d))?/gu,
  /(?<![\d/])(?<one>\d{1,2})[/-](?<other>\d{1,2})(?:[/-](?<year>\d{4}|\d{2}))?(?![\d/])/gu,
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.)?\\s+(?:of\\s+|de\\s+|d['’]\\s?)?${monthWord}(?:,?\\s+(?:de\\s+|del\\s+)?(?<year>\\d{4}))?`,
    'giu',
  ),
  new RegExp(`(?<!\\d)(?<year>\\d{4})\\.?\\s+${monthWord}\\s+(?<day>\\d{1,2})(?!\\d)`, 'giu'),
  new RegExp(
    `(?<!\\p{L})${monthWord}\\s+(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+(?<year>\\d{4}))?`,
    'giu',
  ),
]

/** Matches a gap of one sentence; the full stop of an abbreviated weekday does not end it. */
const gap = '(?:[^.!?\\n]|(?<=[^\\p{L}]\\p{L}{2,4})\\.|\\.(?=\\d)){0,60}'

/**
 * Words before the date of a return in an automatic answer. Words before the date of a departure are not
 * included.
 */
const back = new RegExp(
  `(?:back|return|resum|available (?:again|from|on)|wieder|zurück|retour|reviens|rentr|vuelv|regres|volver|torn|rientr|volt|retorn|terug|wrac|powr|wróc|tillbaka|åter|tillbage|tilbake|palaa|takaisin|vrát|zpět|návrat|vissza|revin|întorc|înapoi|верн|выйд|поверн|戻|復帰|返回|回来)${gap}$`,
  'iu',
)
const until = new RegExp(
  `(?:until|till|\\btil\\b|through|thru|\\bbis\\b|jusqu|hasta|fino|até|\\bate\\b|\\btot\\b|până|(?<!\\p{L})до(?!\\p{L})|至|到)${gap}$`,
  'iu',
)

/** Matches the words between a preposition and its date, such as "and including Monday, the". */
const toDate = '(?:[ ,]+(?:and including|(?!from|since)\\p{L}{1,12}\\.?)){0,2}[ ,]*$'
/** Words that mean much else, so they stand directly before the date up to which an absence lasts. */
const upTo = new RegExp(`(?:(?<!\\b(?:due|owing|thanks) )\\bto\\b|\\bab\\b|\\bdo\\b|[–—])${toDate}`, 'iu')

/** Words directly before the date on which an absence begins. */
const from = new RegExp(
  `(?<!\\p{L})(?:from|since|starting|beginning|as of|vom|seit|depuis|à partir|desde|a partir|dal|vanaf|sinds|od|från|sedan|fra|siden|din|от|с|з|від)(?: (?:on|the|dem|le|l|du|de|del|dia|día|el|o|il|den|dnia))?(?: \\p{L}{2,12}[.,]{0,2})? $`,
  'iu',
)
/** Words after the date on which an absence begins, as in "ab dem 1. Juni im Urlaub". */
const fromAfter =
  /^,? ?(?:(?:bin|befinde|gehe) ich (?:mich )?)?(?:(?:im|in|auf) )?(?:\p{L}{1,12} )?(?:urlaub|elternzeit|mutterschutz|abwesend|nicht (?:im|erreichbar))/iu

/** Words after the date of a return, in languages that put them there. */
const backAfter =
  /^(?: ?[(（][^)）\n]{1,8}[)）])? ?(?:に?(?:は)?(?:戻|復帰|出社)|より(?:出社|復帰|通常)|から(?:出社|復帰|通常)|에? ?(?:복귀|돌아)|부터 ?(?:정상|업무|출근)|(?:回来|返回|恢复|回到|上班)|['’]?\p{L}{0,4} (?:tarihinde )?(?:geri )?dön)/u
const untilAfter =
  /^(?: ?[(（][^)）\n]{1,8}[)）])? ?(?:まで|迄|까지|['’]?\p{L}{0,4} (?:tarihine )?kadar|\.? ?(?:saakka|asti)|\p{L}{0,10}? ?-?ig(?!\p{L})|(?:之)?前)/u

/** Words of an absence, in whose sentence a date far away is the end of the absence. */
const absent =
  /away|absen|out of|off(?:ice)?\b|leave|vacation|holiday|sabbatical|abwesend|urlaub|elternzeit|mutterschutz|außer haus|nicht (?:im|erreichbar)|cong[eé]|maternit|paternit|parental|vacaciones|permiso|fuera|baja|ausente|assente|ferie|congedo|aspettativa|férias|licença|afwezig|verlof|vakantie|urlop|nieobecn|macierzyńsk|ledig|semester|frånvar|fravær|barsel|permisjon|lomalla|vapaalla|poissa|dovolen|mateřsk|nepřítom|szabads|gyes|concedi|izin|отпуск|декрет|відпустк|отсутств|відсутн|不在|休み|休暇|育休|産休|休職|休假|产假|育儿|부재|휴가|휴직|출장/iu

/**
 * Returns the time when the author of an automatic answer is back: the day after the latest return date in
 * the text. If the text has no return date, returns the day after its latest date; if it has no date, seven
 * days after `at`.
 */
export function absentUntil(text: string, at: Date): Date {
  // Joins the lines of a paragraph, because mail programs break lines between "back" and the date.
  const read = cutText(text, maxText)
    .replaceAll('\r', '')
    .replaceAll(/(?<=\S)[ \t]*\n(?=[ \t]*\S)/g, ' ')
  const today = startOfDay(at)
  const mentionedDates: { readonly day: number; readonly isReturn: boolean }[] = []
  for (const form of forms) {
    for (const match of read.matchAll(form)) {
      if (mentionedDates.length >= maxDates) break
      const day = dayOf(match.groups ?? {}, today)
      if (day === null || day < today || day > today + maxDays * dayMs) continue
      const sign = returnSign(read, match.index, match.index + match[0].length)
      if (day > today + nearDays * dayMs && sign !== 'back' && sign !== 'absence') continue
      mentionedDates.push({ day, isReturn: sign !== null })
    }
  }
  const named = mentionedDates.some(({ isReturn }) => isReturn)
    ? mentionedDates.filter(({ isReturn }) => isReturn)
    : mentionedDates
  const last = Math.max(...named.map(({ day }) => day))
  return named.length === 0 ? new Date(at.getTime() + defaultDays * dayMs) : new Date(last + dayMs)
}

/**
 * Returns how the words beside a date say that it is the end of an absence: `back` names a return, `absence` an
 * end of an absence, and `until` an end of something. Returns null for other dates.
 */
function returnSign(text: string, start: number, end: number): 'back' | 'absence' | 'until' | null {
  const before = text.slice(Math.max(0, start - 80), start)
  const after = text.slice(end, end + 30)
  if (back.test(before) || backAfter.test(after)) return 'back'
  if (from.test(before) || fromAfter.test(after)) return untilAfter.test(after) ? 'absence' : null
  if (!until.test(before) && !upTo.test(before) && !untilAfter.test(after)) return null
  const [sentence = ''] = /[^.!?。\n]*$/u.exec(before) ?? []
  return absent.test(sentence) || absent.test(after) ? 'absence' : 'until'
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
  return dated(year, month === undefined ? Number(no) : monthOf(month), Number(day), today)
}

/**
 * Returns the time at which a date begins, in milliseconds since 1970; null if the date does not exist. Without
 * a year, returns its next occurrence, or the last one if that is near: an absence names the day it began, too.
 */
function dated(year: string | undefined, month: number, day: number, today: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  if (year !== undefined) return existing(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const now = new Date(today).getUTCFullYear()
  const since = today - nearDays * dayMs
  const occurrences = [now - 1, now, now + 1].map((one) => existing(one, month, day))
  return occurrences.find((moment) => moment !== null && moment >= since) ?? null
}

function existing(year: number, month: number, day: number): number | null {
  const moment = new Date(Date.UTC(year, month - 1, day))
  return moment.getUTCMonth() === month - 1 ? moment.getTime() : null
}

function startOfDay(at: Date): number {
  return Math.floor(at.getTime() / dayMs) * dayMs
}
