import { cutText, storableText } from '../storable-text.ts'
/** What somebody else has said, as far as it is shown. */
export function oneLine(text: string): string {
  return cutText(storableText(text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()), 200)
}
