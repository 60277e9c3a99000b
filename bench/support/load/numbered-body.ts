const digits = 9
const place = '#'.repeat(digits)

/**
 * A request body in which every `#########` is replaced by a number of nine digits. Writes the digits into
 * the bytes, because serializing 500 records for each request would take longer than storing them.
 */
export class NumberedBody {
  readonly length: number
  readonly #bytes: Buffer
  readonly #places: readonly number[]

  constructor(text: string) {
    this.#bytes = Buffer.from(text)
    this.length = this.#bytes.length
    const places: number[] = []
    for (let at = this.#bytes.indexOf(place); at !== -1; at = this.#bytes.indexOf(place, at + digits))
      places.push(at)
    this.#places = places
  }

  /**
   * Returns the body with each `#########` replaced by the number that `numberOf` returns for its index in
   * the body.
   */
  with(numberOf: (place: number) => number): Buffer {
    const bytes = Buffer.from(this.#bytes)
    this.#places.forEach((at, index) =>
      bytes.write(String(numberOf(index)).padStart(digits, '0'), at, 'latin1'),
    )
    return bytes
  }

  static get place(): string {
    return place
  }
}
