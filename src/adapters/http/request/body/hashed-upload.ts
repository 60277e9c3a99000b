import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { piped } from '../../../streams/stream-errors.ts'
import { fingerprintOf } from '../idempotency.ts'
import { FileBytes } from './file-bytes.ts'
import type { Upload } from './upload.ts'

/** `HashedUpload` computes the digest of an uploaded file, its name and the rest of its form while it is read. */
export class HashedUpload {
  readonly #take: () => Promise<Upload>
  readonly #hash = createHash('sha256')
  #upload: Upload | null = null

  constructor(take: () => Promise<Upload>) {
    this.#take = take
  }

  async open(): Promise<Upload> {
    const upload = await this.#take()
    const hashing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#hash.update(chunk)
        done(null, chunk)
      },
    })
    this.#upload = { ...upload, content: piped(upload.content, hashing) }
    return this.#upload
  }

  /** Reads the rest of the file, and returns the digest of the whole file, its name and the other parts of its form. */
  async digest(): Promise<string> {
    const { content, name, fields } = this.#upload ?? (await this.open())
    await new FileBytes(content).readToEnd()
    return fingerprintOf([this.#hash.copy().digest('base64url'), name, fields])
  }
}
