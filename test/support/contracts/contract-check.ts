import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, { readonly schema: object }>>
        readonly headers?: Readonly<Record<string, object>>
      }
    >
  >
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

export interface Observed {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly hasEntityTag: boolean
  readonly body: unknown
}

const addFormats = addFormatsModule.default

/** `ContractCheck` compares every response of the tests with the OpenAPI document of the service. */
export class ContractCheck {
  readonly document: OpenApiDocument
  /**
   * Compiles each schema of the OpenAPI document that others refer to once for the tests. Compiling them again
   * into every response that uses them took five times as long, which was a fifth of the processor time of the
   * HTTP tests.
   */
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false })
  readonly #patterns: readonly (readonly [template: string, pattern: RegExp])[]

  constructor(document: OpenApiDocument) {
    this.document = document
    this.#patterns = Object.keys(document.paths).map((template) => [template, patternOf(template)])
    addFormats(this.#ajv)
    this.#ajv.addSchema(document, 'openapi')
  }

  assertDocumented({ method, path, status, contentType, hasEntityTag, body }: Observed): void {
    const template = this.#templateOf(path)
    if (template === undefined) throw new Error(`${method} ${path} is a path that the document lacks`)
    const operation = this.document.paths[template]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${template} is a method that the document lacks`)
    const response = operation.responses[String(status)]
    if (response === undefined)
      throw new Error(`${method} ${template} answered ${status}, which it does not document`)
    const isTagged = response.headers?.['ETag'] !== undefined
    if (method === 'GET' && isTagged !== hasEntityTag)
      throw new Error(`${method} ${template} ${status} has another ETag than its document says`)
    if (response.content === undefined && contentType === '') return
    const type = contentType.split(';')[0] ?? ''
    if (response.content?.[type] === undefined)
      throw new Error(`${method} ${template} ${status} answered ${type}, which it does not document`)
    const place = [
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ]
    const validate = this.#validator(place)
    if (!validate(body)) {
      throw new Error(
        `${method} ${template} ${status} differs from its document: ${this.#ajv.errorsText(validate.errors)}`,
      )
    }
  }

  /**
   * Checks that the OpenAPI document lacks a path or method, as a test says. Throws if it is documented,
   * because a needless allowance would hide a fault.
   */
  assertUndocumented({ method, path }: Pick<Observed, 'method' | 'path'>): void {
    const template = this.#templateOf(path)
    if (template !== undefined && this.document.paths[template]?.[method.toLowerCase()] !== undefined)
      throw new Error(`${method} ${template} is documented, and needs no allowance`)
  }

  /**
   * Returns the documented path that matches a test's request, chosen like the router: by the path alone, paths
   * without parameters first.
   */
  #templateOf(path: string): string | undefined {
    const [pathname = ''] = path.split('?')
    return pathname in this.document.paths
      ? pathname
      : this.#patterns.find(([, pattern]) => pattern.test(pathname))?.[0]
  }

  /** Returns the function that validates a response by the schema at a place in the OpenAPI document. */
  #validator(place: readonly string[]): ValidateFunction {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = this.#ajv.getSchema(`openapi#/${pointer.join('/')}`)
    if (validate === undefined) throw new Error(`The document has no schema at ${place.join(' ')}`)
    return validate
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
