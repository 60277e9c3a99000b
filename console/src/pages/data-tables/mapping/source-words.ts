import type { FieldSource } from '../../../api/schema.ts'
import { pathText } from '../../../components/arrival/path-text.ts'

/** Returns a source of a mapping in a few words, such as "header x-event" or "always “Switzerland”". */
function wordsOfSource(source: FieldSource): string {
  if (source.path !== undefined)
    return `${source.of === 'body' ? 'of the body: ' : ''}${pathText(source.path)}`
  if (source.header !== undefined) return `header ${source.header}`
  if (source.query !== undefined) return `?${source.query} of the URL`
  if (source.template !== undefined) {
    if (typeof source.template === 'string') return source.template
    return source.template
      .map((part) => (typeof part === 'string' ? part : `{${pathText(part.path)}}`))
      .join('')
  }
  if (source.constant === null || source.constant === undefined) return 'empty (null)'
  return `always “${String(source.constant)}”`
}

export function wordsOfSources(sources: readonly FieldSource[]): string {
  return sources.map(wordsOfSource).join(', else ')
}
