import { DomainError } from '../errors.ts'

/** A header with a delivery id that the signature of the delivery covers. */
export type SignedIdHeader = 'webhook-id' | 'svix-id'

/** The presets of signatures: the methods by which known sources sign deliveries. */
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

/**
 * Throws if a signature secret has another form than the secrets that this kind of source issues. A secret of
 * another form would verify no signature.
 */
export function assertSignatureSecret(preset: SignaturePreset, secret: string): void {
  const rule = forms[preset]
  if (rule === undefined || rule.form.test(secret)) return
  const message = `The secret of ${preset} is ${rule.says}`
  const errors = [{ pointer: '/signature/secret', code: 'WRONG_FORM', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}

/** The treatment of a delivery without a valid signature: refused with 401, or held as unverified. */
export const badSignatureRules = ['refuse', 'hold'] as const
export type BadSignatureRule = (typeof badSignatureRules)[number]

/** The signature that deliveries to a table need. Its secret never leaves the service. */
export interface TableSignature {
  readonly preset: SignaturePreset
  readonly secretCiphertext: string
}

/**
 * The seconds in which a delivery with a signed time can be replayed. A signed time may be five minutes off
 * in both directions, so the value is ten minutes.
 */
const timestampedSeconds = 10 * 60
const untimedSeconds = 24 * 60 * 60

/**
 * The part of a signed delivery by which a replay is recognized: the id that the signature covers, or the
 * digest of the bytes. The digest is stored as long as the signature is valid, or for a day if the signature
 * has no time.
 */
export type ReplayMark =
  | { readonly by: 'header'; readonly header: SignedIdHeader }
  | { readonly by: 'bytes'; readonly seconds: number }

const timestamped: ReplayMark = { by: 'bytes', seconds: timestampedSeconds }

/**
 * For signature presets that differ from the default, the part of a delivery by which a replay is recognized.
 * Null for presets with a static secret, because an attacker who recorded the secret can send any content.
 */
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

/** Returns the header with the delivery id that signatures of the table cover; null if they cover none. */
export function signedIdHeaderOf(signature: Pick<TableSignature, 'preset'> | null): SignedIdHeader | null {
  const mark = replayMarkOf(signature)
  return mark?.by === 'header' ? mark.header : null
}
