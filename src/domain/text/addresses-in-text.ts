import { normalizedEmail } from '../email-address.ts'

/** An e-mail address in a text, normalized, with the positions of its first character and after its last. */
export interface AddressInText {
  readonly address: string
  readonly start: number
  readonly end: number
}

const maxAddresses = 200
/** The longest local part and the longest domain of an address, in characters (RFC 5321). */
const maxLocal = 64
const maxDomain = 255

const localCharacter = /[^\s\p{Cc}<>()[\]{}"@,:;\\|«»“”„‘‚「」『』【】〈〉《》〔〕（）［］＜＞：；，、。…]/u
const domainCharacter = /[\p{L}\p{M}\p{N}._-]/u

/** Matches the scripts that are written without spaces, so that words stand directly beside an address. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}'
const wordBeforeLocal = new RegExp(`^.*[${unspaced}](?=[\\x21-\\x7e]+$)`, 'u')
const wordAfterDomain = new RegExp(`^([\\x21-\\x7e]+\\.[\\x21-\\x7e]+?)[${unspaced}].*$`, 'u')

/**
 * Returns the e-mail addresses in a text, in their order. An address is taken whole or not at all: half of it
 * would be the address of a stranger. The time is linear in the length of the text.
 */
export function addressesIn(text: string): readonly AddressInText[] {
  const found: AddressInText[] = []
  for (let at = text.indexOf('@'); at !== -1 && found.length < maxAddresses; at = text.indexOf('@', at + 1)) {
    const local = localBefore(text, at)
    const domain = domainAfter(text, at)
    if (local === null || domain === '') continue
    const address = normalizedEmail(`${local.text}@${domain}`)
    if (address !== null) found.push({ address, start: local.start, end: at + 1 + domain.length })
  }
  return found
}

/** Returns a text with a space in place of each address, because an address may contain words such as "spam". */
export function withoutAddresses(text: string): string {
  let [rest, end] = ['', 0]
  for (const found of addressesIn(text)) {
    rest += `${text.slice(end, found.start)} `
    end = found.end
  }
  return rest + text.slice(end)
}

/** Returns the local part of an address that ends before the position `at`; null if it has no beginning. */
function localBefore(text: string, at: number): { readonly text: string; readonly start: number } | null {
  if (text[at - 1] === '"') return quotedBefore(text, at)
  let start = at
  while (start > 0 && localCharacter.test(text[start - 1] ?? '')) if (at - --start > 2 * maxLocal) return null
  // The second part of "ada@example.com@relay.example" is no address of its own.
  if (text[start - 1] === '@') return null
  const written = text.slice(start, at)
  // A URL may contain an address that is about something else, such as the address of its user.
  if (/\/\/|\?/.test(written)) return null
  const local = written
    .replace(wordBeforeLocal, '')
    .replace(
      /^.*(?:^|[^a-z\d])(?:to|for|contact|from|sender|customer|lead|rcpt|rcptto|recipient|address|addr|email|e-mail|mail|user|smtp)=(?=.)/i,
      '',
    )
    .replace(/^.*&[\w.-]+=(?=.)/, '')
    .replace(/^[245]\d\d-(?=.)/, '')
    .replace(/^[-.'`*=#!&^~’]+/, '')
  return local === '' || local.length > maxLocal ? null : { text: local, start: at - local.length }
}

/** Returns a local part in quotation marks, such as `"ada lovelace"`, which may contain spaces. */
function quotedBefore(text: string, at: number): { readonly text: string; readonly start: number } | null {
  const start = text.lastIndexOf('"', at - 2)
  const local = start === -1 ? '' : text.slice(start, at)
  if (local.length < 3 || local.length > maxLocal || /[\r\n@<>]/.test(local)) return null
  const plain = local.slice(1, -1)
  return { text: /^[\w.+-]+$/.test(plain) ? plain : local, start }
}

/** Returns the domain after the position `at`, without the full stop of a sentence; empty if it has one label. */
function domainAfter(text: string, at: number): string {
  let end = at + 1
  while (end < text.length && domainCharacter.test(text[end] ?? '')) if (++end - at > maxDomain + 1) return ''
  const domain = text
    .slice(at + 1, end)
    .replace(wordAfterDomain, '$1')
    .replace(/\.\..*$/, '')
    .replace(/[._-]+$/, '')
  return /^[^.]+(?:\.[^.]+)+$/.test(domain) ? domain : ''
}
