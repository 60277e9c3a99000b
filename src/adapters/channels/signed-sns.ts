import { verify, X509Certificate } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import {
  isCertificateOfSns,
  isOfSns,
  type SnsMessage,
  signedText,
} from '../../domain/sender/inbound/sns-message.ts'
import { Sns } from '../../ports/sender/inbound/sns.ts'
import { guardedClient } from './guarded-client.ts'
import type { HttpClient } from './http-client.ts'

const maxMs = 10_000
const maxBytes = 64 * 1024
const maxCertificates = 20

/**
 * Fetches the document that Amazon serves at a URL, such as a certificate. Returns null if Amazon refuses the
 * request or has no such document.
 */
export type Fetching = (url: string) => Promise<string | null>

/** `SignedSns` verifies Amazon's signatures with a certificate from Amazon's own hosts. */
export class SignedSns extends Sns {
  readonly #fetch: Fetching
  readonly #certificates = new Map<string, Promise<X509Certificate | null>>()

  constructor(fetching: Fetching = fetchingFrom(guardedClient(new Set()))) {
    super()
    this.#fetch = fetching
  }

  override async isSigned(message: SnsMessage): Promise<boolean> {
    if (!isCertificateOfSns(message.SigningCertURL)) return false
    const certificate = await this.#certificate(message.SigningCertURL)
    if (certificate === null) return false
    const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const signature = Buffer.from(message.Signature, 'base64')
    const now = Date.now()
    if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false
    return verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature)
  }

  override async confirm(subscribeUrl: string): Promise<void> {
    if (!isOfSns(subscribeUrl))
      throw new Error('The URL that confirms the subscription does not belong to Amazon SNS')
    if ((await this.#fetched(subscribeUrl)) !== null) return
    throw new DomainError('FORBIDDEN', { message: 'Amazon SNS refused to confirm the subscription' })
  }

  /**
   * Fetches a document of Amazon. Throws OVERLOADED if the host does not resolve, does not answer or fails,
   * because Amazon repeats the event after a 503.
   */
  async #fetched(url: string): Promise<string | null> {
    try {
      return await this.#fetch(url)
    } catch {
      const message = 'Amazon SNS does not answer right now; nothing was stored. Send the event again'
      throw new DomainError('OVERLOADED', { message })
    }
  }

  #certificate(url: string): Promise<X509Certificate | null> {
    const known = this.#certificates.get(url)
    if (known !== undefined) return known
    const fetched = this.#fetched(url).then(certificateIn)
    // Fetches the certificate again for the next message if there was none, because the answer may be temporary.
    const forget = () => this.#certificates.delete(url)
    fetched.then((certificate) => certificate ?? forget(), forget)
    if (this.#certificates.size >= maxCertificates) this.#certificates.clear()
    this.#certificates.set(url, fetched)
    return fetched
  }
}

/** Returns the certificate in a text; null if the text is not a certificate. */
function certificateIn(pem: string | null): X509Certificate | null {
  try {
    return pem === null ? null : new X509Certificate(pem)
  } catch {
    return null
  }
}

/**
 * The refusals that do not depend on the document: of a firewall or proxy on the way, or of a request that took too
 * long or came too often. The request is repeated.
 */
const temporaryRefusals = new Set([403, 407, 408, 429])

/** Returns a function that fetches documents without following redirects, which could lead to any host. */
export function fetchingFrom(client: HttpClient): Fetching {
  return async (url) => {
    const { statusCode, body } = await client.request(url, { signal: AbortSignal.timeout(maxMs) })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
    if (statusCode >= 400 && statusCode < 500 && !temporaryRefusals.has(statusCode)) return null
    if (statusCode !== 200 || size > maxBytes) throw new Error(`SNS answered ${statusCode}`)
    return Buffer.concat(chunks).toString('utf8')
  }
}
