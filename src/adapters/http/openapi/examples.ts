type Json = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, Json>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the named schemas of the OpenAPI document, each with an example. A schema without its own example
 * gets the first part of an example of a body that belongs to the schema.
 */
export function withExamples(schemas: Schemas, paths: Json): Schemas {
  const found = new Map<string, unknown>()
  for (const operations of Object.values(paths) as Json[])
    for (const { requestBody, responses } of Object.values(operations) as Json[])
      for (const body of [requestBody, ...Object.values(responses as Json)])
        if (isJson(body)) collectOfBody(body, schemas, found)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      'examples' in schema || !found.has(name) ? schema : { ...schema, examples: [found.get(name)] },
    ]),
  )
}

function collectOfBody({ content = {} }: Json, schemas: Schemas, found: Map<string, unknown>): void {
  for (const { schema, example, examples = {} } of Object.values(content as Json) as Json[]) {
    collect(schema, example, schemas, found)
    for (const { value } of Object.values(examples as Json) as Json[]) collect(schema, value, schemas, found)
  }
}

/**
 * Walks through a schema and an example of it together, and notes for each named schema the part of the
 * example that belongs to it.
 */
function collect(schema: unknown, value: unknown, schemas: Schemas, found: Map<string, unknown>): void {
  if (!isJson(schema) || value === undefined) return
  const { $ref, properties = {}, items, additionalProperties, allOf = [], anyOf = [] } = schema
  const go = (part: unknown, of: unknown): void => collect(part, of, schemas, found)
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    if (isJson(value) && !found.has(name)) found.set(name, value)
    return go(schemas[name], value)
  }
  for (const part of allOf as Json[]) go(part, value)
  for (const choice of anyOf as Json[]) if (looksLike(choice, value, schemas)) go(choice, value)
  if (Array.isArray(value)) for (const item of value) go(items, item)
  if (isJson(value))
    for (const [key, field] of Object.entries(value))
      go((properties as Json)[key] ?? additionalProperties, field)
}

/**
 * Returns whether an example has the fields that one choice of a schema requires, with the constant values of
 * that choice.
 */
function looksLike(choice: Json, value: unknown, schemas: Schemas): boolean {
  const { $ref } = choice
  if (typeof $ref === 'string') {
    const named = schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
    return named !== undefined && looksLike(named, value, schemas)
  }
  const { properties = {}, required = [], anyOf, type, additionalProperties } = choice
  if (Array.isArray(anyOf)) return anyOf.some((one) => looksLike(one as Json, value, schemas))
  if (Array.isArray(value)) return type === 'array'
  if (!isJson(value)) return type !== 'object' && type !== 'array'
  const fields = properties as Json
  return (
    type === 'object' &&
    (required as string[]).every((name) => name in value) &&
    Object.entries(value).every(([name, field]) => {
      const rule = fields[name]
      if (!isJson(rule)) return additionalProperties !== false
      return (
        (rule['const'] === undefined || rule['const'] === field) &&
        (!Array.isArray(rule['enum']) || rule['enum'].includes(field))
      )
    })
  )
}
