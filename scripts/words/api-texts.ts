type Json = Readonly<Record<string, unknown>>

/**
 * Returns the summaries and descriptions of an OpenAPI document, each text once, without those of examples.
 */
export function apiTextsOf(document: Json): readonly ApiText[] {
  const texts = new Map<string, ApiText>()
  collect(document, false, texts)
  return [...texts.values()]
}

export interface ApiText {
  readonly kind: 'summary' | 'description'
  readonly text: string
}

/**
 * Collects the summaries and descriptions below a node of the OpenAPI document. `areNames` is true if the
 * node's keys are names such as those of fields.
 */
function collect(node: unknown, areNames: boolean, texts: Map<string, ApiText>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (areNames) collect(value, false, texts)
    else if ((key === 'summary' || key === 'description') && typeof value === 'string')
      texts.set(value, { kind: key, text: value })
    else if (key !== 'example' && key !== 'examples' && key !== 'default')
      collect(value, key === 'properties', texts)
  }
}
