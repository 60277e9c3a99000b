import { Writable } from 'node:stream'
import pino from 'pino'
import { serve } from '../../src/adapters/http/server.ts'
import type { HttpOptions } from '../../src/composition/feature.ts'
import { createHttpApp } from '../../src/composition/http.ts'
import { ContractCheck, type OpenApiDocument } from './contracts/contract-check.ts'
import type { World } from './world.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export interface Ask {
  readonly method?: string
  /** The API key of the test's request; null to send no Authorization header. */
  readonly key?: string | null
  readonly json?: unknown
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether the OpenAPI document lacks the path or method of the test's request on purpose: pages, the
   * console's files, and paths that do not exist.
   */
  readonly undocumented?: true
}

/**
 * The HTTP server of a test service, on its own port. Checks every response against the OpenAPI document.
 * Closes with the test service.
 */
export interface Api {
  readonly url: string
  readonly document: OpenApiDocument
  readonly log: Record<string, unknown>[]
  ask(path: string, ask?: Ask): Promise<Reply>
  ingest(records: readonly unknown[], ask?: Ask): Promise<Reply>
  ingestByToken(records: readonly unknown[], ask?: Ask & { readonly token?: string }): Promise<Reply>
  trigger(ask?: Ask & { readonly spinnerId?: string }): Promise<Reply>
  job(jobId: string, ask?: Ask): Promise<Reply>
  close(): Promise<void>
}

const prefix = '/api/v1'

export async function createApi(world: World, changes: Partial<HttpOptions> = {}): Promise<Api> {
  const log: Record<string, unknown>[] = []
  const lines = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  const settings = { ...world.config, ...changes }
  const app = createHttpApp(world.container, settings, pino({ base: null }, lines))
  const server = await serve(app, { host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${server.port}`
  const contract = await contractOf(url, settings)
  const { demo } = world

  async function ask(
    path: string,
    { method = 'GET', key = null, json, raw, headers = {}, undocumented }: Ask = {},
  ): Promise<Reply> {
    const body = raw ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body as string }),
      redirect: 'manual',
    })
    const text = await response.text()
    const contentType = response.headers.get('content-type') ?? ''
    const isJson = contentType.includes('json')
    const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    if (undocumented === true) contract.assertUndocumented({ method, path })
    else {
      const { status } = response
      const hasEntityTag = response.headers.has('etag')
      const observed = { method, path, status, contentType, hasEntityTag }
      contract.assertDocumented({ ...observed, body: isJson ? parsed : text })
    }
    if (response.status >= 400 && parsed['requestId'] !== response.headers.get('x-request-id')) {
      throw new Error('An error names the request id that its header names')
    }
    return { status: response.status, headers: response.headers, body: parsed }
  }

  const api: Api = {
    url,
    document: contract.document,
    log,
    ask,
    ingest: (records, options = {}) =>
      ask(`${prefix}/public/ingest`, {
        method: 'POST',
        key: demo.apiKey,
        json: { dataTableId: demo.dataTableId, records },
        ...options,
      }),
    ingestByToken: (records, { token = demo.ingestToken, ...options } = {}) =>
      ask(`${prefix}/public/data-tables/ingest/${token}`, { method: 'POST', json: { records }, ...options }),
    trigger: ({ spinnerId = demo.spinnerId, ...options } = {}) =>
      ask(`${prefix}/public/trigger/${spinnerId}`, { method: 'POST', key: demo.apiKey, ...options }),
    job: (jobId, options = {}) => ask(`${prefix}/public/jobs/${jobId}`, { key: demo.apiKey, ...options }),
    close: async () => {
      if (world.servers.delete(api)) await server.close()
    },
  }
  world.servers.add(api)
  return api
}

const contracts = new Map<string, ContractCheck>()

/**
 * Returns the check of responses against the OpenAPI document of a test service. Services with the same
 * document share one check, because it takes 50 ms to create, and again as much to compile its schemas. The document
 * depends on the settings that are read here.
 */
async function contractOf(
  url: string,
  { publicApiUrl, cells, selfServePlans }: HttpOptions,
): Promise<ContractCheck> {
  const differing = JSON.stringify([publicApiUrl, cells !== null, selfServePlans])
  const known = contracts.get(differing)
  if (known !== undefined) return known
  const contract = new ContractCheck((await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument)
  contracts.set(differing, contract)
  return contract
}

/** Returns a lead for the table of the test's demo; each index is a different person. */
export function lead(index: number): Record<string, string> {
  return {
    name: `Person ${index}`,
    phone: `+1 202 555 ${String(index).padStart(4, '0')}`,
    account_id: `A-${index}`,
    email: `person${index}@example.com`,
  }
}

export function leads(count: number, from = 0): Record<string, string>[] {
  return Array.from({ length: count }, (_, index) => lead(from + index))
}

/**
 * Returns the sorted HTTP statuses of concurrent responses, whose order is random, so that tests can compare
 * them.
 */
export function statuses(replies: readonly Reply[]): number[] {
  return replies.map(({ status }) => status).toSorted((a, b) => a - b)
}
