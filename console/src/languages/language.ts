/** The languages of the console by their codes, with the name that each language has in itself. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages

const cookie = 'spindle_language'
const year = 365 * 24 * 60 * 60

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languages, code)
}

/** Returns the language of a tag such as "de-AT"; undefined if the console does not speak it. */
function languageOf(tag: string): Language | undefined {
  const [code] = tag.toLowerCase().split('-')
  return isLanguage(code) ? code : undefined
}

/** The language that was chosen in this browser; null if the console follows the languages of the browser. */
export const chosenLanguage: Language | null = readChoice()

/** The language of the browser's settings that the console speaks; English if it speaks none of them. */
export const browserLanguage: Language = tagsOfBrowser().map(languageOf).find(isLanguage) ?? 'en'

/** The language of the screens. It stays the same until the page is reloaded. */
export const language: Language = chosenLanguage ?? browserLanguage

/**
 * The language tag in whose form dates are written: the browser's own, such as "en-GB", unless another language was
 * chosen.
 */
export const dateLanguage: string =
  tagsOfBrowser().find((tag) => languageOf(tag) === language) ?? languageOfDates()

/** Stores the choice of a language and reloads the page, because texts are translated once, when modules are loaded. */
export function chooseLanguage(choice: Language | null): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookie}=${choice ?? ''}; Path=/; Max-Age=${choice === null ? 0 : year}; SameSite=Lax${secure}`
  window.location.reload()
}

function languageOfDates(): string {
  return chosenLanguage ?? tagsOfBrowser()[0] ?? language
}

/** Outside a browser, as in unit tests, there are no settings, and the language is English. */
function tagsOfBrowser(): readonly string[] {
  return typeof document === 'undefined' ? [] : navigator.languages
}

function readChoice(): Language | null {
  const text = typeof document === 'undefined' ? '' : document.cookie
  const code = new RegExp(`(?:^|;\\s*)${cookie}=(\\w+)`).exec(text)?.[1]
  return isLanguage(code) ? code : null
}
