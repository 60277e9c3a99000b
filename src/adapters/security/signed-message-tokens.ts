import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import {
  type MessagePlace,
  MessageTokens,
  type Unsubscriber,
} from '../../ports/sender/message/message-tokens.ts'
import type { KeyRing } from './key-ring.ts'

/** The facts of a deployment that its Message-IDs and unsubscribe links contain. */
export interface TokenOrigin {
  readonly publicApiUrl: string
  /**
   * The domain of the Message-ID of a message that has no sender's address; otherwise the domain of that
   * address is used.
   */
  readonly fallbackMailDomain: string
  /** The id of this cell; null in a deployment without cells. */
  readonly cell: string | null
}

type Keys = readonly [KeyObject, ...KeyObject[]]

const placeLength = 16 + 4 + 8 + 1
const placeSignatureLength = 12
const linkSignatureLength = 16
const cellBefore = /^[a-z0-9]{1,8}\./

/**
 * `SignedMessageTokens` makes a Message-ID of job, slice, record, step and a signature, and an unsubscribe link of the
 * organization's id, a signature and the address, in base64url. If there are several cells, the id of this cell comes
 * first: proxies route by it, and nothing trusts it.
 */
export class SignedMessageTokens extends MessageTokens {
  readonly #origin: TokenOrigin
  readonly #prefix: string
  readonly #placeKeys: Keys
  readonly #linkKeys: Keys

  constructor(ring: KeyRing, origin: TokenOrigin) {
    super()
    this.#origin = origin
    this.#prefix = origin.cell === null ? '' : `${origin.cell}.`
    this.#placeKeys = keysFor(ring, 'spindle message ids')
    this.#linkKeys = keysFor(ring, 'spindle unsubscribe links')
  }

  override messageIdFor({ jobId, slice, recordId, step }: MessagePlace, from: string | null): string {
    const place = Buffer.alloc(placeLength)
    place.write(jobId.replaceAll('-', ''), 'hex')
    place.writeUInt32BE(slice, 16)
    place.writeBigUInt64BE(BigInt(recordId), 20)
    place.writeUInt8(step, 28)
    const domain = from?.slice(from.lastIndexOf('@') + 1) ?? this.#origin.fallbackMailDomain
    const token = Buffer.concat([place, signatureOfPlace(this.#placeKeys[0], place)])
    return `<${this.#prefix}${token.toString('base64url')}@${domain}>`
  }

  override placeOf(messageId: string): MessagePlace | null {
    const [, token] = /^<?(?:[a-z0-9]{1,8}\.)?([\w-]{55})@[^@>\s]+>?$/.exec(messageId.trim()) ?? []
    if (token === undefined) return null
    const bytes = Buffer.from(token, 'base64url')
    const [place, signature] = [bytes.subarray(0, placeLength), bytes.subarray(placeLength)]
    if (signature.length !== placeSignatureLength) return null
    if (!this.#placeKeys.some((key) => timingSafeEqual(signature, signatureOfPlace(key, place)))) return null
    return {
      jobId: idIn(place),
      slice: place.readUInt32BE(16),
      recordId: String(place.readBigUInt64BE(20)),
      step: place.readUInt8(28),
    }
  }

  override unsubscribeLinkFor(unsubscriber: Unsubscriber): string {
    const { organizationId, email } = unsubscriber
    const id = Buffer.from(organizationId.replaceAll('-', ''), 'hex')
    const token = Buffer.concat([id, signatureOfLink(this.#linkKeys[0], unsubscriber), Buffer.from(email)])
    return `${this.#origin.publicApiUrl}/unsubscribe/${this.#prefix}${token.toString('base64url')}`
  }

  override unsubscriberOf(token: string): Unsubscriber | null {
    const bytes = Buffer.from(token.replace(cellBefore, ''), 'base64url')
    if (bytes.length < 16 + linkSignatureLength + 3) return null
    const signature = bytes.subarray(16, 16 + linkSignatureLength)
    const unsubscriber = {
      organizationId: idIn(bytes),
      email: bytes.toString('utf8', 16 + linkSignatureLength),
    }
    const isOurs = this.#linkKeys.some((key) =>
      timingSafeEqual(signature, signatureOfLink(key, unsubscriber)),
    )
    return isOurs ? unsubscriber : null
  }
}

/**
 * Returns the keys for a use, newest first. The newest signs, but all are accepted, because people answer or
 * unsubscribe by mails that they have kept for years.
 * The key objects are created once. Creating one for each signature took a fifth of the runtime's time.
 */
function keysFor(ring: KeyRing, use: Parameters<KeyRing['keysFor']>[0]): Keys {
  const [newest, ...older] = ring.keysFor(use)
  return [createSecretKey(newest.bytes), ...older.map(({ bytes }) => createSecretKey(bytes))]
}

/** Returns the UUID that the first 16 bytes of a decoded Message-ID or link hold, as text. */
function idIn(bytes: Buffer): string {
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function signatureOfPlace(key: KeyObject, place: Buffer): Buffer {
  return createHmac('sha256', key).update(place).digest().subarray(0, placeSignatureLength)
}

function signatureOfLink(key: KeyObject, { organizationId, email }: Unsubscriber): Buffer {
  const digest = createHmac('sha256', key).update(`${organizationId} ${email}`).digest('binary')
  // Computes the signature of an unsubscribe link as a string of bytes, because a digest as a Buffer would
  // take 1.0 of the 2.5 µs.
  return Buffer.from(digest.slice(0, linkSignatureLength), 'binary')
}
