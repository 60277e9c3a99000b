import { IntlMessageFormat } from 'intl-messageformat'
import { isLanguage, type Language } from '../../../domain/text/language.ts'
import de from './de.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

/** The translations of the pages that this service draws itself, by language and English text. */
const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, de, fr, es }

/** The texts of a page in the language of its reader. */
export interface PageTexts {
  readonly language: Language
  /**
   * Returns a text in the language. The English text is the key of its translations; its values are named in braces
   * (ICU MessageFormat). Apostrophes quote nothing. Values are HTML, so callers must escape texts from others.
   */
  readonly t: (text: string, values?: Readonly<Record<string, string>>) => string
}

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
): PageTexts {
  const chosen =
    new URLSearchParams(search).get('language') ?? cookie.exec(String(headers['cookie'] ?? ''))?.[1]
  return textsIn(languageOf(chosen ?? '') ?? firstAccepted(String(headers['accept-language'] ?? '')) ?? usual)
}

function textsIn(language: Language): PageTexts {
  return {
    language,
    t: (text, values) => {
      const translated = catalogues[language][text] ?? text
      if (values === undefined) return translated
      const quoted = translated.replaceAll("'", "''")
      return String(new IntlMessageFormat(quoted, language, undefined, { ignoreTag: true }).format(values))
    },
  }
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
