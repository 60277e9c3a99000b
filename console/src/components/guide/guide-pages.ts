import { t } from '../../languages/text.ts'

/** The pages of the guide to which screens link, with the subject of each. */
export const guidePages = {
  'api/destinations': t('destinations'),
  'api/events': t('events'),
  'api/keys': t('API keys and scopes'),
  'api/triggers': t('triggers'),
  'start/connect-a-form': t('connecting a source'),
  'use/arrivals': t('arrivals'),
  'use/imports': t('imports'),
  'use/mappings': t('mappings'),
  'use/match-columns': t('match columns'),
  'use/people': t('people'),
  'use/replies': t('replies and bounces'),
  'use/segments': t('segments'),
  'use/sender-limits': t('limits of senders'),
  'use/senders': t('senders'),
  'use/versions': t('versions'),
} as const

export type GuidePage = keyof typeof guidePages
