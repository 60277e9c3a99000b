import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { SimpleWebAuthn } from '../../../../src/adapters/security/simple-web-authn.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import { WebAuthn } from '../../../../src/ports/account/passkeys.ts'
import type { Person } from '../person.ts'

/** The public address under which tests use passkeys. The address of the tests' servers is an IP address. */
export const publicOrigin = 'https://spindle.example.com'

/** Lets passkeys work under the tests' public address. */
export const passkeysAtPublicOrigin = provideValue(WebAuthn, new SimpleWebAuthn(publicOrigin))

/** Adds a passkey to a test's user, whose two-factor sign-in is off, and returns the answer of the service. */
export async function addPasskey(person: Person, device: Authenticator, name = 'Laptop') {
  const { options } = await person.do('POST', '/profile/passkeys/begin', { password: person.password })
  return person.do('POST', '/profile/passkeys', { name, passkey: device.create(options) })
}

/** The options of a ceremony, as the service returns them. */
interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
  readonly allowCredentials?: readonly { readonly id: string }[]
}

/** How a test's browser and authenticator differ from honest ones. */
interface Behaviour {
  /** The origin of the page; by default the public address of the tested service. */
  readonly origin?: string
  /** Whether the authenticator verifies the person, as by a fingerprint. */
  readonly verifies?: boolean
  /** The signature counter that is sent; by default the next number. */
  readonly counter?: number
  readonly crossOrigin?: boolean
  /** The format and the statement of the attestation; by default none. */
  readonly format?: string
  readonly statement?: ReadonlyMap<string | number, CborValue>
}

type Page = Required<Pick<Behaviour, 'origin' | 'crossOrigin'>>

interface Key {
  readonly id: Buffer
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}

/**
 * A software authenticator for tests, with the browser around it. It creates real keys (ES256) and signs real
 * WebAuthn answers in CBOR and JSON.
 */
export class Authenticator {
  readonly #keys: Key[] = []

  /** Creates a passkey, as `navigator.credentials.create` does, and returns the answer as JSON. */
  create(options: Options, behaviour: Behaviour = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key: Key = { id: randomBytes(32), privateKey, userHandle: options.user?.id ?? '', counter: 0 }
    this.#keys.push(key)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coseKey = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.from([0, key.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, key.id, coseKey])
    const data = authenticatorData(options.rp?.id ?? '', { ...behaviour, counter: 0 }, attested)
    const { format = 'none', statement = new Map() } = behaviour
    const attestationObject = cbor(
      new Map<string, CborValue>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', data],
      ]),
    )
    const clientDataJSON = clientData('webauthn.create', options.challenge, pageOf(behaviour))
    return answer(key, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Signs a challenge with a passkey, as `navigator.credentials.get` does, and returns the answer as JSON. */
  get(options: Options, behaviour: Behaviour = {}) {
    const allowed = options.allowCredentials ?? []
    const key = this.#keys.find(
      ({ id }) => allowed.length === 0 || allowed.some((one) => one.id === id.toString('base64url')),
    )
    if (key === undefined) throw new Error('The authenticator has no passkey for these options')
    key.counter = behaviour.counter ?? key.counter + 1
    const data = authenticatorData(options.rpId ?? '', { ...behaviour, counter: key.counter })
    const clientDataJSON = clientData('webauthn.get', options.challenge, pageOf(behaviour))
    const signed = Buffer.concat([data, sha256(clientDataJSON)])
    return answer(key, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, key.privateKey).toString('base64url'),
      userHandle: key.userHandle,
    })
  }
}

function pageOf({ origin = publicOrigin, crossOrigin = false }: Behaviour): Page {
  return { origin, crossOrigin }
}

function answer<Response extends object>({ id }: Key, response: Response) {
  const encoded = id.toString('base64url')
  return { id: encoded, rawId: encoded, type: 'public-key', clientExtensionResults: {}, response }
}

function clientData(type: string, challenge: string, { origin, crossOrigin }: Page): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

function authenticatorData(
  rpId: string,
  { verifies = true, counter = 0 }: Behaviour,
  attested: Buffer = Buffer.alloc(0),
): Buffer {
  const flags = 0x01 | (verifies ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, attested])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

type CborValue = string | number | Buffer | ReadonlyMap<string | number, CborValue>

/** Encodes a value as CBOR (RFC 8949), as far as WebAuthn needs it. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([cborHead(3, bytes.length), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

/** Returns the head of a CBOR value: its major type, and its value or length. */
function cborHead(major: number, amount: number): Buffer {
  if (amount < 24) return Buffer.from([(major << 5) | amount])
  if (amount < 256) return Buffer.from([(major << 5) | 24, amount])
  return Buffer.from([(major << 5) | 25, amount >> 8, amount & 255])
}
