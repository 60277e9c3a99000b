import type { Language } from './language.ts'

/** Returns a time in words of a language and in a time zone, such as "Tuesday, 1 December 2026 at 09:00". */
export function writtenTime(at: Date, language: Language, timeZone: string): string {
  const tag = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)
}
