type Json = Readonly<Record<string, unknown>>

/** An operation as the search of the guide finds and shows it, in the form of the guide's sections. */
interface SearchedOperation {
  readonly id: string
  readonly url: string
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly excerpt: string
}

/** Returns the operations of the OpenAPI document for the search of the guide, which adds them to its pages. */
export function operationsOf(document: object): readonly SearchedOperation[] {
  const { paths } = document as { readonly paths: Record<string, Record<string, Json>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, tags, summary, description }]) => {
      const id = String(operationId)
      const [tag = ''] = tags as readonly string[]
      const text = String(description).replaceAll('`', '')
      const request = `${method.toUpperCase()} ${path}`
      return {
        id,
        url: `/docs#/${encodeURIComponent(tag)}/${id}`,
        title: 'API reference',
        heading: String(summary),
        text: `${request} ${id} ${text}`,
        excerpt: request,
      }
    }),
  )
}
