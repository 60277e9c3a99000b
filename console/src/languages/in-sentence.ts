import { language } from './language.ts'

/** Returns a label for use within a sentence. German labels keep their capitals, because most of them are nouns. */
export function inSentence(label: string): string {
  return language === 'de' ? label : label.toLowerCase()
}
