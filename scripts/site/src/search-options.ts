import type { Options } from 'minisearch'

/** The options of the search index, which the build and the browser share. */
export const searchOptions: Options = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['url', 'title', 'heading', 'excerpt'],
  searchOptions: {
    boost: { title: 4, heading: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    // Lists the guide before the decisions, which only developers read.
    boostDocument: (_id, _term, stored) => (String(stored?.['url']).includes('/decisions/') ? 0.3 : 1),
  },
}
