import { t } from '../../languages/text.ts'

/** The pages of the guide to which screens link, with the subject of each. */
export const guidePages = {
  'api/destinations': 'destinations',
  'api/events': 'events',
  'api/keys': t('API keys and scopes'),
  'api/triggers': 'triggers',
  'start/connect-a-form': t('connecting a source'),
  'use/arrivals': 'arrivals',
  'use/imports': 'imports',
  'use/mappings': 'mappings',
  'use/match-columns': t('match columns'),
  'use/people': 'people',
  'use/replies': t('replies and bounces'),
  'use/segments': 'segments',
  'use/sender-limits': t('limits of senders'),
  'use/senders': 'senders',
  'use/versions': 'versions',
} as const

export type GuidePage = keyof typeof guidePages
