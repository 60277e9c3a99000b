const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the formatter for dates and times in the form of the browser's language, which the browser's own date fields
 * use too. Every date on a screen comes from it. The time zone is that of this machine unless the options name one.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { language } = navigator
  const key = JSON.stringify([language, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

/** Returns the time zone of this browser, such as "Europe/Berlin". */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
