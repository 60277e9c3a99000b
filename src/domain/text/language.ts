/** The languages of the product by their ISO 639-1 codes, with the name that each language has in itself. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages

/** The codes of the languages. */
export const languageCodes = Object.keys(languages) as readonly Language[]

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code)
}
