import type { Catalogues, LateFeature } from './catalogues.ts'
import { catalogues as de } from './de/catalogues.ts'
import { catalogues as es } from './es/catalogues.ts'
import { catalogues as fr } from './fr/catalogues.ts'
import { type Language, language } from './language.ts'
import { ServiceSentences } from './service-sentences.ts'

const byLanguage: Readonly<Record<Exclude<Language, 'en'>, Catalogues>> = { de, fr, es }

const catalogue: Record<string, string> = {}

/** The texts of the service that have values. */
let sentences = new ServiceSentences({}, translated)

const loads = new Map<keyof Catalogues, Promise<void>>()

/**
 * Ends when the translations of the first page are there. The script `start` runs the code of the console after that,
 * so texts may be translated when a module is loaded.
 */
export const firstTexts: Promise<void> = loadOnce('first-page')

/**
 * Returns a function that loads code after the translations of the features whose texts the code has, so this code may
 * translate its texts when its modules are loaded, too.
 */
export function withTexts<Code>(
  features: readonly LateFeature[],
  load: () => Promise<Code>,
): () => Promise<Code> {
  return async () => {
    await Promise.all([firstTexts, ...features.map(loadOnce)])
    return load()
  }
}

function loadOnce(part: keyof Catalogues): Promise<void> {
  const loading = loads.get(part) ?? addTexts(part)
  loads.set(part, loading)
  return loading
}

async function addTexts(part: keyof Catalogues): Promise<void> {
  if (language === 'en') return
  try {
    Object.assign(catalogue, await byLanguage[language][part]())
    if (part === 'first-page')
      sentences = new ServiceSentences(await byLanguage[language].service(), translated)
  } catch {
    // The texts stay in English.
  }
}

/** Returns the translation of a text of the console; the text itself if there is none. */
export function translationOf(text: string): string {
  return catalogue[text] ?? text
}

/**
 * Returns a text that the service sent in English, such as the message of an error, in the present language if the
 * catalogue has it, also with values.
 */
export function translated(text: string): string {
  return catalogue[text] ?? sentences.translated(text) ?? text
}
