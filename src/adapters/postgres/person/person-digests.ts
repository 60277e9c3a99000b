import { createSecretKey, type KeyObject } from 'node:crypto'
import { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { newDigestKey, personDigest } from '../../security/person-digest.ts'
import { outsideRequest } from '../../system/request-writes.ts'
import type { Database, Statement } from '../database.ts'
import { entity } from '../rows.ts'
import { SharedReads } from '../shared-reads.ts'

const digestKeys = entity('digest_keys', 'ciphertext')

// Stores the key for digests of people, and notes the key of the key ring that encrypts it. A process without
// that key then refuses to start.
const make: Statement = {
  name: 'make_digest_key',
  text: `
    with noted as (insert into encryption_keys (id, proof) values ($3, $4) on conflict do nothing)
    insert into digest_keys (organization_id, ciphertext) values ($1, $2) on conflict do nothing`,
}

const maxCached = 1_000

/**
 * `PostgresPersonDigests` computes digests of addresses. A digest key never changes, so it is cached once it
 * was read.
 */
export class PostgresPersonDigests extends PersonDigests {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #keys = new Map<string, KeyObject>()
  readonly #reads = new SharedReads<KeyObject | null>()

  constructor(database: Database, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
  }

  override async of(organizationId: string, address: string): Promise<string> {
    const digest = await this.ofOrganization(organizationId)
    return digest(address)
  }

  override async ofOrganization(organizationId: string): Promise<(address: string) => string> {
    const key = (await this.#keyOf(organizationId)) ?? (await this.#made(organizationId))
    return (address) => personDigest(key, address)
  }

  override async known(organizationId: string, address: string): Promise<string | null> {
    const key = await this.#keyOf(organizationId)
    return key === null ? null : personDigest(key, address)
  }

  async #made(organizationId: string): Promise<KeyObject> {
    const { newestKey } = this.#sealing
    const sealed = this.#sealing.seal(newDigestKey(), belonging(organizationId))
    const values = [organizationId, sealed, newestKey, this.#sealing.proofOf(newestKey)]
    await outsideRequest(() => this.#database.write(make, values))
    // Reads the stored digest key, because another process may have created it first.
    const key = await this.#keyOf(organizationId)
    if (key === null) throw new Error('The digest key of the organization was not stored')
    return key
  }

  /** Returns the digest key; null if the organization has none. All recipients of a chunk share the read. */
  async #keyOf(organizationId: string): Promise<KeyObject | null> {
    return (
      this.#keys.get(organizationId) ??
      this.#reads.read(
        organizationId,
        async () => this.#keys.get(organizationId) ?? this.#read(organizationId),
      )
    )
  }

  async #read(organizationId: string): Promise<KeyObject | null> {
    const row = await digestKeys.within(this.#database).find({ organizationId })
    if (row === null) return null
    const text = this.#sealing.open(row.ciphertext, belonging(organizationId))
    if (text === null)
      throw new Error(
        `A key of digests is encrypted with the key "${this.#sealing.keyOf(row.ciphertext)}", which cannot decrypt it`,
      )
    const key = createSecretKey(Buffer.from(text, 'base64url'))
    if (this.#keys.size >= maxCached) this.#keys.clear()
    this.#keys.set(organizationId, key)
    return key
  }
}

const belonging = (organizationId: string) => ({ kind: 'digest key', id: organizationId }) as const
