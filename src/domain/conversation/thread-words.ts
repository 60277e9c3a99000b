import type { MailContent } from '../sender/message/mail-content.ts'
import { folded } from '../table/search/sort-key.ts'

/** The largest number of different words of a mail that the search finds. */
const maxWords = 5_000
const maxWordLength = 40
const maxQueryWords = 8

/** Returns the words of a text in the form in which they are searched. */
export function wordsIn(text: string): readonly string[] {
  return (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.slice(0, maxWordLength).toWellFormed(),
  )
}

/** Returns the words by which a mail of a thread is found: of its subject, its text, and the addresses of the person. */
export function threadWordsOf(
  {
    from,
    to,
    subject,
    text,
    attachments,
  }: Pick<MailContent, 'from' | 'to' | 'subject' | 'text' | 'attachments'>,
  address: string,
): readonly string[] {
  const names = attachments.map(({ name }) => name)
  const words = [address, from ?? '', ...to, subject, ...names, text].flatMap(wordsIn)
  return [...new Set(words)].slice(0, maxWords)
}

/** Returns the words of a search text that a person typed. */
export function wordsOfSearch(q: string): readonly string[] {
  return [...new Set(wordsIn(q))].slice(0, maxQueryWords)
}
