import type { MailFault } from '../../../domain/sender/inbound/incoming-mail.ts'
import { MailboxFault } from '../../../ports/sender/inbound/mailbox-reader.ts'

const maxPageBytes = 2 * 1024 * 1024

interface Got {
  readonly status: number
  readonly bytes: Buffer
}

/**
 * Reads the beginning of a mail provider's answer, up to `most` bytes. Throws a `MailboxFault` if the
 * provider cannot be reached or reports an error; 404 and 410 are returned.
 */
async function boundedGet(
  url: string,
  token: string,
  { signal, most = maxPageBytes, headers = {} }: GetOptions,
): Promise<Got> {
  // Loads undici only for mailboxes that are read over a provider's API, because it takes 5 MB.
  const { request } = await import('undici')
  try {
    const answer = await request(url, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal,
      headersTimeout: 15_000,
      bodyTimeout: 15_000,
    })
    const bytes = await beginning(answer.body, most)
    const { statusCode: status } = answer
    if (status < 400 || status === 404 || status === 410) return { status, bytes }
    throw faultOf(status, bytes.toString('utf8'), Number(answer.headers['retry-after']))
  } catch (error) {
    if (error instanceof MailboxFault) throw error
    const { name = '', code = '' } = error as { readonly name?: string; readonly code?: string }
    throw new MailboxFault('UNREACHABLE', `The provider cannot be reached (${code || name})`)
  }
}

/**
 * Reads the beginning of one mail like `boundedGet`, but returns the fault of the mail if the provider does not
 * hand it over. Throws a `MailboxFault` only if the answer is about the account: a refused token (401), or a
 * limit.
 */
export async function getMail(
  url: string,
  token: string,
  options: GetOptions,
): Promise<Got | { readonly fault: MailFault }> {
  try {
    return await boundedGet(url, token, options)
  } catch (error) {
    if (!(error instanceof MailboxFault) || error instanceof AccountFault) throw error
    const { code, message: serverResponse } = error
    return { fault: { code: code === 'REFUSED' ? code : 'UNREACHABLE', serverResponse } }
  }
}

/** A fault of the provider that concerns the whole account, and not one mail. */
class AccountFault extends MailboxFault {}

/** A fault of the answer to one request, such as the status 500. Requests for other mails may succeed. */
export class AnswerFault extends MailboxFault {}

interface GetOptions {
  readonly signal: AbortSignal
  readonly most?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Reads an answer of a mail provider that must be complete JSON. Returns null for the statuses 404 and 410,
 * and throws a `MailboxFault` for other errors: an `AnswerFault` if the fault may concern only this answer.
 */
export async function getPage<Page>(url: string, token: string, options: GetOptions): Promise<Page | null> {
  const { status, bytes } = await boundedGet(url, token, options)
  if (status >= 400) return null
  try {
    const page: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof page === 'object' && page !== null) return page as Page
  } catch {
    // An answer of the mail provider that is not JSON is reported by the `UNREADABLE` error below.
  }
  throw new AnswerFault('UNREADABLE', 'The answer of the provider is not JSON')
}

async function beginning(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

function faultOf(status: number, body: string, seconds: number): MailboxFault {
  const serverResponse =
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(body)?.[1] ??
    `The provider answered with the status ${status}`
  const isTemporaryRefusal =
    status === 429 || status === 503 || (status === 403 && /rate|limit|quota/i.test(body))
  if (isTemporaryRefusal)
    return new AccountFault('TEMPORARILY_REFUSED', serverResponse, Number.isFinite(seconds) ? seconds : null)
  if (status === 401) return new AccountFault('REFUSED', serverResponse)
  return new AnswerFault(status < 500 ? 'REFUSED' : 'UNREACHABLE', serverResponse)
}
