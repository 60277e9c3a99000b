import { type Language, language } from '../../languages/language.ts'
import { browserTimeZone } from '../time/date-format.ts'

/** Returns the settings of a new organization that follow the browser in which it is created. */
export function browserSettings(): { readonly timeZone: string; readonly language: Language } {
  return { timeZone: browserTimeZone(), language }
}
