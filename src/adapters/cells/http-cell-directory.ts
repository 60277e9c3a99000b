import { crc32 } from 'node:zlib'
import type { OtherCells } from '../../domain/cell/other-cells.ts'
import { DomainError } from '../../domain/errors.ts'
import { CellDirectory, type CellReply, type CellRequest } from '../../ports/cell/cell-directory.ts'
import type { Clock } from '../../ports/clock.ts'
import { CellSignature, cellSignatureHeader } from '../security/cell-signature.ts'

const prefix = '/api/v1'
const knowsWithinMs = 2_000
/**
 * The milliseconds in which another cell must answer a sign-in. Hashing a password takes a moment, and
 * several on a busy cell.
 */
const answersWithinMs = 10_000
const maxBytes = 64 * 1024

interface CellAnswer {
  readonly cell: string
  readonly reply: CellReply | null
}

/**
 * `HttpCellDirectory` asks the other cells over HTTP which of them has an account for an e-mail address, and
 * forwards sign-ins to them.
 */
export class HttpCellDirectory extends CellDirectory {
  readonly #urls: ReadonlyMap<string, string>
  readonly #signature: CellSignature
  readonly #clock: Clock

  constructor({ secret, others }: OtherCells, clock: Clock) {
    super()
    this.#urls = new Map(others.map(({ cell, url }) => [cell, url]))
    this.#signature = new CellSignature(secret)
    this.#clock = clock
  }

  override has(cell: string): boolean {
    return this.#urls.has(cell)
  }

  override async cellOf(email: string, address: string): Promise<string | null> {
    const request = { path: '/cells/accounts', body: { email }, address }
    const replies = await this.#postAll(request, knowsWithinMs)
    const knower = replies.find(({ reply }) => reply?.body['known'] === true)
    if (knower !== undefined) return knower.cell
    if (replies.some(({ reply }) => reply?.status !== 200)) throw away()
    return null
  }

  override async askAll(request: CellRequest): Promise<CellReply | null> {
    const replies = await this.#postAll(request, answersWithinMs)
    const accepted = replies.find(({ reply }) => reply?.status === 200)?.reply
    if (accepted != null) return accepted
    if (replies.some(({ reply }) => reply?.status !== 404)) throw away()
    return null
  }

  override anyFor(email: string): string {
    const cells = [...this.#urls.keys()]
    return cells[crc32(email) % cells.length] ?? ''
  }

  override ask(cell: string, request: CellRequest): Promise<CellReply> {
    return this.#post(cell, request, answersWithinMs).catch(() => {
      throw away()
    })
  }

  /**
   * Sends a request to all other cells, and waits for all answers. Otherwise the time would show which cell has an
   * account. The reply of a cell that does not answer is null.
   */
  #postAll(request: CellRequest, withinMs: number): Promise<readonly CellAnswer[]> {
    return Promise.all(
      [...this.#urls.keys()].map(async (cell) => ({
        cell,
        reply: await this.#post(cell, request, withinMs).catch(() => null),
      })),
    )
  }

  async #post(
    cell: string,
    { path, body, address, client }: CellRequest,
    withinMs: number,
  ): Promise<CellReply> {
    const signature = this.#signature.sign(prefix + path, address, this.#clock.now())
    const response = await fetch(`${this.#urls.get(cell) ?? ''}${prefix}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [cellSignatureHeader]: signature,
        ...(client === undefined ? {} : headersOf(client)),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    })
    const text = await response.text()
    if (text.length > maxBytes) throw new Error('The answer of another cell is too large')
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as CellReply['body']) }
  }
}

/**
 * Returns the headers of a forwarded sign-in by which the other cell recognises the device, as if the person
 * had asked that cell.
 */
function headersOf({ kind, userAgent }: NonNullable<CellRequest['client']>): Record<string, string> {
  return { 'User-Agent': userAgent ?? '', ...(kind === 'console' ? { 'X-Spindle-Console': '1' } : {}) }
}

function away(): DomainError {
  return new DomainError('OVERLOADED', {
    message: 'Another cell does not answer right now; try again in a few seconds',
  })
}
