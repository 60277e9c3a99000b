import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { openApiText } from '../../../scripts/generated/openapi-text.ts'

type Json = Readonly<Record<string, unknown>>

const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')

/** The refused names of the glossary: the third column of its table "Refused names". */
const refused = new Set(
  [
    ...(glossary.split('## Refused names')[1]?.split('\n## ')[0] ?? '').matchAll(
      /^\|[^|]*\|[^|]*\|([^|]*)\|$/gm,
    ),
  ].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
)

/** The names that other standards give: OAuth sends a `state`. */
const foreign = new Set(['query state'])

describe('the vocabulary of the API', () => {
  let document: Json

  beforeAll(async () => {
    document = JSON.parse(await openApiText())
  })

  it('is read from the glossary', () => {
    expect(refused.size).toBeGreaterThan(20)
  })

  it('has no refused name as a field, a parameter or a value', () => {
    const names = [...new Set(namesIn(document))]
    expect(names.length).toBeGreaterThan(500)
    expect(names.filter((name) => refused.has(name.split(' ')[1] ?? '') && !foreign.has(name))).toEqual([])
  })
})

/** Returns the names in a part of the OpenAPI document with their kind, such as "field status" or "query since". */
function namesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn)
  if (typeof part !== 'object' || part === null) return []
  const { properties, enum: values, in: place, name } = part as Json
  const fields = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return [
    ...fields.map((field) => `field ${field}`),
    ...(Array.isArray(values) ? values.map((value) => `value ${String(value)}`) : []),
    ...(typeof place === 'string' && typeof name === 'string' ? [`${place} ${name}`] : []),
    ...Object.entries(part).flatMap(([key, value]) => (key.startsWith('example') ? [] : namesIn(value))),
  ]
}
