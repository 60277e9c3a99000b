/**
 * Returns the address of a link with the scheme that it lacks: `mailto:` for an e-mail address, and `https://` for a
 * host. Any other text stays as it is.
 */
export function completedLink(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@:/{}]+@[^\s@/{}]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?$/i.test(text)
    ? `https://${text}`
    : text
}

/** Matches a web address or an e-mail address that stands alone. */
const whole = /^(?:https?:\/\/\S+|www\.\S+\.\S+|[^\s@:/{}<>]+@[^\s@/{}<>]+\.[a-z]{2,})$/i

/** Returns the address of the link that a word is, such as "www.example.com"; null for any other word. */
export function linkInWord(word: string): string | null {
  return whole.test(word) ? completedLink(word) : null
}
