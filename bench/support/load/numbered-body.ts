const digits = 9
const place = '#'.repeat(digits)

/**
 * A body in which every `#########` becomes a number of nine digits. Written over in place: making 500 records up for
 * each request would take the client longer than the service takes to store them.
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

  /** One number for each place. */
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
