import type { EventType } from '../../api/event/destinations.ts'
import { t } from '../../languages/text.ts'

/** The label of each event type, for people. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  'arrival.held': t('Arrival held'),
  'arrival.refused': t('Arrival refused'),
  'record.added': t('Record added'),
  'record.updated': t('Record updated'),
  'import.completed': t('Import completed'),
  'spinner.published': t('Spinner published'),
  'job.started': t('Job started'),
  'job.paused': t('Job paused'),
  'job.completed': t('Job completed'),
  'job.failed': t('Job cancelled'),
  'recipient.done': t('Recipient done'),
  'recipient.failed': t('Recipient failed'),
  'recipient.skipped': t('Recipient skipped'),
  'recipient.stopped': t('Recipient stopped'),
  'message.sent': t('Message sent'),
  'message.unconfirmed': t('Message unconfirmed'),
  'message.replied': t('Message replied to'),
  'message.bounced': t('Message bounced'),
  'message.complained': t('Message reported as spam'),
  'person.unsubscribed': t('Person unsubscribed'),
  'person.suppressed': t('Address suppressed'),
  'person.erased': t('Person erased'),
  'thread.replied': t('Reply in a conversation'),
  'thread.labelled': t('Label of a conversation changed'),
  'thread.assigned': t('Conversation assigned'),
  'sender.paused': t('Sender paused'),
  'sender.disconnected': t('Sender disconnected'),
  'meter.reached': t('80 % or 100 % of a plan limit used'),
  'destination.disabled': t('Destination disabled'),
}

/** Returns the label of an event type; the type itself if it is unknown, as in an address that a person typed. */
export function eventLabel(type: string): string {
  return (eventLabels as Readonly<Record<string, string>>)[type] ?? type
}

export const eventTypes = Object.keys(eventLabels) as readonly EventType[]
