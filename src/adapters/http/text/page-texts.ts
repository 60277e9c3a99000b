import { isLanguage, type Language } from '../../../domain/text/language.ts'
import { type Texts, textsIn } from '../../../domain/text/texts.ts'

/** The choice of a language in the console, which pages of the service follow. */
const cookie = /(?:^|;\s*)spindle_language=(\w+)/

/**
 * Returns the texts for the reader of a page: in the language that the address of the page names, that was chosen in
 * the console, or that the browser asks for; otherwise in `usual`, which is the language of the organization whose page
 * it is, if it is known.
 */
export function pageTextsFor(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  search: string,
  usual: Language = 'en',
): Texts {
  const chosen =
    new URLSearchParams(search).get('language') ?? cookie.exec(String(headers['cookie'] ?? ''))?.[1]
  return textsIn(languageOf(chosen ?? '') ?? firstAccepted(String(headers['accept-language'] ?? '')) ?? usual)
}

/** Returns the language of a tag such as "de-AT"; undefined if the pages do not speak it. */
function languageOf(tag: string): Language | undefined {
  const code = tag.trim().toLowerCase().split('-')[0] ?? ''
  return isLanguage(code) ? code : undefined
}

/** The length up to which a header is read, so that a long one costs no time. */
const maxHeaderLength = 200

/** Returns the language with the highest weight in an Accept-Language header that the pages speak. */
function firstAccepted(header: string): Language | undefined {
  return header
    .slice(0, maxHeaderLength)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0]?.language
}
