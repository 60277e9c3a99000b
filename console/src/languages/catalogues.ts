/** Translations by their English texts. */
type Catalogue = Readonly<Record<string, string>>

/** The features whose translations are loaded with the code of their pages. */
export type LateFeature =
  | 'arrivals'
  | 'data-tables'
  | 'events'
  | 'jobs'
  | 'organization'
  | 'people'
  | 'senders'
  | 'spinners'
  | 'steps'
  | 'test-mode'

/**
 * Loads the translations of one language: those that the first page needs, those of them that the service sends, and
 * those of other features.
 */
export type Catalogues = Readonly<Record<LateFeature | 'first-page' | 'service', () => Promise<Catalogue>>>
