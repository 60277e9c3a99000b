import { hkdfSync } from 'node:crypto'

export interface RingKey {
  readonly id: string
  readonly bytes: Buffer
}

interface RingSecret {
  readonly id: string
  readonly secret: string
}

/**
 * `KeyRing` holds the secrets from which the service derives its keys, newest first. Each use, such as
 * signing sessions or encrypting, has keys of its own.
 */
export class KeyRing {
  readonly newest: string
  readonly #secrets: readonly [RingSecret, ...RingSecret[]]

  constructor(secrets: readonly RingSecret[]) {
    const [newest, ...older] = secrets
    if (newest === undefined) throw new Error('The key ring has no key')
    this.newest = newest.id
    this.#secrets = [newest, ...older]
  }

  /** Returns one derived key for a use from each secret of the key ring, newest first. */
  keysFor(use: string): readonly [RingKey, ...RingKey[]] {
    const [newest, ...older] = this.#secrets
    const derived = ({ id, secret }: RingSecret): RingKey => ({
      id,
      bytes: Buffer.from(hkdfSync('sha256', secret, '', use, 32)),
    })
    return [derived(newest), ...older.map(derived)]
  }

  /**
   * Returns the key for a use that is derived from the secret of a name; null if the key ring has no such
   * secret.
   */
  keyFor(use: string, id: string): Buffer | null {
    return this.keysFor(use).find((key) => key.id === id)?.bytes ?? null
  }
}
