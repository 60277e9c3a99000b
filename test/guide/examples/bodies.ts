import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { openApiText } from '../../../scripts/generated/openapi-text.ts'
import { parseShown } from './answers.ts'
import type { Block } from './blocks.ts'

interface Content {
  readonly content?: Readonly<Record<string, object>>
}

export interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly requestBody?: Content; readonly responses: Record<string, Content> }>
      >
    >
  >
}

let reading: Promise<OpenApi> | null = null

/** Returns the OpenAPI document of the present code. */
export function openApiDocument(): Promise<OpenApi> {
  reading ??= openApiText().then((text) => JSON.parse(text) as OpenApi)
  return reading
}

/** Returns the methods of the service, and patterns of their paths as pages write them. */
export function requestPathsOf({
  paths,
}: OpenApi): readonly { readonly method: string; readonly pattern: RegExp }[] {
  return Object.entries(paths).flatMap(([path, operations]) => {
    const form = path.replace(/^\/api\/v1/, '').replaceAll(/\{\w+\}/g, '[^/]+')
    return Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^(?:/api/v1)?${form}$`),
    }))
  })
}

/**
 * Returns the differences between a body on a page and the OpenAPI document. The fence names the route: `METHOD PATH` for
 * a request, `STATUS METHOD PATH` for an answer, of which the page may show a part. A further word names the field of the
 * request that the block shows, as a list or as an element of it.
 */
export function bodyFaults(document: OpenApi, { about, text }: Block): readonly string[] {
  const [, status, method = '', path = '', field] = /^(?:(\d+) )?([A-Z]+) (\S+)(?: (\w+))?$/.exec(about) ?? []
  const operation = document.paths[`/api/v1${path}`]?.[method.toLowerCase()]
  const place = status === undefined ? ['requestBody'] : ['responses', status]
  const body = status === undefined ? operation?.requestBody : operation?.responses[status]
  if (body?.content === undefined) return [`The OpenAPI document has no ${about}`]
  const type = Object.keys(body.content).find((name) => name.endsWith('json')) ?? ''
  const pointer = ['paths', `/api/v1${path}`, method.toLowerCase(), ...place, 'content', type, 'schema']
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  addFormatsModule.default(ajv)
  ajv.addSchema(document, 'openapi')
  const escaped = pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = ajv.getSchema(`openapi#/${escaped.join('/')}`)
  if (validate === undefined) return [`The OpenAPI document has no schema for ${about}`]
  const shown = parseShown(text)
  const value = field === undefined ? shown : { [field]: Array.isArray(shown) ? shown : [shown] }
  if (validate(value) === true) return []
  const isOpen = ({ keyword, instancePath }: ErrorObject): boolean =>
    (status !== undefined && keyword === 'required') ||
    JSON.stringify(valueAt(value, instancePath)).includes('…')
  return (validate.errors ?? [])
    .filter((error) => !isOpen(error))
    .map((error) => `${error.instancePath} ${error.message}`)
}

/** Returns the part of a value at a JSON pointer. */
function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1)
  return keys.reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], value) ?? null
}
