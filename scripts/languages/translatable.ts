/** Texts that are the same in every language: names, and examples of addresses and code. */
const same =
  /^(?:[Ss]pindle|null|Meta Lead Ads|[\w.+-]+@[\w.-]+|https?:\/\/\S*|\w[\w-]*(?:\.[\w-]+)+|\{\{.*\}\}|Ctrl\+?(?: \w)?|<[^>]*>|Authorization: .*|X-\w+)$/

/** Returns true if users read the text as words of a language. Texts without small letters are codes or units. */
export function mustBeTranslated(text: string): boolean {
  return /\p{Ll}/u.test(text) && !same.test(text.trim())
}
