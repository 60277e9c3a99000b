import { DomainError } from '../../errors.ts'
import type { SignedIdHeader } from '../mapping/delivery-marks.ts'

/** How senders prove that a delivery is theirs. */
export const signaturePresets = [
  'hubspotV3',
  'standardWebhooks',
  'svix',
  'stripe',
  'meta',
  'github',
  'shopify',
  'tally',
  'typeform',
  'close',
  'attio',
  'webflow',
  'intercom',
  'segment',
  'calendly',
  'slack',
  'zoom',
  'woocommerce',
  'mailchimp',
  'token',
  'basic',
] as const
export type SignaturePreset = (typeof signaturePresets)[number]

const forms: Partial<Record<SignaturePreset, { readonly form: RegExp; readonly says: string }>> = {
  close: { form: /^(?:[\da-f]{2}){16,}$/i, says: 'hexadecimal digits, as Close shows its signature key' },
  standardWebhooks: { form: /^(?:whsec_)?[\w+/-]{16,}={0,2}$/, says: '`whsec_` and base64' },
  svix: { form: /^(?:whsec_)?[\w+/-]{16,}={0,2}$/, says: '`whsec_` and base64' },
}

/** Refuses a secret that is not of the form which its sender gives it: it would sign nothing. */
export function assertSignatureSecret(preset: SignaturePreset, secret: string): void {
  const rule = forms[preset]
  if (rule === undefined || rule.form.test(secret)) return
  const message = `The secret of ${preset} is ${rule.says}`
  const errors = [{ pointer: '/signature/secret', code: 'WRONG_FORM', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}

/** What becomes of a delivery that is not signed as it should be: refused with 401, or held as unverified. */
export const badSignatureRules = ['refuse', 'hold'] as const
export type BadSignatureRule = (typeof badSignatureRules)[number]

/** How the deliveries of a table are signed. The secret never leaves the service. */
export interface TableSignature {
  readonly preset: SignaturePreset
  readonly secretCiphertext: string
}

/** Twice the five minutes by which a signed time may differ from now, because the time may also lie ahead. */
const timestampedSeconds = 10 * 60
const untimedSeconds = 24 * 60 * 60

/**
 * Returns the mark that identifies a recorded delivery when a stranger sends it again: the id that its signature covers, or its
 * bytes, for as long as the signature stays good. A delivery whose signature has no time is remembered for a day.
 */
export type ReplayMark =
  | { readonly by: 'header'; readonly header: SignedIdHeader }
  | { readonly by: 'bytes'; readonly seconds: number }

const timestamped: ReplayMark = { by: 'bytes', seconds: timestampedSeconds }

/** Null for a static secret: whoever has recorded it can send anything. */
const replayMarks: Partial<Record<SignaturePreset, ReplayMark | null>> = {
  standardWebhooks: { by: 'header', header: 'webhook-id' },
  svix: { by: 'header', header: 'svix-id' },
  hubspotV3: timestamped,
  stripe: timestamped,
  close: timestamped,
  webflow: timestamped,
  calendly: timestamped,
  slack: timestamped,
  zoom: timestamped,
  mailchimp: null,
  token: null,
  basic: null,
}

export function replayMarkOf(signature: Pick<TableSignature, 'preset'> | null): ReplayMark | null {
  if (signature === null) return null
  const mark = replayMarks[signature.preset]
  return mark === undefined ? { by: 'bytes', seconds: untimedSeconds } : mark
}

/** The header of the delivery id that signatures of the table cover; null if they cover none. */
export function signedIdHeaderOf(signature: Pick<TableSignature, 'preset'> | null): SignedIdHeader | null {
  const mark = replayMarkOf(signature)
  return mark?.by === 'header' ? mark.header : null
}
