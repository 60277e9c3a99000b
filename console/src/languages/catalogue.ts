import { type Language, language } from './language.ts'

/** Translations by their English texts. */
export type Catalogue = Readonly<Record<string, string>>

const load: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly catalogue: Catalogue }>>> = {
  de: () => import('./de/catalogue.ts'),
  fr: () => import('./fr/catalogue.ts'),
  es: () => import('./es/catalogue.ts'),
}

/**
 * The translations of the present language. Modules that translate texts import this module, so they run after the
 * catalogue has loaded. A catalogue that cannot be loaded leaves the console in English.
 */
export const catalogue: Catalogue =
  language === 'en'
    ? {}
    : await load[language]().then(
        (loaded) => loaded.catalogue,
        () => ({}),
      )
