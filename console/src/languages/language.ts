/** The languages of the console by their codes, with the name that each language has in itself. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages

/** The cookie with the choice, which the service reads too, for the pages that it draws itself. */
export const languageCookie = 'spindle_language'

/** The page in a browser; undefined in unit tests, which run outside of one. */
const { document: page, location: place } = globalThis as {
  readonly document?: { readonly cookie: string }
  readonly location?: { readonly search: string }
}

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languages, code)
}

/** Returns the language of a tag such as "de-AT"; undefined if the console does not speak it. */
function languageOf(tag: string): Language | undefined {
  const [code] = tag.toLowerCase().split('-')
  return isLanguage(code) ? code : undefined
}

/** The language that was chosen in this browser; null if the console follows the languages of the browser. */
export const chosenLanguage: Language | null = readChoice()

/**
 * The language of the browser's settings that the console speaks. If it speaks none of them, the language of the
 * organization that the link in an e-mail names, such as that of an invitation; else English.
 */
export const browserLanguage: Language = tagsOfBrowser().map(languageOf).find(isLanguage) ?? languageOfLink()

/** The language of the screens. It stays the same until the page is reloaded. */
export const language: Language = chosenLanguage ?? browserLanguage

/**
 * Returns the language tag in whose form dates are written: the browser's own, such as "en-GB", unless another language
 * was chosen.
 */
export function dateLanguage(): string {
  if (chosenLanguage === null) return navigator.language
  return tagsOfBrowser().find((tag) => languageOf(tag) === chosenLanguage) ?? chosenLanguage
}

/** Outside a browser, as in unit tests, there are no settings, and the language is English. */
function tagsOfBrowser(): readonly string[] {
  return page === undefined ? [] : navigator.languages
}

function languageOfLink(): Language {
  const code = new URLSearchParams(place?.search).get('organization-language') ?? undefined
  return isLanguage(code) ? code : 'en'
}

function readChoice(): Language | null {
  const code = new RegExp(`(?:^|;\\s*)${languageCookie}=(\\w+)`).exec(page?.cookie ?? '')?.[1]
  return isLanguage(code) ? code : null
}
