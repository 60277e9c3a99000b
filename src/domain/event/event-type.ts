/** A field of an event's `data`: its meaning and an example. */
interface EventField {
  readonly words: string
  readonly example: string | number | boolean | null
}

/** The kinds of objects that events are about. */
export const eventObjects = [
  'arrival',
  'record',
  'import',
  'spinner',
  'job',
  'person',
  'thread',
  'sender',
  'meter',
  'destination',
] as const
export type EventObject = (typeof eventObjects)[number]

interface CatalogueEntry {
  /** The kind of object whose id is the event's `object.id`. */
  readonly object: EventObject
  /** One sentence that says what happened. */
  readonly words: string
  /** The fields of the event's `data` by name. An event has all of them; null for a value that does not exist. */
  readonly data: Readonly<Record<string, EventField>>
  /** Whether a job of a million recipients makes millions of these events. */
  readonly isFrequent?: boolean
  /** Whether the event is about an e-mail address, which destinations can ask for. */
  readonly hasAddress?: boolean
}

const dataTableId = {
  words: 'The id of the data table.',
  example: '01983b5e-7c00-7000-8000-0000000000a1',
}
const spinnerId = { words: 'The id of the spinner.', example: '01983b5e-7c00-7000-8000-0000000000b1' }
const jobId = { words: 'The id of the job.', example: '01983b5e-7c00-7000-8000-0000000000c1' }
const ofStep = {
  step: { words: 'The index of the step, counted from 0.', example: 0 },
  path: {
    words: 'The position of the step in words, such as "1 › Yes › 2", in the version that the job runs.',
    example: '1',
  },
}

const ofArrival = {
  dataTableId,
  code: { words: 'The code of the reason.', example: 'UNKNOWN_COLUMN' },
  records: {
    words: 'The number of records in the arrival; null if its body could not be read.',
    example: 1,
  },
}
const ofJob = { spinnerId, dataTableId }
const ofRecipient = { jobId, spinnerId, dataTableId }
const ofRecipientEnd = {
  ...ofRecipient,
  ...ofStep,
  reason: { words: 'The code of the reason; null if it was not recorded.', example: 'SUPPRESSED' },
}
const ofMessage = {
  ...ofRecipient,
  ...ofStep,
  channel: { words: 'The channel of the message: email or webhook.', example: 'email' },
}
const ofReaction = {
  ...ofRecipient,
  ...ofStep,
  messageId: {
    words: 'The id of the message in the log of messages; null if it is not in the log.',
    example: '01983b5e-7c00-7000-8000-0000000000d1',
  },
}
const ofThread = {
  spinnerId: {
    words: 'The id of the spinner whose message the thread began with; null if a member began it.',
    example: '01983b5e-7c00-7000-8000-0000000000b1',
  },
  dataTableId: {
    words: 'The id of the data table of the record; null if there is none.',
    example: dataTableId.example,
  },
  jobId: {
    words: 'The id of the job that wrote to the person; null if there is none.',
    example: jobId.example,
  },
  recordId: { words: 'The id of the record of the person; null if there is none.', example: '4711' },
}
const causeOf = (example: string) => ({ words: 'The code of the reason; null if a person did it.', example })

/** The types of events. The names and fields are part of the API: later versions add some and change none. */
const catalogue = {
  'arrival.held': {
    object: 'arrival',
    words: 'An arrival did not fit its data table and is held until a user admits or discards it.',
    data: ofArrival,
  },
  'arrival.refused': {
    object: 'arrival',
    words: 'An arrival was refused.',
    data: ofArrival,
  },
  'record.added': {
    object: 'record',
    words: 'A record was added to a data table.',
    data: { dataTableId },
    isFrequent: true,
  },
  'record.updated': {
    object: 'record',
    words: 'Cells of a record were changed.',
    data: { dataTableId },
    isFrequent: true,
  },
  'import.completed': {
    object: 'import',
    words: 'All rows of an import are in the data table, except for rows that were left out.',
    data: {
      dataTableId,
      inserted: { words: 'The number of added records.', example: 480 },
      updated: { words: 'The number of updated records.', example: 20 },
      unchanged: { words: 'The number of rows that changed nothing.', example: 0 },
      leftOut: { words: 'The number of rows with faults that were left out.', example: 3 },
    },
  },
  'spinner.published': {
    object: 'spinner',
    words: 'A version of a spinner was published.',
    data: { version: { words: 'The number of the version.', example: 3 } },
  },
  'job.started': {
    object: 'job',
    words: 'A job began. A job that waits for its start time, or is paused, begins later.',
    data: {
      ...ofJob,
      version: { words: 'The number of the published version of the spinner.', example: 3 },
      source: { words: 'The cause of the job: api, app, records or schedule.', example: 'api' },
      retryOf: {
        words: 'The id of the job whose failed recipients this job retries; null for others.',
        example: null,
      },
    },
  },
  'job.paused': {
    object: 'job',
    words: 'A job was paused, alone or together with its spinner.',
    data: {
      ...ofJob,
      pausedBy: {
        words: 'The paused object that must be resumed: job or spinner; organization if it is to be deleted.',
        example: 'job',
      },
    },
  },
  'job.completed': {
    object: 'job',
    words: 'A job has finished with all of its recipients.',
    data: ofJob,
  },
  'job.failed': {
    object: 'job',
    words: 'A job was cancelled before it had finished with all of its recipients.',
    data: {
      ...ofJob,
      status: { words: 'The state of the job: cancelled.', example: 'cancelled' },
    },
  },
  'recipient.done': {
    object: 'record',
    words: 'A recipient has passed all steps of a job.',
    data: ofRecipient,
    isFrequent: true,
  },
  'recipient.failed': {
    object: 'record',
    words: 'A recipient failed at a step of a job and gets no further messages of this job.',
    data: ofRecipientEnd,
    isFrequent: true,
  },
  'recipient.skipped': {
    object: 'record',
    words: 'A recipient was skipped at a step of a job and gets no further messages of this job.',
    data: ofRecipientEnd,
    isFrequent: true,
  },
  'recipient.stopped': {
    object: 'record',
    words:
      'A recipient was stopped, by a reply, a bounce or a person, and gets no further messages of this job.',
    data: ofRecipientEnd,
    isFrequent: true,
  },
  'message.sent': {
    object: 'record',
    words: 'A message was accepted by the mail server or the URL that it was sent to.',
    data: ofMessage,
    isFrequent: true,
  },
  'message.unconfirmed': {
    object: 'record',
    words: 'A message may or may not have been sent, because its outcome was lost. It is not sent again.',
    data: ofMessage,
    isFrequent: true,
  },
  'message.replied': {
    object: 'record',
    words: 'A person replied to a message.',
    data: ofReaction,
    hasAddress: true,
  },
  'message.bounced': {
    object: 'record',
    words: 'A message could not be delivered after it was sent.',
    data: ofReaction,
    hasAddress: true,
  },
  'message.complained': {
    object: 'record',
    words: 'A person reported a message as spam.',
    data: ofReaction,
    hasAddress: true,
  },
  'person.unsubscribed': {
    object: 'person',
    words: 'A person unsubscribed.',
    data: {},
    hasAddress: true,
  },
  'person.suppressed': {
    object: 'person',
    words: 'An address was suppressed: nothing more is sent to it.',
    data: {
      reason: { words: 'The cause: unsubscribed, bounced, complained or added.', example: 'bounced' },
    },
    hasAddress: true,
  },
  'person.erased': {
    object: 'person',
    words: 'The data of a person was erased.',
    data: {},
  },
  'thread.replied': {
    object: 'thread',
    words: 'A reply of a person was stored in a thread.',
    data: ofThread,
    hasAddress: true,
  },
  'thread.labelled': {
    object: 'thread',
    words: 'A label was set on a thread or taken from it, by a member or a rule.',
    data: {
      ...ofThread,
      labelId: { words: 'The id of the label.', example: '01980000-0000-7000-8000-000000000001' },
      isSet: { words: 'Whether the label was set; false if it was taken away.', example: true },
    },
    hasAddress: true,
  },
  'thread.assigned': {
    object: 'thread',
    words: 'A thread was assigned to a member, or to nobody.',
    data: {
      ...ofThread,
      assigneeId: {
        words: 'The id of the user to whom the thread was assigned; null for nobody.',
        example: '01983b5e-7c00-7000-8000-0000000000e1',
      },
    },
    hasAddress: true,
  },
  'sender.paused': {
    object: 'sender',
    words: 'A sender was paused, by a person or automatically.',
    data: {
      code: causeOf('BOUNCES_IN_HOUR'),
      spinnerId: {
        words: 'The id of the spinner for which the sender is paused; null if it is paused for all.',
        example: null,
      },
    },
  },
  'sender.disconnected': {
    object: 'sender',
    words: 'A sender was disconnected, or its provider no longer accepts its credentials.',
    data: { code: causeOf('SMTP_REFUSED') },
  },
  'meter.reached': {
    object: 'meter',
    words:
      'A monthly meter of the plan has reached 80 % or 100 % of its limit. The id of the object is the meter.',
    data: {
      month: { words: 'The calendar month (UTC).', example: '2026-11' },
      percent: { words: 'The reached part of the limit: 80 or 100.', example: 80 },
      used: { words: 'The used amount.', example: 40_000 },
      limit: { words: 'The limit of the plan.', example: 50_000 },
    },
  },
  'destination.disabled': {
    object: 'destination',
    words:
      'A destination was disabled: every delivery had failed for five days, or its project or spinner was deleted.',
    data: {
      code: {
        words: 'The code of the last failure, or projectDeleted or spinnerDeleted.',
        example: 'RECEIVER_TIMED_OUT',
      },
    },
  },
} as const satisfies Record<string, CatalogueEntry>

export type EventType = keyof typeof catalogue
export const eventCatalogue: Readonly<Record<EventType, CatalogueEntry>> = catalogue
export const eventTypes = Object.keys(catalogue) as readonly EventType[]

/** The names of the fields in the `data` of events of a type. */
export type EventFieldOf<Type extends EventType> = keyof (typeof catalogue)[Type]['data'] & string

/** The values of fields in the `data` of an event. */
export type EventValue = string | number | boolean | null

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(catalogue, text)
}

/** Returns the example of the `data` of a type's events. */
export function exampleData(type: EventType): Readonly<Record<string, EventValue>> {
  const fields = Object.entries(eventCatalogue[type].data)
  return Object.fromEntries(fields.map(([name, { example }]) => [name, example]))
}
