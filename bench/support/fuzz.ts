import { gzipSync } from 'node:zlib'

interface Operation {
  readonly method: string
  readonly path: string
  readonly example: unknown
}

export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: Buffer
}

interface Documented {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly requestBody?: {
              readonly content: Readonly<
                Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
              >
            }
          }
        >
      >
    >
  >
}

export interface FuzzCredentials {
  readonly session: string
  readonly apiKey: string
  readonly others: readonly string[]
}

/**
 * The paths that the fuzz test never requests. A sign-out, for example, would make the service refuse all
 * further requests of the session, and streams of events do not end.
 */
const notRequested = /\/auth\/(log-?out|password)|\/jobs\/\{jobId\}\/events$|\/events\/stream$/

/**
 * `Fuzz` makes requests that are nearly valid: to every route, with every credential, and with bodies changed
 * in every part.
 */
export class Fuzz {
  readonly #random: () => number
  readonly #operations: readonly Operation[]
  readonly #credentials: FuzzCredentials
  readonly #ids: readonly string[]

  constructor(seed: number, document: Documented, credentials: FuzzCredentials, ids: readonly string[]) {
    this.#random = generator(seed)
    this.#operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { requestBody }]) => {
          const [content] = Object.values(requestBody?.content ?? {})
          const [example] = Object.values(content?.examples ?? {})
          return { method: method.toUpperCase(), path, example: example?.value }
        }),
      )
      .filter(({ path }) => !notRequested.test(path))
    this.#credentials = credentials
    this.#ids = ids
  }

  next(): FuzzRequest {
    const { method, path, example } = this.#one(this.#operations)
    const { session, apiKey, others } = this.#credentials
    const fitting = path.includes('/public/') ? apiKey : session
    const credential = this.#chance(0.8) ? fitting : this.#one(others)
    const headers: Record<string, string> = credential === '' ? {} : { authorization: `Bearer ${credential}` }
    // Uses only unknown ids in deletions, because every later request for an object that was really deleted
    // would answer 404.
    const id = () => (method === 'DELETE' ? this.#one(odd) : this.#idOrNot())
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(id())))
    const query = this.#chance(0.3) ? `?${this.#one(queries)}` : ''
    if (method === 'GET' || this.#chance(0.05)) return { method, path: filled + query, headers }
    const body = this.#body(example)
    const isCompressed = this.#chance(0.15)
    if (isCompressed) headers['content-encoding'] = this.#one(['gzip', 'br', 'deflate', 'x'])
    headers['content-type'] = this.#chance(0.9) ? 'application/json' : this.#one(contentTypes)
    if (this.#chance(0.3))
      headers['idempotency-key'] = this.#one(['a', 'a', 'x'.repeat(255), 'x'.repeat(256)])
    if (this.#chance(0.2)) headers['if-match'] = this.#one(['"1"', '*', 'W/"1"', '"x"'])
    return {
      method,
      path: filled + query,
      headers,
      body: isCompressed && this.#chance(0.8) ? gzipSync(body) : body,
    }
  }

  #body(example: unknown): Buffer {
    const kind = this.#random()
    if (kind < 0.02)
      return Buffer.alloc(Math.floor(this.#random() * 5_000_000), this.#one(['a', '[', '{"a":', '\0']))
    if (kind < 0.05) return Buffer.from(JSON.stringify(this.#many()))
    if (kind < 0.1) return Buffer.from(this.#one(broken))
    return Buffer.from(JSON.stringify(this.#bent(example ?? {}, 0)))
  }

  /**
   * Returns a copy of a request body in which some values are replaced by unexpected values, and some fields
   * are missing.
   */
  #bent(value: unknown, depth: number): unknown {
    if (this.#chance(depth === 0 ? 0.05 : 0.15)) return this.#odd(depth)
    if (Array.isArray(value)) return value.map((item) => this.#bent(item, depth + 1))
    if (typeof value !== 'object' || value === null)
      return this.#chance(0.3) && isId(value) ? this.#idOrNot() : value
    const entries = Object.entries(value).filter(() => this.#chance(0.95))
    if (this.#chance(0.1)) entries.push([String(this.#one(odd)).slice(0, 100), this.#odd(depth)])
    return Object.fromEntries(entries.map(([name, item]) => [name, this.#bent(item, depth + 1)]))
  }

  #odd(depth: number): unknown {
    const value = this.#one(odd)
    if (depth > 5 || this.#chance(0.8)) return value
    return this.#chance(0.5) ? [value, this.#odd(depth + 1)] : { [String(value)]: this.#odd(depth + 1) }
  }

  #many(): unknown {
    const count = 10 ** Math.floor(this.#random() * 5.6)
    const item = this.#one<unknown>([1, '', null, [], {}, 'x'.repeat(10)])
    const list = Array.from({ length: count }, () => item)
    const name = this.#one(['records', 'steps', 'metadataColumns', 'recordIds', 'scopes', 'name'])
    return this.#chance(0.5)
      ? { [name]: list }
      : Object.fromEntries(list.slice(0, 100_000).map((_, no) => [`k${no}`, 1]))
  }

  #idOrNot(): unknown {
    return this.#chance(0.7) ? this.#one(this.#ids) : this.#one(odd)
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
}

const queries = [
  'limit=0',
  'limit=200',
  'limit=-1',
  'cursor=x',
  'cursor=%00',
  'order=newest',
  'state=x',
  'x=y',
  'limit=1&limit=2',
  '%',
]
const contentTypes = [
  'text/csv',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
]
const broken = [
  '',
  ' ',
  '{',
  '[1,]',
  '{"a":1,"a":2}',
  'nul',
  '\u{FEFF}{}',
  '"\\ud800"',
  '1e400',
  `${'['.repeat(40)}${']'.repeat(40)}`,
]
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  '',
  ' ',
  '\0',
  '\u{202E}',
  'ÅÄÖ',
  '😀'.repeat(100),
  'x'.repeat(10_000),
  '{{ a | b: c }}',
  '{% for i in (1..999999999) %}x{% endfor %}',
  "'; drop table records; --",
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'http://[::1]/',
  'a@b',
  '=1+1',
  '2026-13-45T99:99:99Z',
  [],
  {},
  [[]],
  { a: { b: 1 } },
  'NaN',
  '%s%n',
  '\r\nX: y',
]

/** Returns a generator of random numbers (Mulberry32). Equal seeds give equal requests. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
