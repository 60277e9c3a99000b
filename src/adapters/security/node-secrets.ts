import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { LinkPurpose } from '../../domain/account/account-link.ts'
import { type NewSecret, Secrets } from '../../ports/account/secrets.ts'
import { digest, kindOfPurpose, newSecret, type SecretKind } from './secret.ts'

export class NodeSecrets extends Secrets {
  readonly #tokenKey: Buffer

  constructor(sessionSecret: string) {
    super()
    this.#tokenKey = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'spindle ingest tokens', 32))
  }

  override apiKey(): NewSecret {
    return described('svc')
  }

  override ingestToken(): NewSecret & { readonly ciphertext: string } {
    const token = described('tbl')
    return { ...token, ciphertext: this.#encrypt(token.secret) }
  }

  override webhookSecret(): { readonly secret: string; readonly ciphertext: string } {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    return { secret, ciphertext: this.#encrypt(secret) }
  }

  override resetToken(): Pick<NewSecret, 'secret' | 'digest'> {
    return forLink('rst')
  }

  override linkToken(purpose: LinkPurpose): Pick<NewSecret, 'secret' | 'digest'> {
    return forLink(kindOfPurpose[purpose])
  }

  override reveal(ciphertext: string): string | null {
    const bytes = Buffer.from(ciphertext, 'base64url')
    const [nonce, tag, encrypted] = [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)]
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#tokenKey, nonce).setAuthTag(tag)
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
    } catch {
      // Encrypted under another SESSION_SECRET: the token still works, but only its sender knows it.
      return null
    }
  }

  /** AES-256-GCM as nonce, tag and text, in base64url. */
  #encrypt(text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#tokenKey, nonce)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
  }
}

function forLink(kind: SecretKind): Pick<NewSecret, 'secret' | 'digest'> {
  const { secret, digest: kept } = described(kind)
  return { secret, digest: kept }
}

function described(kind: SecretKind): NewSecret {
  const secret = newSecret(kind)
  return { secret, digest: digest(secret), prefix: secret.slice(0, 8), last4: secret.slice(-4) }
}
