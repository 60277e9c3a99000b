/**
 * A JSON Schema of the OpenAPI document. Has the keywords that decide about a type; all others, such as `minLength`,
 * are ignored.
 */
interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly additionalProperties?: boolean | Schema
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation {
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** The parts of the service's OpenAPI document from which types are made. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A field of an object type: the name, the type, and whether the field may be missing. */
interface Field {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly description?: string | undefined
}

/**
 * Returns a TypeScript module with the types of the API: one for each named schema, and the interface `Routes`, which
 * has the request and the answer of each path and method.
 */
export function apiTypes({ paths, components }: ApiDocument): string {
  return [
    ...Object.entries(components.schemas).map(
      ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema, 'answer')}`,
    ),
    `export interface Routes ${objectType(
      Object.entries(paths).map(([path, methods]) =>
        field(
          path,
          objectType(
            Object.entries(methods).map(([method, operation]) =>
              field(method.toUpperCase(), routeType(operation), operation.summary),
            ),
          ),
        ),
      ),
    )}`,
    '',
  ].join('\n\n')
}

function routeType({ parameters = [], requestBody, responses }: Operation): string {
  const groups = (['path', 'query', 'header'] as const).map((place) =>
    parameterGroup(
      place,
      parameters.filter((parameter) => parameter.in === place),
    ),
  )
  const params = groups.filter(({ fields }) => fields.length > 0)
  const body = jsonOf(requestBody?.content)
  const request: Field[] = []
  if (params.length > 0)
    request.push({
      name: 'params',
      type: objectType(params.map(({ fields, ...group }) => ({ ...group, type: objectType(fields) }))),
      isOptional: params.every(({ isOptional }) => isOptional),
    })
  if (body !== undefined)
    request.push({ name: 'body', type: typeOf(body, 'request'), isOptional: requestBody?.required !== true })
  return objectType([field('request', objectType(request)), field('answer', answerType(responses))])
}

function parameterGroup(name: string, parameters: readonly Parameter[]) {
  const fields = parameters.map((parameter) => ({
    ...field(parameter.name, typeOf(parameter.schema, 'request'), parameter.description),
    isOptional: parameter.required !== true,
  }))
  return { name, fields, isOptional: fields.every(({ isOptional }) => isOptional) }
}

/**
 * Returns the type of a successful answer: `undefined` without a body, `unknown` if the body is not JSON, and `never` if
 * the route only redirects.
 */
function answerType(responses: Operation['responses']): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  if (successes.length === 0) return 'never'
  return union(
    successes.map(([, { content }]) => {
      const json = jsonOf(content)
      if (json !== undefined) return typeOf(json, 'answer')
      return content === undefined ? 'undefined' : 'unknown'
    }),
  )
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.['application/json']?.schema
}

/**
 * The place of a schema. A field with a default is always in an answer, and may be missing in a request. Named schemas
 * have the types of answers.
 */
type Place = 'request' | 'answer'

function typeOf(schema: Schema, place: Place): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((choice) => typeOf(choice, place)))
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${typeOf(part, place)})`).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? 'unknown' : union(types.map((type) => typeNamed(type, schema, place)))
}

function typeNamed(type: string, schema: Schema, place: Place): string {
  if (type === 'object') return typeOfObject(schema, place)
  if (type === 'array') return schema.items === undefined ? 'unknown[]' : `(${typeOf(schema.items, place)})[]`
  return type === 'integer' ? 'number' : type
}

function typeOfObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  place: Place,
): string {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    ...field(name, typeOf(schema, place), schema.description),
    isOptional: !required.includes(name) && (place === 'request' || schema.default === undefined),
  }))
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, place) : 'unknown'
  if (fields.length === 0) return additionalProperties === false ? '{}' : `{ [name: string]: ${others} }`
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  return isOpen ? `${objectType(fields)} & { [name: string]: ${others} }` : objectType(fields)
}

function field(name: string, type: string, description?: string): Field {
  return { name, type, isOptional: false, description }
}

function objectType(fields: readonly Field[]): string {
  if (fields.length === 0) return '{}'
  const lines = fields.map(
    ({ name, type, isOptional, description }) =>
      `${comment(description)}${JSON.stringify(name)}${isOptional ? '?' : ''}: ${type}`,
  )
  return `{\n${lines.join('\n')}\n}`
}

/** Returns the union of some types. Without a type, as for a route that only redirects, it is `never`. */
function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`
}
