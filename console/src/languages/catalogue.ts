import { type Language, language } from './language.ts'

/** Translations by their English texts. */
type Catalogue = Readonly<Record<string, string>>

const load: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly catalogue: Catalogue }>>> = {
  de: () => import('./de/catalogue.ts'),
  fr: () => import('./fr/catalogue.ts'),
  es: () => import('./es/catalogue.ts'),
}

let catalogue: Catalogue = {}

/**
 * Ends when the translations of the present language are there. The script `start` runs the code of the console after
 * that, so texts may be translated when a module is loaded. A catalogue that cannot be loaded leaves the console in
 * English.
 */
export const catalogueLoad: Promise<void> = loadCatalogue()

async function loadCatalogue(): Promise<void> {
  if (language === 'en') return
  try {
    catalogue = (await load[language]()).catalogue
  } catch {
    // The texts stay in English.
  }
}

/**
 * Returns a text that the service sent in English, such as the message of an error, in the present language if the
 * catalogue has it.
 */
export function translated(text: string): string {
  return catalogue[text] ?? text
}
