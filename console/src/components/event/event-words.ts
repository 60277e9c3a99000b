import type { EventType } from '../../api/event/destinations.ts'

/** The label of each event type, for people. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  'arrival.held': 'Arrival held',
  'arrival.refused': 'Arrival refused',
  'record.added': 'Record added',
  'record.updated': 'Record updated',
  'import.completed': 'Import completed',
  'spinner.published': 'Spinner published',
  'job.started': 'Job started',
  'job.paused': 'Job paused',
  'job.completed': 'Job completed',
  'job.failed': 'Job cancelled',
  'recipient.done': 'Recipient done',
  'recipient.failed': 'Recipient failed',
  'recipient.skipped': 'Recipient skipped',
  'recipient.stopped': 'Recipient stopped',
  'message.sent': 'Message sent',
  'message.unconfirmed': 'Message unconfirmed',
  'message.replied': 'Message replied to',
  'message.bounced': 'Message bounced',
  'message.complained': 'Message reported as spam',
  'person.unsubscribed': 'Person unsubscribed',
  'person.suppressed': 'Address suppressed',
  'person.erased': 'Person erased',
  'sender.paused': 'Sender paused',
  'sender.disconnected': 'Sender disconnected',
  'meter.reached': '80 % or 100 % of a plan limit used',
  'destination.disabled': 'Destination disabled',
}

/** Returns the label of an event type; the type itself if it is unknown, as in an address that a person typed. */
export function eventLabel(type: string): string {
  return (eventLabels as Readonly<Record<string, string>>)[type] ?? type
}

export const eventTypes = Object.keys(eventLabels) as readonly EventType[]
