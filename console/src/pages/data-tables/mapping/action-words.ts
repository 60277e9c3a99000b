import type { Mapping } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

/**
 * Labels of the actions of mappings: the ways in which a mapping stores or drops the records that it makes.
 */
export const wordsOfAction: Readonly<
  Record<Mapping['action'], { readonly short: string; readonly long: string; readonly needsMatch: boolean }>
> = {
  insert: { short: t('Adds records'), long: t('Add each record to the table'), needsMatch: false },
  upsert: {
    short: t('Adds or updates records'),
    long: t('Add a record, or update the record with the same values in the match columns'),
    needsMatch: true,
  },
  patch: {
    short: t('Updates only the columns that the source sends'),
    long: t('Update only the columns that the source sends'),
    needsMatch: true,
  },
  ignore: {
    short: t('Ignores arrivals'),
    long: t('Ignore arrivals that match this mapping'),
    needsMatch: false,
  },
}
