import type { Routes } from './schema.ts'

type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'

/** The paths of the API that have a method. */
type PathWith<M extends Method> = {
  [Path in keyof Routes]: M extends keyof Routes[Path] ? Path : never
}[keyof Routes]

type RouteAt<Path extends keyof Routes, M extends Method> = M extends keyof Routes[Path]
  ? Routes[Path][M]
  : never

type RequestOf<Route> = Route extends { readonly request: infer Request } ? Request : never

/** The successful answer of a method at a path. */
export type Answer<Path extends keyof Routes, M extends Method> =
  RouteAt<Path, M> extends { readonly answer: infer Data } ? Data : never

/** The JSON body of a request of a method at a path. */
export type Body<Path extends keyof Routes, M extends Method> =
  RequestOf<RouteAt<Path, M>> extends { readonly body?: infer Data } ? Exclude<Data, undefined> : never

/** The result of a request: the data of a successful answer, or the body of a refusal. */
export interface Called<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

type Options<Request> = Request & { readonly signal?: AbortSignal; readonly headers?: Record<string, string> }

type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...options: object extends RequestOf<RouteAt<Path, M>>
    ? [options?: Options<RequestOf<RouteAt<Path, M>>>]
    : [options: Options<RequestOf<RouteAt<Path, M>>>]
) => Promise<Called<Answer<Path, M>>>

type Scalar = string | number | boolean | null | undefined
type Values = Readonly<Record<string, Scalar | readonly Scalar[]>>

/** The options of a request without their types, as the functions below read them. */
interface AnyOptions {
  readonly params?: { readonly path?: Values; readonly query?: Values; readonly header?: Values }
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export interface TypedCallsOptions {
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: (request: Request) => Promise<Response>
}

/** Returns a function for each HTTP method, typed by the routes of the API: path, parameters, body and answer. */
export function typedCalls(common: TypedCallsOptions): { readonly [M in Method]: Call<M> } {
  const call =
    (method: Method) =>
    (path: string, options: AnyOptions = {}) =>
      send(common, method, path, options)
  return {
    DELETE: call('DELETE') as Call<'DELETE'>,
    GET: call('GET') as Call<'GET'>,
    PATCH: call('PATCH') as Call<'PATCH'>,
    POST: call('POST') as Call<'POST'>,
    PUT: call('PUT') as Call<'PUT'>,
  }
}

async function send(
  common: TypedCallsOptions,
  method: Method,
  path: string,
  { params = {}, body, signal, headers }: AnyOptions,
): Promise<Called<unknown>> {
  const request = new Request(urlOf(path, params), {
    method,
    headers: headersOf(
      body === undefined ? {} : { 'Content-Type': 'application/json' },
      common.headers,
      params.header,
      headers,
    ),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const response = await common.fetch(request)
  const text = await response.text()
  if (response.ok) return { response, data: text === '' ? undefined : JSON.parse(text) }
  return { response, error: jsonOrText(text) }
}

/** Fills the parameters into a path such as `/jobs/{jobId}`, and appends the query. A list is a repeated parameter. */
function urlOf(path: string, { path: places = {}, query = {} }: NonNullable<AnyOptions['params']>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Merges headers; of a name that occurs several times the last value counts. Leaves out undefined values. */
function headersOf(...sets: readonly (Values | undefined)[]): Headers {
  const headers = new Headers()
  for (const set of sets)
    for (const [name, value] of Object.entries(set ?? {}))
      if (value !== undefined) headers.set(name, String(value))
  return headers
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
