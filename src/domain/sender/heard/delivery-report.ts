import { normalizedEmail } from '../../email-address.ts'
import { type IncomingMail, idsIn } from './incoming-mail.ts'

/** What a mail server says of a message that it did not deliver. */
export interface DeliveryReport {
  readonly kind: 'hardBounce' | 'softBounce' | 'complaint' | 'delivered'
  readonly status: string | null
  readonly words: string
  readonly messageIds: readonly string[]
  readonly addresses: readonly string[]
}

const daemons = /^(?:mailer-daemon|postmaster|mail[-_]?daemon|microsoftexchange[\da-f]*|bounces?)(?:[+@]|$)/i
const subjects =
  /undeliver|unzustellbar|delivery (?:status notification|failure|has failed|incomplete)|mail delivery (?:failed|system|subsystem)|failure notice|returned (?:mail|to sender)|non remis|no se puede entregar|mancato recapito|message not delivered|could not be delivered/i

/** Null for a mail that is no report, and for one that reports something else, as a receipt that was read. */
export function reportIn(mail: IncomingMail): DeliveryReport | null {
  const feedback = partOf(mail, 'message/feedback-report')
  if (feedback !== null) return complaintIn(mail, feedback)
  const status = partOf(mail, 'message/delivery-status') ?? partOf(mail, 'message/global-delivery-status')
  if (status !== null) return statusIn(mail, status)
  return isClassic(mail) ? classicIn(mail) : null
}

/** Whether it reports on a message, even if nothing of what happened can be read from it. */
export function isReport(mail: IncomingMail): boolean {
  return /^multipart\/report\b/i.test(mail.headers.get('content-type') ?? '') || isClassic(mail)
}

function isClassic({ from, subject, headers }: IncomingMail): boolean {
  if (headers.has('x-failed-recipients')) return true
  const isOfDaemon = daemons.test(from ?? '') || headers.get('return-path')?.trim() === '<>'
  return isOfDaemon && subjects.test(subject)
}

function complaintIn(mail: IncomingMail, feedback: string): DeliveryReport | null {
  const [fields = new Map<string, string>()] = groupsOf(feedback)
  if (!/abuse|fraud|virus/i.test(fields.get('feedback-type') ?? 'abuse')) return null
  const addresses = [fields.get('original-rcpt-to'), toOfOriginal(mail)]
  return {
    kind: 'complaint',
    status: null,
    words: fields.get('feedback-type') ?? 'abuse',
    messageIds: idsOfOriginal(mail),
    addresses: normalized(addresses),
  }
}

/** RFC 3464. Of several recipients the first that was not reached: our messages have one. */
function statusIn(mail: IncomingMail, text: string): DeliveryReport | null {
  const [, ...recipients] = groupsOf(text)
  const told = recipients.length === 0 ? groupsOf(text) : recipients
  const failed = told.find((fields) => /^failed/i.test(fields.get('action') ?? ''))
  const fields = failed ?? told.find((one) => one.has('action'))
  if (fields === undefined) return null
  const action = fields.get('action')?.toLowerCase() ?? ''
  const words = fields.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, '') ?? ''
  const status = statusOf(fields.get('status') ?? '') ?? statusOf(words)
  const addresses = [
    addressOf(fields.get('original-recipient')),
    toOfOriginal(mail),
    addressOf(fields.get('final-recipient')),
  ]
  const common = { status, words, messageIds: idsOfOriginal(mail), addresses: normalized(addresses) }
  if (/^(?:delivered|relayed|expanded)/.test(action)) return { ...common, kind: 'delivered' }
  const isHard = action.startsWith('failed') && isLasting(status, words)
  return { ...common, kind: isHard ? 'hardBounce' : 'softBounce' }
}

/** As servers wrote before there was a standard, and some still do. */
function classicIn(mail: IncomingMail): DeliveryReport {
  const { text, headers, subject } = mail
  const [own = ''] = text.split(/^-{3,}.*(?:original|copy of|forwarded|returned).*$/im)
  const words =
    own.match(/^.*\b[45]\d\d[\s-].*$/m)?.[0] ?? own.match(/^.*\b[45]\.\d{1,3}\.\d{1,3}\b.*$/m)?.[0] ?? own
  const named = own.match(/<([^<>\s@]+@[^<>\s@]+)>|^\s*([^<>\s@:]+@[^<>\s@:]+):?\s*$/m)
  const status = statusOf(words)
  const isPutOff = /delay|warning|still trying|verzögert/i.test(subject)
  return {
    kind: !isPutOff && isLasting(status, words) ? 'hardBounce' : 'softBounce',
    status,
    words,
    messageIds: [...idsOfOriginal(mail), ...idsIn(text.match(/^\s*message-id:\s*(<[^<>\s]+>)/im)?.[1])],
    addresses: normalized([
      headers.get('x-failed-recipients')?.split(',')[0],
      named?.[1] ?? named?.[2],
      toOfOriginal(mail),
    ]),
  }
}

/** A full mailbox, a message that is too large and a policy say nothing of whether there is somebody at the address. */
function isLasting(status: string | null, words: string): boolean {
  if (/mailbox (?:is )?full|over ?quota|quota exceeded|insufficient (?:system )?storage/i.test(words))
    return false
  if (status === null)
    return /user unknown|no such (?:user|mailbox|recipient)|does not exist|unknown (?:user|recipient|address)/i.test(
      words,
    )
  return status.startsWith('5') && !/^5\.(?:2\.[23]|3\.4|7\.\d+)$/.test(status)
}

/** The enhanced one, or the plain one of SMTP in its form. */
function statusOf(text: string): string | null {
  const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1]
  if (enhanced !== undefined) return enhanced
  const plain = /(?<!\d)([45])\d\d(?=[\s-])/.exec(text)?.[1]
  return plain === undefined ? null : `${plain}.0.0`
}

function partOf({ parts }: IncomingMail, type: string): string | null {
  return parts.find((part) => part.type === type)?.text ?? null
}

function originalOf(mail: IncomingMail): ReadonlyMap<string, string> {
  const types = [
    'text/rfc822-headers',
    'message/rfc822',
    'message/rfc822-headers',
    'message/global',
    'message/global-headers',
  ]
  const text = types.map((type) => partOf(mail, type)).find((one) => one !== null) ?? ''
  return groupsOf(text)[0] ?? new Map()
}

const idsOfOriginal = (mail: IncomingMail) => idsIn(originalOf(mail).get('message-id'))
const toOfOriginal = (mail: IncomingMail) =>
  originalOf(mail)
    .get('to')
    ?.match(/<([^<>]+)>\s*$/)?.[1] ?? originalOf(mail).get('to')
const addressOf = (field: string | undefined) => field?.replace(/^\s*[\w-]+\s*;\s*/, '')

function normalized(addresses: readonly (string | undefined)[]): readonly string[] {
  const known = addresses.flatMap((one) =>
    one === undefined ? [] : [normalizedEmail(one.replaceAll(/[<>]/g, ''))],
  )
  return [...new Set(known.filter((one) => one !== null))]
}

/** Fields by name in lower case, unfolded, in groups that empty lines divide. */
function groupsOf(text: string): readonly ReadonlyMap<string, string>[] {
  const unfolded = text
    .slice(0, 64 * 1024)
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
  return unfolded
    .trim()
    .split(/\n\s*\n/)
    .slice(0, 100)
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
