import type { Event } from '../../api/schema.ts'

/** Labels of event types whose names alone say too little. */
const words: Readonly<Record<string, string>> = {
  'recipient.done': 'Recipient finished',
  'message.sent': 'Message sent',
  'message.unconfirmed': 'Message perhaps sent',
  'message.complained': 'Message reported as spam',
  'meter.reached': 'Limit of the plan nearly or fully used',
}

/** Labels of fields whose names alone say too little. */
const fieldWords: Readonly<Record<string, string>> = {
  code: 'reason',
  percent: 'used percent',
  leftOut: 'rows left out',
  pausedBy: 'paused by',
  startsAt: 'starts',
  retryOf: 'retries the job',
}

/** Fields that the row of an event shows as links. */
const linked = new Set(['dataTableId', 'spinnerId', 'jobId', 'messageId'])

/** Returns a label for an event type: "job.completed" becomes "Job completed". */
export function typeWords(type: string): string {
  const known = words[type]
  if (known !== undefined) return known
  const text = type.replaceAll('.', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the fields of an event's data that are shown as text, with their labels. */
export function fieldsOf({ data }: Pick<Event, 'data'>): readonly { name: string; value: string }[] {
  return Object.entries(data).flatMap(([name, value]) =>
    linked.has(name) || value === null
      ? []
      : [
          {
            name: fieldWords[name] ?? name,
            value: name === 'step' ? String(Number(value) + 1) : String(value),
          },
        ],
  )
}
