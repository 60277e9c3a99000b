import type { Event } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** Labels of fields whose names alone say too little. */
const fieldWords: Readonly<Record<string, string>> = {
  code: t('reason'),
  path: t('step'),
  percent: t('used percent'),
  leftOut: t('rows left out'),
  pausedBy: t('paused by'),
  startsAt: t('starts'),
  retryOf: t('retries the job'),
}

/** Fields that the row of an event does not show as text: it shows their objects as links, and the path of a step. */
const hidden = new Set(['dataTableId', 'spinnerId', 'jobId', 'messageId', 'step'])

/** Returns the fields of an event's data that are shown as text, with their labels. */
export function fieldsOf({ data }: Pick<Event, 'data'>): readonly { name: string; value: string }[] {
  return Object.entries(data).flatMap(([name, value]) =>
    hidden.has(name) || value === null ? [] : [{ name: fieldWords[name] ?? name, value: textOf(value) }],
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
