import { DomainError } from '../errors.ts'

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
