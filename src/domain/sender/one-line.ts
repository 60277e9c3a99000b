import { cutText, storableText } from '../text/storable-text.ts'
/**
 * Returns the first 200 characters of a text from another system, such as a server's answer, as one line
 * without control characters.
 */
export function oneLine(text: string): string {
  return cutText(storableText(text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()), 200)
}
