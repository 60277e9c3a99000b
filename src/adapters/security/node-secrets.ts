import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type NewSecret, Secrets } from '../../ports/secrets.ts'
import { digest, newSecret, type SecretKind } from './secret.ts'

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

  /** AES-256-GCM as nonce, tag and text, in base64url. */
  #encrypt(text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#tokenKey, nonce)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
  }
}

function described(kind: SecretKind): NewSecret {
  const secret = newSecret(kind)
  return { secret, digest: digest(secret), prefix: secret.slice(0, 8), last4: secret.slice(-4) }
}
