import type { PersonSourceKind } from '../../api/person/people.ts'
import type { ListedPerson } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** The names of the sources from which people come. */
export const personSources: Readonly<Record<PersonSourceKind, string>> = {
  import: t('Import'),
  apiKey: t('API key'),
  webhookUrl: t('Webhook URL'),
  user: t('Added manually'),
}

/** Returns the source of a person in words, with the name of the API key; null if it is not known. */
export function wordsOfSource(source: ListedPerson['source']): string | null {
  if (source === null) return null
  return source.name === null ? personSources[source.kind] : `${personSources[source.kind]} ${source.name}`
}
