import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type SealedKind, type SealedOwner, Sealing } from '../../ports/sealing.ts'
import { RandomPool } from '../system/random-pool.ts'
import type { KeyRing } from './key-ring.ts'

const nonceLength = 12
const tagLength = 16

const nonces = new RandomPool(nonceLength)

/**
 * `RingSealing` encrypts stored secrets with the key ring by AES-256-GCM. An encrypted text is `KEY.` and
 * nonce, tag and ciphertext in base64url. Encrypted bytes begin with the length of the key's name and the
 * name.
 */
export class RingSealing extends Sealing {
  override readonly newestKey: string
  readonly #ring: KeyRing
  /**
   * The encryption keys, by kind of encrypted value and name of the secret. Creating a key object for each
   * use took three quarters of the time of an encryption.
   */
  readonly #keys = new Map<SealedKind, ReadonlyMap<string, KeyObject>>()

  constructor(ring: KeyRing) {
    super()
    this.newestKey = ring.newest
    this.#ring = ring
  }

  override proofOf(id: string): string | null {
    const key = this.#ring.keyFor('spindle sealing', id)
    return key === null ? null : createHmac('sha256', key).update('proof').digest('base64url')
  }

  override keyOf(sealed: string | Uint8Array): string | null {
    if (typeof sealed === 'string') return /^([a-z0-9-]+)\./.exec(sealed)?.[1] ?? null
    return Buffer.from(sealed.subarray(1, 1 + (sealed[0] ?? 0))).toString('latin1')
  }

  override seal(text: string, of: SealedOwner): string {
    return `${this.newestKey}.${this.#encrypt(Buffer.from(text), of, '').toString('base64url')}`
  }

  override open(sealed: string, of: SealedOwner): string | null {
    const id = this.keyOf(sealed)
    if (id === null) return null
    return this.#decrypt(id, Buffer.from(sealed.slice(id.length + 1), 'base64url'), of)?.toString() ?? null
  }

  override sealBytes(bytes: Uint8Array, of: SealedOwner): Buffer {
    return this.#encrypt(bytes, of, `${String.fromCharCode(this.newestKey.length)}${this.newestKey}`)
  }

  override openBytes(sealed: Uint8Array, of: SealedOwner): Buffer | null {
    return this.#decrypt(this.keyOf(sealed) ?? '', Buffer.from(sealed.subarray(1 + (sealed[0] ?? 0))), of)
  }

  #encrypt(bytes: Uint8Array, of: SealedOwner, head: string): Buffer {
    const key = this.#keysFor(of.kind).get(this.newestKey)
    if (key === undefined) throw new Error('The newest key is missing in the key ring')
    const nonce = nonces.next()
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aboutOf(of))
    const encrypted = cipher.update(bytes)
    // GCM encrypts without padding, so the end adds no bytes.
    cipher.final()
    return Buffer.concat([Buffer.from(head), nonce, cipher.getAuthTag(), encrypted])
  }

  #decrypt(id: string, box: Buffer, of: SealedOwner): Buffer | null {
    const key = this.#keysFor(of.kind).get(id)
    if (key === undefined || box.length < nonceLength + tagLength) return null
    const [nonce, encrypted] = [box.subarray(0, nonceLength), box.subarray(nonceLength + tagLength)]
    // Accepts only authentication tags of the full length. Node would accept shorter tags, which are easier
    // to guess.
    const options = { authTagLength: tagLength }
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(aboutOf(of))
      decipher.setAuthTag(box.subarray(nonceLength, nonceLength + tagLength))
      return Buffer.concat([decipher.update(encrypted), decipher.final()])
    } catch {
      return null
    }
  }

  /**
   * Returns the encryption keys of a kind of value. Each kind has its own keys, because a key may be used
   * with at most 2^32 random nonces.
   */
  #keysFor(kind: SealedKind): ReadonlyMap<string, KeyObject> {
    const known = this.#keys.get(kind)
    if (known !== undefined) return known
    const keys = this.#ring.keysFor(`spindle sealing: ${kind}`)
    const made = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]))
    this.#keys.set(kind, made)
    return made
  }
}

function aboutOf({ kind, id }: SealedOwner): Buffer {
  return Buffer.from(`${kind}\n${id}`)
}
