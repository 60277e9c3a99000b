/** The pages of the guide to which screens link, with the subject of each. */
export const guidePages = {
  'api/destinations': 'destinations',
  'api/events': 'events',
  'api/keys': 'API keys and scopes',
  'api/triggers': 'triggers',
  'start/connect-a-form': 'connecting a source',
  'use/arrivals': 'arrivals',
  'use/imports': 'imports',
  'use/mappings': 'mappings',
  'use/match-columns': 'match columns',
  'use/people': 'people',
  'use/replies': 'replies and bounces',
  'use/sender-limits': 'limits of senders',
  'use/senders': 'senders',
  'use/versions': 'versions',
} as const

export type GuidePage = keyof typeof guidePages
