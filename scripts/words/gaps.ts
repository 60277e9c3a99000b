type Json = Readonly<Record<string, unknown>>

/** A part of an OpenAPI document that lacks a text or an example. */
export interface Gap {
  /** The keys from the root of the OpenAPI document to the part, joined by slashes. */
  readonly place: string
  readonly lacks: 'a description' | 'an example'
}

/**
 * Returns the fields, parameters and named schemas without a description, and the bodies and named object
 * schemas without an example. A field that refers to a named schema is described by that schema.
 */
export function gapsIn(document: Json): readonly Gap[] {
  const { paths = {}, components = {} } = document as { paths?: Json; components?: { schemas?: Json } }
  const gaps: Gap[] = []
  collectFields(document, '', false, gaps)
  for (const [path, operations] of entriesOf(paths))
    for (const [method, operation] of entriesOf(operations)) {
      const place = `/paths/${path}/${method}`
      for (const [at, parameter] of entriesOf(operation['parameters']))
        noteDescription(parameter, `${place}/parameters/${at}`, gaps)
      const bodies = entriesOf({ requestBody: operation['requestBody'] })
      for (const [name, { content }] of [...bodies, ...entriesOf(operation['responses'])])
        for (const [type, body] of entriesOf(content)) noteExample(body, `${place}/${name}/${type}`, gaps)
    }
  for (const [name, schema] of entriesOf(components.schemas)) {
    const place = `/components/schemas/${name}`
    noteDescription(schema, place, gaps)
    if ([schema['type']].flat().includes('object')) noteExample(schema, place, gaps)
  }
  return gaps
}

/**
 * Collects the fields below a node that have no description. `areNames` is true if the keys of the node are
 * the names of fields.
 */
function collectFields(node: Json, place: string, areNames: boolean, gaps: Gap[]): void {
  for (const [key, value] of entriesOf(node)) {
    if (areNames) noteDescription(value, `${place}/${key}`, gaps)
    if (areNames || !examples.has(key))
      collectFields(value, `${place}/${key}`, !areNames && key === 'properties', gaps)
  }
}

const examples: ReadonlySet<string> = new Set(['example', 'examples', 'default'])

function noteDescription(part: Json, place: string, gaps: Gap[]): void {
  if (!('description' in part) && !('$ref' in part)) gaps.push({ place, lacks: 'a description' })
}

function noteExample(part: Json, place: string, gaps: Gap[]): void {
  if (!('example' in part) && !('examples' in part)) gaps.push({ place, lacks: 'an example' })
}

/**
 * Returns the entries of an object or a list whose values are objects themselves; all other entries are
 * dropped.
 */
function entriesOf(node: unknown): readonly (readonly [key: string, value: Json])[] {
  return Object.entries(node ?? {}).filter(
    (entry): entry is [string, Json] => typeof entry[1] === 'object' && entry[1] !== null,
  )
}
