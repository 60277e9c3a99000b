/**
 * The effect of a reason on a recipient. `unconfirmed` means that the message may or may not have gone out.
 */
type ReasonKind = 'skipped' | 'waits' | 'failed' | 'unconfirmed' | 'stopped'

interface CatalogueEntry {
  readonly kind: ReasonKind
  /** The message for people if nothing more exact is known. */
  readonly words: string
  /** Advice: what people can do, or when the state changes without them. */
  readonly remedy: string
  /** The fields of the reason's evidence, each with its description. */
  readonly evidence: Readonly<Record<string, string>>
}

const aRecipient = {
  recordId: 'The record that was written to.',
  jobId: 'The job that wrote.',
  at: 'When it wrote.',
}
const aLimit = { limit: 'What the contact policy allows.', until: 'When it is looked at again.' }
const anExit = {
  at: 'When it was heard.',
  messageId: 'The message that said so.',
  answers: 'The message that it answers.',
}
const goesOn = { until: 'When it goes on.' }
/** These fields stay in the evidence of any wait before the next retry. */
const aPutOff = {
  until: 'When it is tried again.',
  putOffSince: 'When it was refused first.',
  putOffTimes: 'How often it was refused.',
  putOffBy:
    'Whether the refusals are about the recipient, the server or the account: recipient, server or account.',
  putOffSender:
    'any, if the recipient has got nothing yet and another sender of the step may take the message.',
}
const aSender = { senderId: 'The sender.', until: 'When its turn comes, or it is looked at again.' }

const catalogue = {
  CONDITION_NOT_MET: {
    kind: 'skipped',
    words: 'The condition does not hold',
    remedy: 'The record ends at this step, as the spinner says.',
    evidence: { column: 'The column that the condition looks at.' },
  },
  WAIT_TIMED_OUT: {
    kind: 'skipped',
    words: 'What the step waits for did not come in time',
    remedy: 'The record ends at this step, as the spinner says: its "onTimeout" is "skip".',
    evidence: { column: 'The column that the step looks at.', zone: 'The zone that the hour is of.' },
  },
  GUARD_SAID_NO: {
    kind: 'skipped',
    words: 'The guard said that the recipient must not go on',
    remedy: 'The message has the words of whoever was asked.',
    evidence: {},
  },
  GUARD_TIMED_OUT: {
    kind: 'skipped',
    words: 'The guard did not answer in time',
    remedy: 'The record ends at this step, as the spinner says: its "onTimeout" is "skip".',
    evidence: {},
  },
  RECORD_DELETED: {
    kind: 'skipped',
    words: 'The record was deleted',
    remedy: 'Nothing is sent for a record that is no more.',
    evidence: {},
  },
  PERSON_ERASED: {
    kind: 'skipped',
    words: 'The person was erased',
    remedy: 'A record of theirs that arrives later is a new one, and its recipient too.',
    evidence: {},
  },
  SUPPRESSED: {
    kind: 'skipped',
    words: 'The address is suppressed',
    remedy: 'Lift the suppression only when the person has asked for it.',
    evidence: { suppression: 'Why it is: unsubscribed, bounced, complained or added.' },
  },
  DUPLICATE_ADDRESS: {
    kind: 'skipped',
    words: 'Another record of this job has the same address',
    remedy: 'The other record got the message. Match columns keep a table free of duplicates.',
    evidence: aRecipient,
  },
  ALREADY_CONTACTED: {
    kind: 'skipped',
    words: 'An earlier job of this spinner has written to the address',
    remedy: 'A spinner whose "contact" is "oncePerRecord" writes again for another record.',
    evidence: aRecipient,
  },
  IN_EXCLUSIVE_SPINNER: {
    kind: 'skipped',
    words: 'The person is on the way in another exclusive spinner',
    remedy: 'A record that arrives after the other spinner is through with the person is taken.',
    evidence: { spinnerId: 'The spinner that has the person.', jobId: 'Its job.' },
  },
  ON_HOLD: {
    kind: 'waits',
    words: 'An automatic answer came: nobody reads the mailbox for a while',
    remedy: 'It goes on by itself, a day after the date that the answer names, or after seven days.',
    evidence: { ...anExit, ...goesOn },
  },
  WAIT_STEP: {
    kind: 'waits',
    words: 'A wait step lets time pass',
    remedy: 'It goes on by itself.',
    evidence: goesOn,
  },
  WAITS_FOR_DATE: {
    kind: 'waits',
    words: 'The day or time that the step waits for has not come',
    remedy: 'It goes on by itself, earlier or later where the column is changed.',
    evidence: { ...goesOn, column: 'The column that holds it.' },
  },
  WAITS_FOR_HOUR: {
    kind: 'waits',
    words: 'The hour that the step waits for has not come',
    remedy: 'It goes on by itself.',
    evidence: { ...goesOn, zone: 'The zone that the hour is of.' },
  },
  WAITS_FOR_CHANGE: {
    kind: 'waits',
    words: 'The column that the step waits for has not changed',
    remedy: 'It goes on when a record with another value arrives, or at the time-out of the step.',
    evidence: { until: 'When it times out.', column: 'The column.' },
  },
  DAYS_BETWEEN_SPINNERS: {
    kind: 'waits',
    words: 'Another spinner wrote to the person a short time ago',
    remedy: 'It goes on by itself; the contact policy says how many days lie between two spinners.',
    evidence: { ...aLimit, spinnerId: 'The spinner that wrote.', jobId: 'Its job.' },
  },
  MESSAGES_PER_DAY: {
    kind: 'waits',
    words: 'The person has got as many messages as the contact policy allows in 24 hours',
    remedy: 'It goes on by itself.',
    evidence: aLimit,
  },
  MESSAGES_PER_WEEK: {
    kind: 'waits',
    words: 'The person has got as many messages as the contact policy allows in seven days',
    remedy: 'It goes on by itself.',
    evidence: aLimit,
  },
  ACTIVE_PER_DOMAIN: {
    kind: 'waits',
    words: 'As many people of the same company as the contact policy allows are on the way',
    remedy: 'It goes on by itself once one of them has come to the end.',
    evidence: { ...aLimit, domain: 'The domain of the company.' },
  },
  OUTSIDE_WINDOW: {
    kind: 'waits',
    words: 'It is not the hour at which the spinner writes to the person',
    remedy: 'It goes on by itself. The send window of the spinner says the days and hours.',
    evidence: {
      zone: 'The zone that the hour is of.',
      senderId: 'The sender whose turn it had come to.',
      until: 'When the window opens.',
    },
  },
  SENDER_DAILY_LIMIT: {
    kind: 'waits',
    words: 'Its sender sends as many messages a day as it may',
    remedy:
      'It goes on by itself, when its turn comes. Raise the limit of the sender, or give the step more senders.',
    evidence: { ...aSender, limit: 'What it may send that day.' },
  },
  SENDER_GAP: {
    kind: 'waits',
    words: 'Other messages of its sender come first, a gap apart',
    remedy: 'It goes on by itself, when its turn comes.',
    evidence: aSender,
  },
  SENDER_PAUSED: {
    kind: 'waits',
    words: 'Its sender is paused',
    remedy: 'It goes on once the sender is resumed, which says why it was paused.',
    evidence: aSender,
  },
  SENDER_NEEDS_ATTENTION: {
    kind: 'waits',
    words: 'The sender needs attention before it can send',
    remedy:
      'The page of the sender says what its provider said; connect it again there. It then goes on by itself.',
    evidence: goesOn,
  },
  PROVIDER_LIMIT: {
    kind: 'waits',
    words: 'The provider of the sender takes no more messages for now',
    remedy:
      'It goes on by itself. A daily limit below that of the provider keeps the sender from running into it.',
    evidence: { ...aPutOff, ...aSender },
  },
  SPINNER_PAUSED: {
    kind: 'waits',
    words: 'The spinner is paused',
    remedy:
      'It goes on once the spinner is resumed. Explanations and rehearsals say so; a recipient keeps its own reason.',
    evidence: { at: 'When it was paused.' },
  },
  SENDER_RESTS: {
    kind: 'waits',
    words: 'Its sender rests, because its mail server or provider put messages off',
    remedy: 'It goes on by itself. The page of the sender says until when it rests.',
    evidence: aSender,
  },
  NO_SENDER: {
    kind: 'waits',
    words: 'There is none of the senders that the step names',
    remedy: 'Connect a sender, name it in the step and publish, or cancel the job.',
    evidence: goesOn,
  },
  TEMPLATES_BUSY: {
    kind: 'waits',
    words: 'Too many templates were being rendered',
    remedy: 'It is tried again by itself.',
    evidence: goesOn,
  },
  NO_SUCH_STEP: {
    kind: 'failed',
    words: 'The spinner has no such step',
    remedy: 'Tell the operator of this service.',
    evidence: {},
  },
  NO_DATE: {
    kind: 'failed',
    words: 'The column that the step waits for holds no day and no time',
    remedy:
      'Mend the cell (as 2026-12-31 or 2026-12-31T23:59:59Z), then run the failed recipients again; or give the step a time-out.',
    evidence: { column: 'The column.' },
  },
  MISSING_CELL: {
    kind: 'failed',
    words: 'A template names a column in which the record has nothing',
    remedy: 'Fill the cell, give the template a default, or skip such records by a condition.',
    evidence: { column: 'The column.' },
  },
  TEMPLATE_FAILED: {
    kind: 'failed',
    words: 'A template cannot be rendered for this record',
    remedy: 'Look at the record in the preview of the spinner.',
    evidence: {},
  },
  TEMPLATE_TOO_SLOW: {
    kind: 'failed',
    words: 'A template takes too long',
    remedy: 'Use fewer loops, filters and conditions, or shorter cells.',
    evidence: {},
  },
  NOT_AN_ADDRESS: {
    kind: 'failed',
    words: '"to" is not one e-mail address',
    remedy: 'Mend the cell, then run the failed recipients again.',
    evidence: {},
  },
  FILE_MISSING: {
    kind: 'failed',
    words: 'A file of the message is not there',
    remedy: 'Upload it again, name it in the step, and publish.',
    evidence: {},
  },
  SUBJECT_NOT_ONE_LINE: {
    kind: 'failed',
    words: '"subject" renders to more than one line',
    remedy: 'Mend the cells that the subject names.',
    evidence: {},
  },
  SUBJECT_TOO_LONG: {
    kind: 'failed',
    words: '"subject" renders to too many characters',
    remedy: 'Shorten the subject, or the cells that it names.',
    evidence: {},
  },
  NO_OWN_SENDER: {
    kind: 'failed',
    words: 'There is no sender that the message could leave by',
    remedy:
      'Connect a mailbox under "Senders", and run the failed recipients again: this deployment has no server for organizations without one.',
    evidence: {},
  },
  MESSAGE_REFUSED: {
    kind: 'failed',
    words: 'The SMTP server refused the message',
    remedy: 'The message has the words of the server.',
    evidence: {},
  },
  MAILBOX_UNKNOWN: {
    kind: 'failed',
    words: 'There is no mailbox at the address',
    remedy: 'The address is suppressed from now on. Mend the record.',
    evidence: {},
  },
  MESSAGE_NOT_SENDABLE: {
    kind: 'failed',
    words: 'The message cannot be put into the form that SMTP asks for',
    remedy: 'The message says what is wrong with it.',
    evidence: {},
  },
  MAIL_PUT_OFF: {
    kind: 'failed',
    words: 'The SMTP server put the message off',
    remedy:
      'It is tried again by itself with growing pauses: for at least 24 hours where the refusal is about the recipient, for at least five days where it is about the server.',
    evidence: aPutOff,
  },
  MAIL_SERVER_UNUSABLE: {
    kind: 'failed',
    words: 'The SMTP server cannot be used',
    remedy:
      'It is tried again by itself with growing pauses, for at least five days. Check the server, and the settings of the sender or SMTP_URL.',
    evidence: aPutOff,
  },
  MAIL_PROVIDER_UNUSABLE: {
    kind: 'failed',
    words: 'The provider of the sender cannot be used',
    remedy:
      'It is tried again by itself with growing pauses: for at least 24 hours where the refusal is about the recipient, for at least five days where it is about the server.',
    evidence: aPutOff,
  },
  URL_OF_ANOTHER_HOST: {
    kind: 'failed',
    words: '"url" renders to another host than it names',
    remedy: 'A record may fill in the path of a webhook, not its host.',
    evidence: {},
  },
  HEADER_NOT_ONE_LINE: {
    kind: 'failed',
    words: 'A header renders to more than one line',
    remedy: 'Mend the cells that the header names.',
    evidence: {},
  },
  BODY_NOT_JSON: {
    kind: 'failed',
    words: '"body" does not render to JSON',
    remedy: 'Quote values with the filter json: {{ name | json }}.',
    evidence: {},
  },
  REQUEST_NOT_SENDABLE: {
    kind: 'failed',
    words: 'No request can be made of its URL and headers',
    remedy: 'Mend the URL and the headers of the step.',
    evidence: {},
  },
  RECEIVER_FORBIDDEN: {
    kind: 'failed',
    words: 'The receiver is not an address on the public internet',
    remedy: 'The operator may allow a private host by ALLOWED_PRIVATE_HOSTS.',
    evidence: {},
  },
  RECEIVER_REDIRECTED: {
    kind: 'failed',
    words: 'The receiver answered with a redirect, which is not followed',
    remedy: 'Put the address that it redirects to into the step.',
    evidence: {},
  },
  RECEIVER_REFUSED: {
    kind: 'failed',
    words: 'The receiver refused the request',
    remedy:
      'The message has the status that it answered. Mend the URL or what is sent, then run the failed recipients again.',
    evidence: {},
  },
  RECEIVER_BUSY: {
    kind: 'failed',
    words: 'The receiver could not take the webhook',
    remedy:
      'It is tried again by itself: up to five times, or for at least 24 hours where the receiver answered 429, 503 or Retry-After.',
    evidence: aPutOff,
  },
  RECEIVER_UNREACHABLE: {
    kind: 'failed',
    words: 'The receiver cannot be reached',
    remedy: 'It is tried again by itself, up to five times.',
    evidence: goesOn,
  },
  RECEIVER_TIMED_OUT: {
    kind: 'failed',
    words: 'The receiver did not answer in time',
    remedy: 'It is tried again by itself, up to five times.',
    evidence: goesOn,
  },
  RUNTIME_STOPPED_AT_IT: {
    kind: 'failed',
    words: 'Three runtimes in a row stopped while they were at this recipient',
    remedy: 'Tell the operator of this service; the log of the runtime says why it stopped.',
    evidence: {},
  },
  RUNTIME_STOPPED: {
    kind: 'unconfirmed',
    words: 'The runtime stopped while this message was being sent',
    remedy: 'Ask the person before you write again: an e-mail in doubt is not sent twice.',
    evidence: {},
  },
  MAIL_CUT_OFF: {
    kind: 'unconfirmed',
    words: 'The SMTP server went away while it took the message',
    remedy: 'Ask the person before you write again: an e-mail in doubt is not sent twice.',
    evidence: {},
  },
  CHANNEL_FAILED: {
    kind: 'unconfirmed',
    words: 'The channel failed while the message was being sent',
    remedy: 'Tell the operator of this service.',
    evidence: {},
  },
  RESTORED: {
    kind: 'unconfirmed',
    words: 'The database was restored to a moment before this message, which may have gone out since',
    remedy:
      'Look into the log of your mail server. To send it to those to whom it did not go, run the recipients with this code again; nobody else is.',
    evidence: { at: 'The moment to which the database was restored.' },
  },
  REPLIED: {
    kind: 'stopped',
    words: 'The person has replied',
    remedy: 'Answer them. A spinner whose "exits" lack "reply" would go on.',
    evidence: anExit,
  },
  BOUNCED_LATER: {
    kind: 'stopped',
    words: 'The message came back',
    remedy: 'The address is suppressed from now on. Mend the record.',
    evidence: {
      ...anExit,
      words: 'In the words of the server that refused it.',
      status: 'The status that it gave.',
    },
  },
  UNSUBSCRIBED: {
    kind: 'stopped',
    words: 'The person has unsubscribed',
    remedy: 'The address is suppressed. Lift the suppression only when the person has asked for it.',
    evidence: { at: 'When they did.' },
  },
  COMPLAINED: {
    kind: 'stopped',
    words: 'The person has reported the message as spam',
    remedy: 'The address is suppressed from now on. Do not write to them again.',
    evidence: anExit,
  },
  JOB_CANCELLED: {
    kind: 'stopped',
    words: 'The job was cancelled before its turn came',
    remedy: 'This job writes nothing more to it. A job over all records takes it again.',
    evidence: {},
  },
  RETURNED: {
    kind: 'stopped',
    words: 'The job was cancelled before it had sent anything, and the record went back',
    remedy:
      'The next job over new records takes it. Where the job ran failed recipients again, the job in which they failed can run it again.',
    evidence: {},
  },
} as const satisfies Record<string, CatalogueEntry>

export type ReasonCode = keyof typeof catalogue
export const reasonCatalogue: Readonly<Record<ReasonCode, CatalogueEntry>> = catalogue
export const reasonCodes = Object.keys(catalogue) as ReasonCode[]

/** The words and remedy for codes of a newer version; the remedy is right for a reason of any kind. */
const newerReason = {
  words: 'The reason is one that only a newer version of this service knows',
  remedy: 'Look again once every process of the service runs the newer version.',
}

/**
 * Returns the kind, words and remedy of a reason. During a rolling upgrade a process reads codes that only a newer
 * version knows; for them the kind is null and the words are general.
 */
export function catalogued(
  code: string,
): Pick<CatalogueEntry, 'words' | 'remedy'> & { readonly kind: ReasonKind | null } {
  return Object.hasOwn(catalogue, code) ? reasonCatalogue[code as ReasonCode] : { kind: null, ...newerReason }
}

/** Facts on which a reason rests: ids of records, jobs and spinners, limits, and times. */
export type Evidence = Readonly<Record<string, string | number>>

/** The cause of a recipient's outcome. */
export interface Cause {
  readonly code: ReasonCode
  /** The words of the server or provider that refused, or the words of the catalogue. */
  readonly reason: string
  readonly evidence?: Evidence
}

/** Returns a cause with the words of the catalogue. */
export function because(code: ReasonCode, evidence?: Evidence): Cause {
  const reason = reasonCatalogue[code].words
  return evidence === undefined ? { code, reason } : { code, reason, evidence }
}
