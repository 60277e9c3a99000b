import { dateLanguage } from '../../languages/language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the formatter for dates and times in the form of the present language, which is that of the browser's own date
 * fields unless another language was chosen. Every date on a screen comes from it. The time zone is that of this machine unless the options name one.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  tag: string = dateLanguage(),
): Intl.DateTimeFormat {
  const key = JSON.stringify([tag, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, options)
  formats.set(key, format)
  return format
}

/** Returns the time zone of this browser, such as "Europe/Berlin". */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
