import { IntlMessageFormat } from 'intl-messageformat'
import { translationOf } from './catalogue.ts'
import { language } from './language.ts'

type Values = Readonly<Record<string, string | number | null | undefined>>

const messages = new Map<string, IntlMessageFormat>()

/**
 * Returns a text in the present language. The English text is the key of its translations; its values are named in
 * braces, as in "{count, plural, one {# record} other {# records}} of {table}" (ICU MessageFormat). Apostrophes quote
 * nothing.
 */
export function t(text: string, values?: Values): string {
  const message = translationOf(text)
  return values === undefined ? message : String(messageOf(message).format(values))
}

function messageOf(text: string): IntlMessageFormat {
  const message = messages.get(text) ?? parsed(text, { ignoreTag: true })
  messages.set(text, message)
  return message
}

/** Parses a text of the present language. `ignoreTag` reads tags as they are written. */
export function parsed(text: string, { ignoreTag }: { ignoreTag: boolean }): IntlMessageFormat {
  return new IntlMessageFormat(text.replaceAll("'", "''"), language, undefined, { ignoreTag })
}
