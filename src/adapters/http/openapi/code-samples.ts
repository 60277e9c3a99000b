type Json = Readonly<Record<string, unknown>>

/** A sample of a request, in the form that documentation tools read from `x-codeSamples`. */
export interface CodeSample {
  readonly lang: 'Shell' | 'JavaScript' | 'Python'
  readonly label: 'curl' | 'JavaScript' | 'Python'
  readonly source: string
}

/** The text of a sample that stands for the API key of the reader. The page of the API reference replaces it. */
const placeholderOfKey = 'svc_YOUR_API_KEY'

/** A request of a sample. `body` is null if the request has none. */
interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly json: unknown } | { readonly text: string } | null
  readonly answersJson: boolean
}

/**
 * Returns a sample of a request in each language, made from an operation of the OpenAPI document: its first example, the
 * required parameters, and placeholders such as `YOUR_DATA_TABLE_ID` for ids. Returns none for an operation that no API
 * key and no webhook URL may call, and for uploads of files, which the guide shows.
 */
export function codeSamples(
  publicApiUrl: string,
  path: string,
  method: string,
  operation: Json,
): CodeSample[] {
  const security = operation['security'] as readonly Json[]
  const needsKey = security.some((scheme) => 'apiKey' in scheme)
  if (!needsKey && !path.includes('{token}')) return []
  const body = bodyOf(operation['requestBody'] as Json | undefined)
  if (body === undefined) return []
  const request = {
    method: method.toUpperCase(),
    url: `${publicApiUrl}${pathOf(path)}${queryOf(operation['parameters'] as readonly Json[])}`,
    headers: {
      ...(needsKey ? { Authorization: `Bearer ${placeholderOfKey}` } : {}),
      ...(body === null ? {} : { 'Content-Type': body.type }),
    },
    body,
    answersJson: answersJson(operation['responses'] as Json),
  }
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(request) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScriptOf(request) },
    { lang: 'Python', label: 'Python', source: pythonOf(request) },
  ]
}

/** Returns the placeholder of a value that the reader has to fill in, such as `YOUR_SPINNER_ID` of `spinnerId`. */
const placeholderOf = (name: string): string =>
  `YOUR_${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`

const pathOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholderOf(name))

function queryOf(parameters: readonly Json[]): string {
  const required = parameters.filter((parameter) => parameter['in'] === 'query' && parameter['required'])
  const pairs = required.map((parameter) => `${String(parameter['name'])}=${valueOf(parameter)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function valueOf(parameter: Json): string {
  const { default: usual, enum: choices, examples } = parameter['schema'] as Json
  const [example] = [examples, choices].filter(Array.isArray).flat() as unknown[]
  const value = parameter['example'] ?? example ?? usual
  if (value === undefined) return placeholderOf(String(parameter['name']))
  return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * Returns the body of a sample: null if the operation needs none, undefined if the operation takes only files.
 */
function bodyOf(
  requestBody: Json | undefined,
): (Exclude<SampleRequest['body'], null> & { readonly type: string }) | null | undefined {
  if (requestBody === undefined) return null
  const [[type, content] = ['', {}]] = Object.entries(requestBody['content'] as Record<string, Json>)
  const { example, examples = {} } = content
  const [first] = Object.values(examples as Record<string, Json>)
  const value = first?.['value'] ?? example
  if (type === 'application/json') {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    return !requestBody['required'] && isEmpty ? null : { type, json: withPlaceholders(value) }
  }
  return type.startsWith('text/') ? { type, text: String(value) } : undefined
}

/** The fields of bodies whose example ids no reader has, so that a placeholder takes their place. */
const fieldsOfIds = new Set(['dataTableId', 'spinnerId', 'projectId'])

function withPlaceholders(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return fieldsOfIds.has(field) ? placeholderOf(field) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withPlaceholders(inner, name)]),
  )
}

function answersJson(responses: Json): boolean {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = (success ?? {}) as Json
  return Object.keys(content as Json)[0] === 'application/json'
}

function curlOf({ method, url, headers, body }: SampleRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const text = body === null ? null : 'json' in body ? literalOf(body.json, 'json') : body.text
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(text === null ? [] : [`--data-binary ${quoted(text)}`]),
  ].join(' \\\n  ')
}

function javaScriptOf({ method, url, headers, body, answersJson: isJson }: SampleRequest): string {
  const json = (value: unknown): string => indented(literalOf(value, 'json'))
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${json(headers)},`]),
    ...(body === null
      ? []
      : [`  body: ${'json' in body ? `JSON.stringify(${json(body.json)})` : json(body.text)},`]),
  ]
  return [
    `const response = await fetch(${[JSON.stringify(url), ...inBraces(options)].join(', ')})`,
    'if (!response.ok) throw new Error(await response.text())',
    `console.log(await response.${isJson ? 'json' : 'text'}())`,
  ].join('\n')
}

const inBraces = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`{\n${lines.join('\n')}\n}`]

function pythonOf({ method, url, headers, body, answersJson: isJson }: SampleRequest): string {
  const literal = (value: unknown): string => indented(indented(literalOf(value, 'python')))
  const sendsJson = body !== null && 'json' in body
  const data = body === null ? null : sendsJson ? `json.dumps(${literal(body.json)})` : literal(body.text)
  return [
    ...(isJson || sendsJson ? ['import json'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`    headers=${literal(headers)},`]),
    ...(data === null ? [] : [`    data=${data}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    print(${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ].join('\n')
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** The longest object or list that a sample shows in one line. */
const maxLineLength = 110

/**
 * Returns a value as JSON, which is JavaScript, too, or as a literal of Python. Small objects are on one line, so that
 * a record of texts has the same line in all languages.
 */
function literalOf(value: unknown, language: 'json' | 'python'): string {
  if (typeof value !== 'object' || value === null) {
    if (language === 'json' || typeof value === 'string' || typeof value === 'number')
      return JSON.stringify(value)
    return value === null ? 'None' : value === true ? 'True' : 'False'
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => literalOf(item, language))
    : Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${literalOf(inner, language)}`)
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length <= maxLineLength && !line.includes('\n')) return line
  return `${open}\n  ${parts.map(indented).join(',\n  ')}\n${close}`
}
