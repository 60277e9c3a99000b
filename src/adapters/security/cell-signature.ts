import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

export const cellSignatureHeader = 'x-spindle-cell-signature'

/**
 * The milliseconds for which a signature between cells is valid. They cover the clock difference of two cells
 * and the time of a request.
 */
const validForMs = 60_000

/**
 * `CellSignature` proves that a request comes from another cell, and carries the address of the client there.
 * Its form is `TIME.ADDRESS.HMAC`, under a secret that only the cells have. A signature is valid for one path
 * and one minute.
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

  /**
   * Returns the signed address of a client; null if no cell has signed the header for this path within a
   * minute.
   */
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
