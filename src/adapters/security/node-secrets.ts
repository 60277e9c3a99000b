import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { LinkPurpose } from '../../domain/account/account-link.ts'
import { type NewSecret, Secrets } from '../../ports/account/secrets.ts'
import { type SealedOwner, type Sealing, sessionKey } from '../../ports/sealing.ts'
import type { KeyRing } from './key-ring.ts'
import { digest, kindOfPurpose, newSecret, prefixOf, type SecretKind } from './secret.ts'

export class NodeSecrets extends Secrets {
  readonly #sealing: Sealing
  /**
   * The key that encrypted before the key ring existed. It encrypts until sealing has begun; null without
   * SESSION_SECRET.
   */
  readonly #formerKey: Buffer | null

  readonly #cell: string | null

  constructor(ring: KeyRing, sealing: Sealing, cell: string | null = null) {
    super()
    this.#sealing = sealing
    this.#cell = cell
    this.#formerKey = ring.keyFor('spindle ingest tokens', sessionKey)
  }

  override apiKey(): NewSecret {
    return this.#described('svc')
  }

  override async ingestToken(dataTableId: string): Promise<NewSecret & { readonly ciphertext: string }> {
    const token = this.#described('tbl')
    return { ...token, ciphertext: await this.#encrypt(token.secret, ofIngestToken(dataTableId)) }
  }

  override async webhookSecret(
    organizationId: string,
  ): Promise<{ readonly secret: string; readonly ciphertext: string }> {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    return { secret, ciphertext: await this.#encrypt(secret, ofWebhookSecret(organizationId)) }
  }

  override eventToken() {
    return this.#forLink('evt')
  }

  override resetToken(): Pick<NewSecret, 'secret' | 'digest'> {
    return this.#forLink('rst')
  }

  override connectState(): Pick<NewSecret, 'secret' | 'digest'> {
    return this.#forLink('cst')
  }

  override linkToken(purpose: LinkPurpose): Pick<NewSecret, 'secret' | 'digest'> {
    return this.#forLink(kindOfPurpose[purpose])
  }

  override revealIngestToken(ciphertext: string, dataTableId: string): string | null {
    return this.#reveal(ciphertext, ofIngestToken(dataTableId))
  }

  override revealWebhookSecret(ciphertext: string, organizationId: string): string | null {
    return this.#reveal(ciphertext, ofWebhookSecret(organizationId))
  }

  override sealSignatureSecret(secret: string, dataTableId: string): Promise<string> {
    return this.#encrypt(secret, ofSignatureSecret(dataTableId))
  }

  override revealSignatureSecret(ciphertext: string, dataTableId: string): string | null {
    return this.#reveal(ciphertext, ofSignatureSecret(dataTableId))
  }

  #reveal(ciphertext: string, of: SealedOwner): string | null {
    return this.#sealing.keyOf(ciphertext) === null
      ? this.#decryptFormer(ciphertext)
      : this.#sealing.open(ciphertext, of)
  }

  #forLink(kind: SecretKind): Pick<NewSecret, 'secret' | 'digest'> {
    const { secret, digest: kept } = this.#described(kind)
    return { secret, digest: kept }
  }

  #described(kind: SecretKind): NewSecret {
    const secret = newSecret(kind, this.#cell)
    return { secret, digest: digest(secret), prefix: prefixOf(secret), last4: secret.slice(-4) }
  }

  async #encrypt(text: string, of: SealedOwner): Promise<string> {
    return (await this.#sealing.hasBegun()) ? this.#sealing.seal(text, of) : this.#encryptAsBefore(text)
  }

  #decryptFormer(ciphertext: string): string | null {
    if (this.#formerKey === null) return null
    const bytes = Buffer.from(ciphertext, 'base64url')
    const [nonce, tag, encrypted] = [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)]
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#formerKey, nonce, { authTagLength: 16 })
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
    } catch {
      // A token that was encrypted under another SESSION_SECRET cannot be shown. It still works for the
      // source that has it.
      return null
    }
  }

  /**
   * Encrypts a token with AES-256-GCM as nonce, tag and text, in base64url. The previous release can read
   * this form.
   */
  #encryptAsBefore(text: string): string {
    if (this.#formerKey === null)
      throw new Error(
        'SESSION_SECRET is required until secrets are encrypted by npm run admin -- seal-secrets',
      )
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#formerKey, nonce)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
  }
}

const ofIngestToken = (id: string): SealedOwner => ({ kind: 'ingest token', id })
const ofSignatureSecret = (id: string): SealedOwner => ({ kind: 'signature secret', id })
const ofWebhookSecret = (id: string): SealedOwner => ({ kind: 'webhook secret', id })
