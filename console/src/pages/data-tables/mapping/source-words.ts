import type { FieldSource } from '../../../api/schema.ts'
import { pathText } from '../../../components/arrival/path-text.ts'
import { t } from '../../../languages/text.ts'

/** Returns a source of a mapping in a few words, such as "header x-event" or "always “Switzerland”". */
function wordsOfSource(source: FieldSource): string {
  if (source.path !== undefined)
    return source.of === 'body'
      ? t('of the body: {path}', { path: pathText(source.path) })
      : pathText(source.path)
  if (source.header !== undefined) return t('header {header}', { header: source.header })
  if (source.query !== undefined) return t('?{query} of the URL', { query: source.query })
  if (source.template !== undefined) {
    if (typeof source.template === 'string') return source.template
    return source.template
      .map((part) => (typeof part === 'string' ? part : `{${pathText(part.path)}}`))
      .join('')
  }
  if (source.constant === null || source.constant === undefined) return t('empty (null)')
  return t('always “{constant}”', { constant: String(source.constant) })
}

export function wordsOfSources(sources: readonly FieldSource[]): string {
  return sources.map(wordsOfSource).join(t(', else '))
}
