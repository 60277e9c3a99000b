import type { Job } from '../../api/schema.ts'
import type { MessageStatus } from '../../api/sender/messages.ts'
import type { TestTimelineEntry } from '../../api/test-mode/test-timeline.ts'
import { oneOf } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { sourceWords, wordsOfReason } from '../jobs/job-words.ts'
import { messageStatuses } from '../messages/message-statuses.ts'
import { entryKinds } from './entry-kinds.ts'

const messageStatusNames = Object.keys(messageStatuses) as MessageStatus[]
const sources = Object.keys(sourceWords) as Job['source'][]

/** The words for the outcomes of webhooks and guards in the test timeline. */
const callOutcomes: Readonly<Record<string, string>> = {
  sent: t('Answered'),
  failed: t('Refused'),
  transient: t('Temporary failure'),
  temporaryRefusal: t('Temporarily refused'),
}

/** Returns the heading of an entry in the test timeline, such as "Started on schedule". */
export function headOf({ kind, status }: TestTimelineEntry): string {
  const source = kind === 'started' ? oneOf(sources, status ?? undefined) : undefined
  return source === undefined ? entryKinds[kind].words : sourceWords[source]
}

/**
 * Returns the quoted text of a timeline entry. A message quotes only the reason of a failure; its replies are
 * other entries.
 */
export function textOf({ kind, status, text }: TestTimelineEntry): string | null {
  return kind === 'message' && status !== 'failed' && status !== 'unconfirmed' ? null : text
}

/** Returns the outcome of a timeline entry in words; null if its heading already says it. */
export function statusOf({ kind, status, text }: TestTimelineEntry): string | null {
  if (status === null || status === '') return null
  switch (kind) {
    case 'message': {
      const messageStatus = oneOf(messageStatusNames, status)
      return messageStatus === undefined || messageStatus === 'sent' || messageStatus === 'captured'
        ? null
        : messageStatuses[messageStatus].word
    }
    case 'webhook':
    case 'guard':
      return callOutcomes[status] ?? wordsOfReason(status)
    case 'finished':
      return wordsOfReason(status)
    case 'skipped':
    case 'failed':
    case 'unconfirmed':
    case 'stopped':
      return text === null || text === '' ? wordsOfReason(status) : null
    default:
      return null
  }
}
