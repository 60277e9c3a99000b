import { hkdfSync } from 'node:crypto'

export interface RingKey {
  readonly id: string
  readonly bytes: Buffer
}

interface RingSecret {
  readonly id: string
  readonly secret: string
}

/** The secrets of the service, newest first. No use of them shares a key with another. */
export class KeyRing {
  readonly newest: string
  readonly #secrets: readonly [RingSecret, ...RingSecret[]]

  constructor(secrets: readonly RingSecret[]) {
    const [newest, ...older] = secrets
    if (newest === undefined) throw new Error('A key ring holds a key')
    this.newest = newest.id
    this.#secrets = [newest, ...older]
  }

  /** A key for one use of each secret, newest first. */
  keysFor(use: string): readonly [RingKey, ...RingKey[]] {
    const [newest, ...older] = this.#secrets
    const derived = ({ id, secret }: RingSecret): RingKey => ({
      id,
      bytes: Buffer.from(hkdfSync('sha256', secret, '', use, 32)),
    })
    return [derived(newest), ...older.map(derived)]
  }

  /** Null where there is no key of that name. */
  keyFor(use: string, id: string): Buffer | null {
    return this.keysFor(use).find((key) => key.id === id)?.bytes ?? null
  }
}
