/** What ends a line, is not seen, or turns the direction of what comes after. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Dots, colons and at signs, in every form that mail programs or browsers take for one. */
const joint = /(?<=\S)([.:@\u3002\uFF0E\uFF61\u2024\uFE52\uFF1A\uFE55\uFF20\uFE6B])(?=\S)/gu

/**
 * A name as it stands in a mail. Whoever signs up with somebody else's address chooses it, and mail programs make a
 * link of "evil.example" wherever it stands: so no dot, colon or at sign is left without a space after it, and the
 * name stays on its line.
 */
export function nameInMail(name: string): string {
  return name.replaceAll(unseen, ' ').replaceAll(joint, '$1 ').trim()
}
