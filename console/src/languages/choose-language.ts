import { type Language, languageCookie } from './language.ts'

const year = 365 * 24 * 60 * 60

/** Stores the choice of a language and reloads the page, because texts are translated once, when modules are loaded. */
export function chooseLanguage(choice: Language | null): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${choice ?? ''}; Path=/; Max-Age=${choice === null ? 0 : year}; SameSite=Lax${secure}`
  window.location.reload()
}
