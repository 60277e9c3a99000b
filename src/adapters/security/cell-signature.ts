import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

export const cellSignatureHeader = 'x-spindle-cell-signature'

/** Clocks of two cells differ by no more, and a request takes no longer. */
const validForMs = 60_000

/**
 * That a request comes from another cell, and from whose address it came there: `TIME.ADDRESS.HMAC`, under a secret
 * that all cells have and nobody else. It holds for one path and a minute.
 */
export class CellSignature {
  readonly #key: KeyObject

  constructor(secret: string) {
    this.#key = createSecretKey(Buffer.from(secret))
  }

  sign(path: string, address: string, now: Date): string {
    const said = `${now.getTime()}.${Buffer.from(address).toString('base64url')}`
    return `${said}.${this.#of(said, path).toString('base64url')}`
  }

  /** Null for what no cell has signed for this path. */
  read(header: string, path: string, now: Date): { readonly address: string } | null {
    const [, said = '', time = '', address = '', signature = ''] =
      /^((\d{1,15})\.([\w-]{0,200}))\.([\w-]{43})$/.exec(header) ?? []
    if (said === '' || Math.abs(Number(time) - now.getTime()) > validForMs) return null
    const bytes = Buffer.from(signature, 'base64url')
    const wanted = this.#of(said, path)
    if (bytes.length !== wanted.length || !timingSafeEqual(bytes, wanted)) return null
    return { address: Buffer.from(address, 'base64url').toString() }
  }

  #of(said: string, path: string): Buffer {
    return createHmac('sha256', this.#key).update(`${said}\n${path}`).digest()
  }
}
