/**
 * Matches characters that end a line, are invisible or change the direction of the following text. They are
 * unsafe in a name in a mail.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Matches dots, colons and at signs, in all forms that mail programs or browsers treat as one of them. */
const joint = /(?<=\S)([.:@\u3002\uFF0E\uFF61\u2024\uFE52\uFF1A\uFE55\uFF20\uFE6B])(?=\S)/gu

/**
 * Returns a name in a form that is safe in a mail. A stranger who signs up with another person's address
 * chooses the name, and mail programs turn "evil.example" into a link. A space therefore follows each dot,
 * colon and at sign, and the name stays on one line.
 */
export function nameInMail(name: string): string {
  return name.replaceAll(unseen, ' ').replaceAll(joint, '$1 ').trim()
}
