import { verify, X509Certificate } from 'node:crypto'
import { type Agent, request } from 'undici'
import {
  isCertificateOfSns,
  isOfSns,
  type SnsMessage,
  signedText,
} from '../../domain/sender/heard/sns-message.ts'
import { Sns } from '../../ports/sender/heard/sns.ts'
import { guardedAgent } from './guarded-agent.ts'

const longestMs = 10_000
const mostBytes = 64 * 1024
const mostCertificates = 20

/** Gets what Amazon answers at a URL. */
export type Fetching = (url: string) => Promise<string>

/** Believes Amazon's signature, by a certificate that only its own hosts can name. */
export class SignedSns extends Sns {
  readonly #fetch: Fetching
  readonly #certificates = new Map<string, Promise<X509Certificate>>()

  constructor(fetching: Fetching = fetchingFrom(guardedAgent(new Set()))) {
    super()
    this.#fetch = fetching
  }

  override async isSigned(message: SnsMessage): Promise<boolean> {
    if (!isCertificateOfSns(message.SigningCertURL)) return false
    const certificate = await this.#certificate(message.SigningCertURL)
    const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const signature = Buffer.from(message.Signature, 'base64')
    const now = Date.now()
    if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false
    return verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature)
  }

  override async confirm(subscribeUrl: string): Promise<void> {
    if (!isOfSns(subscribeUrl)) throw new Error('A subscription is confirmed to SNS alone')
    await this.#fetch(subscribeUrl)
  }

  #certificate(url: string): Promise<X509Certificate> {
    const known = this.#certificates.get(url)
    if (known !== undefined) return known
    const fetched = this.#fetch(url).then((pem) => new X509Certificate(pem))
    fetched.catch(() => this.#certificates.delete(url))
    if (this.#certificates.size >= mostCertificates) this.#certificates.clear()
    this.#certificates.set(url, fetched)
    return fetched
  }
}

/** No redirect is followed: it could lead anywhere. */
function fetchingFrom(agent: Agent): Fetching {
  return async (url) => {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      signal: AbortSignal.timeout(longestMs),
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) break
    }
    if (statusCode !== 200 || size > mostBytes) throw new Error(`SNS answered ${statusCode}`)
    return Buffer.concat(chunks).toString('utf8')
  }
}
