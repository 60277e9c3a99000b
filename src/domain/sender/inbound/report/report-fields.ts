import { normalizedEmail } from '../../../email-address.ts'
import { addressesIn } from '../../../text/addresses-in-text.ts'
import { cutText } from '../../../text/storable-text.ts'
import { ownIdHeader } from '../../message/own-id-header.ts'
import type { IncomingMail } from '../incoming-mail.ts'
import { messageIdsIn } from '../incoming-mail.ts'

export type Fields = ReadonlyMap<string, string>

const maxText = 64 * 1024
const maxGroups = 100

/** Returns the text of the first part of a mail with this type; null if there is none. */
export function partOf({ reportParts: parts }: IncomingMail, type: string): string | null {
  return parts.find((part) => part.type.toLowerCase() === type)?.text ?? null
}

/**
 * Returns the unfolded fields of a delivery report by name in lower case, in groups that empty lines
 * separate.
 */
export function groupsOf(text: string): readonly Fields[] {
  const unfolded = cutText(text, maxText)
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+(?=\S)/g, ' ')
  return unfolded
    .trim()
    .split(/\n\s*\n/)
    .slice(0, maxGroups)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.split('\n')) {
        const [, name, value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? []
        if (name !== undefined && !fields.has(name.toLowerCase()))
          fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}

const originalTypes = [
  'text/rfc822-headers',
  'message/rfc822',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
]

/**
 * Returns the headers of the original message, which a delivery report contains in one of its parts. In a report
 * that a gateway has wrapped, that is a nested part.
 */
function originalOf({ reportParts: parts }: IncomingMail): Fields {
  const [nested, ownParts] = [true, false].map((isNested) =>
    parts.filter((part) => part.isNested === isNested),
  )
  const text = [nested, ownParts]
    .flatMap((some = []) =>
      originalTypes.map((type) => some.find((part) => part.type.toLowerCase() === type)),
    )
    .find((one) => one !== undefined)?.text
  return groupsOf(text ?? '')[0] ?? new Map()
}

/**
 * Returns the Message-IDs of the original message in a delivery report: first the id of this service, then
 * the id that the provider may have set instead.
 */
export function idsOfOriginal(mail: IncomingMail): readonly string[] {
  const original = originalOf(mail)
  return [...messageIdsIn(original.get(ownIdHeader)), ...messageIdsIn(original.get('message-id'))]
}

export const toOfOriginal = (mail: IncomingMail): string | undefined => originalOf(mail).get('to')

/**
 * Returns the address in a field of a delivery report, such as `rfc822; ada@example.com` or
 * `RFC822;<ada+2Bnews@example.com>`. The original recipient is written in xtext (RFC 3461), where `+2B`
 * stands for a plus sign.
 */
export function addressInField(field: string | undefined, isXtext = false): string | undefined {
  const value = field?.replace(/^\s*[\w-]+\s*;\s*/, '')
  if (value === undefined || !isXtext) return value
  return value.replaceAll(/\+([\dA-F]{2})/g, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    // A plus sign before other hexadecimal digits is literal, because many servers write addresses without
    // xtext.
    return /[+= -]/.test(character) ? character : written
  })
}

/** Returns the normalized e-mail addresses in some fields of a report, without repeats. */
export function normalized(texts: readonly (string | undefined)[]): readonly string[] {
  const foundAddresses = texts.flatMap((text) => (text === undefined ? [] : [addressIn(text)]))
  return [...new Set(foundAddresses.filter((address) => address !== null))]
}

/**
 * Returns the e-mail address in a field of a report, without comments, display names, brackets and quotes. The
 * address of a field may have a domain of one label, which a text has by chance.
 */
function addressIn(field: string): string | null {
  const text = field.slice(0, 1_000)
  const inBrackets = /<([^<>]*@[^<>]*)>/.exec(text)?.[1]
  const bare = (inBrackets ?? text.replaceAll(/\([^()]*\)/g, ' ')).trim()
  const [first] = addressesIn(bare)
  if (first !== undefined) return first.address
  return /^[\w.+-]+@[\w-]+$/.test(bare) ? normalizedEmail(bare) : null
}
