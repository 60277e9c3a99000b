import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Container } from 'inversify'
import pino from 'pino'
import { createApp } from '../../../src/adapters/http/app.ts'
import type { Route } from '../../../src/adapters/http/route.ts'
import type { HttpOptions } from '../../../src/composition/feature.ts'
import { features } from '../../../src/composition/features.ts'
import { servicesOf } from '../../../src/composition/http.ts'

const options: HttpOptions = {
  publicApiUrl: 'http://api.example.com',
  selfServePlans: false,
  trustedProxies: 0,
  cells: null,
}

export interface Sending {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the request is for the management API; the public API if absent. */
  readonly isManagement?: boolean
}

export interface EdgeReply {
  readonly status: number
  /** The seconds of the header `Retry-After`; null without it. */
  readonly retryAfter: number | null
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The HTTP server of a simulated API process, without sockets. Requests and answers are objects in memory, so
 * that the gates alone decide the order of events.
 */
export class Edge {
  readonly #handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** The routes of the management API, in the order of the documentation; empty if they are not mounted. */
  readonly routes: readonly Route[]

  /**
   * Mounts the routes of the public API and the unsubscribe page, and those of the management API only if `hasAll` is
   * true, because making all routes takes longer than many runs.
   */
  constructor(container: Container, hasAll: boolean) {
    const services = servicesOf(container, options)
    this.routes = hasAll ? features.flatMap((feature) => feature.routes?.(services) ?? []) : []
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const app = createApp({
      logger: pino({ level: 'silent' }, nowhere),
      consoleDirectory: null,
      guide: { site: '', docs: '' },
      cellSignature: null,
      siblings: null,
      publicApiUrl: options.publicApiUrl,
      trustedProxies: options.trustedProxies,
      services,
      hot: features.flatMap((feature) => feature.publicRoutes?.(services) ?? []),
      versioned: this.routes,
      operational: [],
    })
    this.#handle = app.callback()
  }

  async ask({ method, path, headers, body }: Sending): Promise<EdgeReply> {
    const bytes = Buffer.from(body)
    const request = new IncomingMessage(new Socket())
    const length = { 'content-length': String(bytes.length) }
    Object.assign(request, {
      method,
      url: path,
      httpVersion: '1.1',
      httpVersionMajor: 1,
      httpVersionMinor: 1,
    })
    Object.assign(request.headers, { host: 'api.example.com', ...headers, ...length })
    request.push(bytes)
    request.push(null)
    request.complete = true
    const response = new StoredResponse(request)
    await this.#handle(request, response)
    return response.reply()
  }
}

/** An HTTP response in the simulator that keeps its bytes in memory instead of sending them. */
class StoredResponse extends ServerResponse {
  #text = ''
  #retryAfter: number | null = null

  override writeHead(status: number, ...more: unknown[]): this {
    const headers = more.at(-1)
    if (typeof headers === 'object' && headers !== null && 'Retry-After' in headers)
      this.#retryAfter = Number(headers['Retry-After'])
    this.statusCode = status
    return this
  }

  override write(chunk: unknown): boolean {
    if (typeof chunk === 'string') this.#text += chunk
    else if (chunk instanceof Uint8Array) this.#text += Buffer.from(chunk).toString()
    return true
  }

  override end(chunk?: unknown): this {
    this.write(chunk)
    this.finished = true
    this.emit('finish')
    this.emit('close')
    return this
  }

  reply(): EdgeReply {
    const isJson = this.#text.startsWith('{')
    return {
      status: this.statusCode,
      retryAfter: this.#retryAfter,
      body: isJson ? (JSON.parse(this.#text) as Record<string, unknown>) : { text: this.#text },
    }
  }
}
