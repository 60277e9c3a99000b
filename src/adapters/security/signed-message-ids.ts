import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { MessageIds, type MessagePlace } from '../../ports/sender/message/message-ids.ts'
import type { KeyRing } from './key-ring.ts'

const signatureLength = 12
const placeLength = 16 + 4 + 8 + 1

/**
 * `SignedMessageIds` creates Message-IDs from job, slice, record, step and a signature, in base64url.
 * Verifying one needs no look-up. If there are several cells, the id of this cell comes first.
 */
export class SignedMessageIds extends MessageIds {
  /**
   * The keys that sign Message-IDs, newest first. The newest signs, but all are accepted, because people may
   * answer a mail years later.
   */
  readonly #keys: readonly [KeyObject, ...KeyObject[]]
  readonly #ownDomain: string

  readonly #prefix: string

  constructor(ring: KeyRing, ownDomain: string, cell: string | null = null) {
    super()
    this.#prefix = cell === null ? '' : `${cell}.`
    this.#ownDomain = ownDomain
    const [newest, ...older] = ring.keysFor('spindle message ids')
    this.#keys = [createSecretKey(newest.bytes), ...older.map(({ bytes }) => createSecretKey(bytes))]
  }

  override idFor({ jobId, slice, recordId, step }: MessagePlace, from: string | null): string {
    const place = Buffer.alloc(placeLength)
    place.write(jobId.replaceAll('-', ''), 'hex')
    place.writeUInt32BE(slice, 16)
    place.writeBigUInt64BE(BigInt(recordId), 20)
    place.writeUInt8(step, 28)
    const domain = from?.slice(from.lastIndexOf('@') + 1) ?? this.#ownDomain
    return `<${this.#prefix}${Buffer.concat([place, signed(this.#keys[0], place)]).toString('base64url')}@${domain}>`
  }

  override read(messageId: string): MessagePlace | null {
    const [, token] = /^<?(?:[a-z0-9]{1,8}\.)?([\w-]{55})@[^@>\s]+>?$/.exec(messageId.trim()) ?? []
    if (token === undefined) return null
    const bytes = Buffer.from(token, 'base64url')
    const [place, signature] = [bytes.subarray(0, placeLength), bytes.subarray(placeLength)]
    if (signature.length !== signatureLength) return null
    if (!this.#keys.some((key) => timingSafeEqual(signature, signed(key, place)))) return null
    return {
      jobId: place.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      slice: place.readUInt32BE(16),
      recordId: String(place.readBigUInt64BE(20)),
      step: place.readUInt8(28),
    }
  }
}

function signed(key: KeyObject, place: Buffer): Buffer {
  return createHmac('sha256', key).update(place).digest().subarray(0, signatureLength)
}
