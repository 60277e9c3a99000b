import type { Mapping } from '../../../api/schema.ts'

/**
 * Labels of the actions of mappings: the ways in which a mapping stores or drops the records that it makes.
 */
export const wordsOfAction: Readonly<
  Record<Mapping['action'], { readonly short: string; readonly long: string; readonly needsMatch: boolean }>
> = {
  insert: { short: 'Adds records', long: 'Add each record to the table', needsMatch: false },
  upsert: {
    short: 'Adds or updates records',
    long: 'Add a record, or update the record with the same values in the match columns',
    needsMatch: true,
  },
  patch: {
    short: 'Updates only the columns that the source sends',
    long: 'Update only the columns that the source sends',
    needsMatch: true,
  },
  ignore: {
    short: 'Ignores arrivals',
    long: 'Ignore arrivals that match this mapping',
    needsMatch: false,
  },
}
