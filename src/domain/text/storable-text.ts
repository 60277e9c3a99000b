/**
 * Returns text that PostgreSQL can store. NUL and lone surrogates, which `text` and `jsonb` cannot hold,
 * become U+FFFD. It is for text from outside that was not validated: mails, answers of servers, DNS records.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/**
 * Cuts a text to at most `most` UTF-16 code units. Leaves out a character that the cut would split, because
 * PostgreSQL refuses JSON with half of a surrogate pair (22P02).
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
