import { randomBytes } from 'node:crypto'
import type { LinkPurpose } from '../../domain/account/account-link.ts'
import { type NewSecret, Secrets } from '../../ports/account/secrets.ts'
import type { SealedOwner, Sealing } from '../../ports/sealing.ts'
import { newRecoveryCode, recoveryDigestOf } from './recovery-code.ts'
import { digest, kindOfPurpose, newSecret, prefixOf, type SecretKind } from './secret.ts'

export class NodeSecrets extends Secrets {
  readonly #sealing: Sealing
  readonly #cell: string | null

  constructor(sealing: Sealing, cell: string | null = null) {
    super()
    this.#sealing = sealing
    this.#cell = cell
  }

  override apiKey(): NewSecret {
    return this.#described('svc')
  }

  override ingestToken(dataTableId: string): NewSecret & { readonly ciphertext: string } {
    const token = this.#described('tbl')
    return { ...token, ciphertext: this.#sealing.seal(token.secret, ofIngestToken(dataTableId)) }
  }

  override webhookSecret(ownerId: string): { readonly secret: string; readonly ciphertext: string } {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    return { secret, ciphertext: this.#sealing.seal(secret, ofWebhookSecret(ownerId)) }
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

  override recoveryCode(): Pick<NewSecret, 'secret' | 'digest'> {
    const code = newRecoveryCode()
    return { secret: code, digest: recoveryDigestOf(code) ?? '' }
  }

  override linkToken(purpose: LinkPurpose): Pick<NewSecret, 'secret' | 'digest'> {
    return this.#forLink(kindOfPurpose[purpose])
  }

  override revealIngestToken(ciphertext: string, dataTableId: string): string | null {
    return this.#sealing.open(ciphertext, ofIngestToken(dataTableId))
  }

  override revealWebhookSecret(ciphertext: string, ownerId: string): string | null {
    return this.#sealing.open(ciphertext, ofWebhookSecret(ownerId))
  }

  override sealSignatureSecret(secret: string, dataTableId: string): string {
    return this.#sealing.seal(secret, ofSignatureSecret(dataTableId))
  }

  override revealSignatureSecret(ciphertext: string, dataTableId: string): string | null {
    return this.#sealing.open(ciphertext, ofSignatureSecret(dataTableId))
  }

  #forLink(kind: SecretKind): Pick<NewSecret, 'secret' | 'digest'> {
    const { secret, digest: stored } = this.#described(kind)
    return { secret, digest: stored }
  }

  #described(kind: SecretKind): NewSecret {
    const secret = newSecret(kind, this.#cell)
    return { secret, digest: digest(secret), prefix: prefixOf(secret), last4: secret.slice(-4) }
  }
}

const ofIngestToken = (id: string): SealedOwner => ({ kind: 'ingest token', id })
const ofSignatureSecret = (id: string): SealedOwner => ({ kind: 'signature secret', id })
const ofWebhookSecret = (id: string): SealedOwner => ({ kind: 'webhook secret', id })
