import { IntlMessageFormat } from 'intl-messageformat'
import de from './catalogue/de.json' with { type: 'json' }
import es from './catalogue/es.json' with { type: 'json' }
import fr from './catalogue/fr.json' with { type: 'json' }
import type { Language } from './language.ts'

/** The translations of the texts that the service writes itself, by language and English text. */
const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, de, fr, es }

/** The texts that the service writes itself, such as pages and e-mails about accounts, in the language of their reader. */
export interface Texts {
  readonly language: Language
  /**
   * Returns a text in the language. The English text is the key of its translations; its values are named in braces
   * (ICU MessageFormat). Apostrophes quote nothing. Values are not escaped, so those of a page must be HTML.
   */
  readonly t: (text: string, values?: Readonly<Record<string, string | number>>) => string
}

export function textsIn(language: Language): Texts {
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
