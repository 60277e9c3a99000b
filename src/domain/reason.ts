/**
 * The effect of a reason on a recipient. `unconfirmed` means that the message may or may not have gone out.
 */
type ReasonKind = 'skipped' | 'waits' | 'failed' | 'unconfirmed' | 'stopped'

interface CatalogueEntry {
  readonly kind: ReasonKind
  /**
   * The text that people read about the reason, unless the recipient has a more exact text, such as a server's
   * answer.
   */
  readonly words: string
  /** Advice about the reason: what people can do, or when the state changes without them. */
  readonly remedy: string
  /** The fields of the reason's evidence by name, each with its description. */
  readonly evidence: Readonly<Record<string, string>>
}

const aRecipient = {
  recordId: 'The id of the record that the message was sent to.',
  jobId: 'The id of the job that sent the message.',
  at: 'The time of the message.',
}
const aLimit = { limit: 'The limit of the contact policy.', until: 'The time of the next check.' }
const anExit = {
  at: 'The time when the service received the reply, bounce or complaint.',
  messageId: 'The Message-ID of the e-mail with the reply, bounce or complaint.',
  answers: 'The Message-ID of the sent e-mail to which the reply, bounce or complaint belongs.',
}
const anAction = {
  action: 'What was done: `retry`, `skip`, `stop`, `move` or `wait`.',
  at: 'The time of the action.',
  userId: 'The id of the user who did it; absent if it was an API key.',
  apiKeyId: 'The id of the API key that did it; absent if it was a user.',
}
const continuesAt = { until: 'The time when the recipient continues.' }
/** The evidence of a temporary refusal. Its fields stay in the evidence of any wait before the next retry. */
const aTemporaryRefusal = {
  until: 'The time of the next retry.',
  refusedSince: 'The time of the first refusal.',
  refusalCount: 'The number of refusals.',
  refusalScope: 'The subject of the refusals: recipient, server or account.',
  senderChange:
    '`any` if another sender of the step may send the message, because the recipient has not received one yet.',
}
const aSender = { senderId: 'The id of the sender.', until: 'The time of the next attempt or check.' }
/** The advice of failures after retries. Recipients also have their reasons while the retries continue. */
const afterRetries =
  'After the last attempt the recipient stays failed: correct the cause, then retry the failed recipients.'

const catalogue = {
  CONDITION_NOT_MET: {
    kind: 'skipped',
    words: 'The record does not meet the condition',
    remedy: 'Nothing to do: the step ends records that do not meet its condition.',
    evidence: { column: 'The column that the condition compares.' },
  },
  WAIT_TIMED_OUT: {
    kind: 'skipped',
    words: 'The step timed out before the awaited event',
    remedy: 'Nothing to do: the "onTimeout" of the step is "skip", so the record ends at this step.',
    evidence: {
      column: 'The column that the step reads.',
      zone: 'The time zone in which the hour is meant.',
    },
  },
  DATE_WAS_PAST: {
    kind: 'skipped',
    words: 'The day or time that the step waits for was past already',
    remedy: 'Nothing to do: the "ifPast" of the step is "skip", so the record ends at this step.',
    evidence: { column: 'The column with the day or time.' },
  },
  GUARD_REFUSED: {
    kind: 'skipped',
    words: 'The guard stopped the recipient',
    remedy: 'If the URL of the guard answered with words, the reason of each recipient contains these words.',
    evidence: {},
  },
  GUARD_TIMED_OUT: {
    kind: 'skipped',
    words: 'The guard did not answer in time',
    remedy: 'Nothing to do: the "onTimeout" of the step is "skip", so the record ends at this step.',
    evidence: {},
  },
  RECORD_DELETED: {
    kind: 'skipped',
    words: 'The record was deleted',
    remedy: 'Nothing to do: nothing is sent for a deleted record.',
    evidence: {},
  },
  PERSON_ERASED: {
    kind: 'skipped',
    words: 'The person was erased',
    remedy:
      'Nothing to do: the data of the person was deleted. A later record of the person becomes a new recipient.',
    evidence: {},
  },
  SUPPRESSED: {
    kind: 'skipped',
    words: 'The address is suppressed',
    remedy: 'Nothing is sent to a suppressed address. Lift the suppression only if the person asks for it.',
    evidence: { suppression: 'The cause of the suppression: unsubscribed, bounced, complained or added.' },
  },
  IN_EXCLUDED_SEGMENT: {
    kind: 'skipped',
    words: 'The record belongs to a segment that is excluded',
    remedy:
      'Nothing to do: the spinner or the trigger excludes the records of this segment. Later jobs decide again.',
    evidence: { segmentId: 'The id of the segment.' },
  },
  NOT_IN_SEGMENT: {
    kind: 'skipped',
    words: 'The record does not belong to the segment whose records the spinner takes',
    remedy:
      'Nothing to do: the spinner takes the records of this segment. To write to the record, let it meet the condition of the segment, and trigger a job that names it.',
    evidence: { segmentId: 'The id of the segment.' },
  },
  IN_HOLDOUT: {
    kind: 'skipped',
    words: 'The recipient belongs to the holdout of the goal, which gets no message',
    remedy:
      'Nothing to do: the results compare the holdout with the other recipients. To write to everybody, publish the spinner without "holdoutPercent".',
    evidence: {},
  },
  DUPLICATE_ADDRESS: {
    kind: 'skipped',
    words: 'Another record of this job has the same address',
    remedy: 'The other record receives the message. Set match columns to keep duplicates out of the table.',
    evidence: aRecipient,
  },
  ALREADY_CONTACTED: {
    kind: 'skipped',
    words: 'An earlier job of this spinner has already written to the address',
    remedy:
      'To write once for each record instead of once for each person, set "contact" of the spinner to "oncePerRecord".',
    evidence: aRecipient,
  },
  IN_EXCLUSIVE_SPINNER: {
    kind: 'skipped',
    words: 'Another exclusive spinner is still writing to the person',
    remedy: 'Name the record in another trigger after the other spinner has finished with the person.',
    evidence: { spinnerId: 'The id of the other spinner.', jobId: 'The id of the job of the other spinner.' },
  },
  ON_HOLD: {
    kind: 'waits',
    words: 'The person is absent: an automatic reply arrived',
    remedy:
      'The recipient continues automatically one day after the date in the reply, or after seven days without a date.',
    evidence: { ...anExit, ...continuesAt },
  },
  HELD_BY_USER: {
    kind: 'waits',
    words: 'A user or an API key lets the recipient wait until a date',
    remedy: 'The recipient continues automatically at that time. To continue earlier, retry the recipient.',
    evidence: { ...anAction, ...continuesAt },
  },
  CHANGED_BY_USER: {
    kind: 'waits',
    words: 'A user or an API key retried or moved the recipient, or let it skip a step',
    remedy: 'The recipient continues at this step as soon as the job runs.',
    evidence: anAction,
  },
  WAIT_STEP: {
    kind: 'waits',
    words: 'The wait step has not ended',
    remedy: 'The recipient continues automatically.',
    evidence: continuesAt,
  },
  WAITS_FOR_DATE: {
    kind: 'waits',
    words: 'The day or time that the step waits for has not come',
    remedy:
      'The recipient continues automatically at that time. If the value of the column changes, the time changes, too.',
    evidence: { ...continuesAt, column: 'The column with the day or time.' },
  },
  WAITS_FOR_HOUR: {
    kind: 'waits',
    words: 'The hour that the step waits for has not come',
    remedy: 'The recipient continues automatically.',
    evidence: { ...continuesAt, zone: 'The time zone in which the hour is meant.' },
  },
  WAITS_FOR_CHANGE: {
    kind: 'waits',
    words: 'The column that the step waits for has not changed',
    remedy: 'The recipient continues when the column has another value, or at the time-out of the step.',
    evidence: { until: 'The time of the time-out.', column: 'The name of the column.' },
  },
  WAITS_FOR_CONDITION: {
    kind: 'waits',
    words: 'The record does not meet the condition that the step waits for',
    remedy:
      'The recipient continues when the record meets the condition, because the record was changed or because time has passed, or at the time-out of the step.',
    evidence: {
      until:
        'The time of the next check: the time when the condition becomes true without a change, or the time-out.',
      column: 'The columns that the condition compares.',
    },
  },
  DAYS_BETWEEN_SPINNERS: {
    kind: 'waits',
    words: 'Another spinner wrote to the person recently',
    remedy:
      'The recipient continues automatically after the days that the contact policy sets between two spinners.',
    evidence: {
      ...aLimit,
      spinnerId: 'The id of the other spinner.',
      jobId: 'The id of the job of the other spinner.',
    },
  },
  MESSAGES_PER_DAY: {
    kind: 'waits',
    words: 'The person has received as many messages in 24 hours as the contact policy allows',
    remedy: 'The recipient continues automatically.',
    evidence: aLimit,
  },
  MESSAGES_PER_WEEK: {
    kind: 'waits',
    words: 'The person has received as many messages in seven days as the contact policy allows',
    remedy: 'The recipient continues automatically.',
    evidence: aLimit,
  },
  ACTIVE_PER_DOMAIN: {
    kind: 'waits',
    words: 'Jobs are already writing to as many people of the same company as the contact policy allows',
    remedy: 'The recipient continues automatically when the jobs have finished with one of these people.',
    evidence: { ...aLimit, domain: 'The domain of the company.' },
  },
  OUTSIDE_WINDOW: {
    kind: 'waits',
    words: 'The time is outside the send window of the spinner',
    remedy:
      'The recipient continues automatically when the send window opens. Change the days and hours in the spinner.',
    evidence: {
      zone: 'The time zone in which the send window is meant.',
      senderId: 'The id of the sender that was ready to send.',
      until: 'The time when the send window opens.',
    },
  },
  SPINNER_PACE: {
    kind: 'waits',
    words: 'The spinner has reached its pace for the day',
    remedy:
      'The recipient continues automatically on a later day. To send earlier, raise the pace in the settings of the spinner and publish it.',
    evidence: {
      limit: 'The number of the pace that is reached.',
      counts: 'What the limit counts: `newPeople` (`maxNewPerDay`) or `messages` (`maxPerDay`).',
      until: 'The time when the recipient continues.',
    },
  },
  SENDER_DAILY_LIMIT: {
    kind: 'waits',
    words: 'The sender has reached its daily limit',
    remedy:
      'The recipient continues automatically on a later day. To send earlier, raise the limit of the sender or add senders to the step. If the sender is the mail server of this service and the operator limits it, connect a mailbox of your own, or ask the operator for a higher limit.',
    evidence: { ...aSender, limit: 'The daily limit of the sender on that day.' },
  },
  SENDER_POOL_LIMIT: {
    kind: 'waits',
    words: 'The pool of the sender has reached its limit for 24 hours',
    remedy:
      'The recipient continues automatically when earlier messages of the pool are 24 hours old. To send earlier, raise the limit of the pool, or add a sender of another pool to the step.',
    evidence: {
      ...aSender,
      poolId: 'The id of the pool of the sender.',
      limit: 'The number of messages that the pool lets leave in 24 hours.',
    },
  },
  SENDER_GAP: {
    kind: 'waits',
    words: 'The sender sends other messages first, with a gap between messages',
    remedy: 'The recipient continues automatically when the sender is free.',
    evidence: aSender,
  },
  SENDER_PAUSED: {
    kind: 'waits',
    words: 'The sender is paused',
    remedy: 'Resume the sender; its page shows why it was paused.',
    evidence: aSender,
  },
  SENDER_NEEDS_ATTENTION: {
    kind: 'waits',
    words: 'The sender needs attention before it can send',
    remedy:
      'Open the page of the sender, which shows the answer of its provider, and connect the sender again. The recipient then continues automatically.',
    evidence: { ...aTemporaryRefusal, ...continuesAt },
  },
  PROVIDER_LIMIT: {
    kind: 'waits',
    words: 'The provider of the sender accepts no more messages at the moment',
    remedy:
      'The recipient continues automatically. To avoid this, set a daily limit of the sender below the limit of the provider.',
    evidence: { ...aTemporaryRefusal, ...aSender },
  },
  SPINNER_PAUSED: {
    kind: 'waits',
    words: 'The spinner is paused',
    remedy:
      'Resume the spinner. Only explanations and rehearsals have this code; a recipient keeps the reason that it had before the pause.',
    evidence: { at: 'The time of the pause.' },
  },
  SENDER_COOLING_DOWN: {
    kind: 'waits',
    words: 'The sender waits, because its mail server or provider temporarily refused messages',
    remedy: 'The recipient continues automatically. The page of the sender shows when it sends again.',
    evidence: aSender,
  },
  NO_SENDER: {
    kind: 'waits',
    words: 'The senders of the step no longer exist',
    remedy: 'Connect a sender, select it in the step and publish the spinner, or cancel the job.',
    evidence: continuesAt,
  },
  TEMPLATES_BUSY: {
    kind: 'waits',
    words: 'Too many templates were being rendered',
    remedy: 'The service retries automatically.',
    evidence: continuesAt,
  },
  SENDING_NOT_PREPARED: {
    kind: 'waits',
    words: 'The service could not prepare the step, for example because it could not read its own data',
    remedy:
      'The service retries automatically every minute. If a webhook or guard waits longer, rotate the webhook secret, because the key that decrypts it may be lost. Otherwise report this to the operator of the service.',
    evidence: continuesAt,
  },
  NO_SUCH_STEP: {
    kind: 'failed',
    words: 'The spinner does not have the step of this recipient',
    remedy: 'Report this to the operator of the service.',
    evidence: {},
  },
  NO_DATE: {
    kind: 'failed',
    words: 'The column that the step waits for holds neither a day nor a time',
    remedy:
      'Correct the cell (such as 2026-12-31 or 2026-12-31T23:59:59Z) and retry the failed recipients, or set a time-out in the step.',
    evidence: { column: 'The name of the column.' },
  },
  PAST_DATE: {
    kind: 'failed',
    words: 'The day or time that the step waits for was past already, and the step refuses past dates',
    remedy:
      'Correct the cell and retry the failed recipients, or change what the step does with a past date ("ifPast").',
    evidence: { column: 'The column with the day or time.' },
  },
  MISSING_CELL: {
    kind: 'failed',
    words: 'A template uses a column that is empty in the record',
    remedy:
      'Fill the cell, set a default in the template, or skip such records with a condition. Then retry the failed recipients.',
    evidence: { column: 'The name of the column.' },
  },
  TEMPLATE_FAILED: {
    kind: 'failed',
    words: 'A template cannot be rendered for this record',
    remedy: 'Open the record in the preview of the spinner, correct the template or the record, then retry.',
    evidence: {},
  },
  TEMPLATE_TOO_SLOW: {
    kind: 'failed',
    words: 'Rendering a template takes too long',
    remedy: 'Use fewer loops, filters and conditions, or shorter cells.',
    evidence: {},
  },
  NOT_AN_ADDRESS: {
    kind: 'failed',
    words: '"to" is not one e-mail address',
    remedy: 'Correct the cell, then retry the failed recipients.',
    evidence: {},
  },
  FILE_MISSING: {
    kind: 'failed',
    words: 'A file of the message no longer exists',
    remedy: 'Upload the file again, select it in the step, and publish the spinner.',
    evidence: {},
  },
  SUBJECT_NOT_ONE_LINE: {
    kind: 'failed',
    words: '"subject" renders to more than one line',
    remedy: 'Correct the cells that the subject uses, then retry the failed recipients.',
    evidence: {},
  },
  SUBJECT_TOO_LONG: {
    kind: 'failed',
    words: '"subject" renders to too many characters',
    remedy: 'Shorten the subject or the cells that it uses, then retry the failed recipients.',
    evidence: {},
  },
  SENDER_REQUIRED: {
    kind: 'failed',
    words: 'The organization has no sender for the message',
    remedy:
      'Connect a mailbox under "Senders", then retry the failed recipients. This deployment has no mail server for organizations without a sender.',
    evidence: {},
  },
  MESSAGE_REFUSED: {
    kind: 'failed',
    words: 'The SMTP server refused the message',
    remedy: 'The reason of each recipient contains the answer of the server.',
    evidence: {},
  },
  MAILBOX_UNKNOWN: {
    kind: 'failed',
    words: 'The address has no mailbox',
    remedy: 'The address is now suppressed. Correct the address in the record.',
    evidence: {},
  },
  MESSAGE_NOT_SENDABLE: {
    kind: 'failed',
    words: 'The message cannot be sent by SMTP in this form',
    remedy: 'The reason of each recipient contains the error. Correct it, then retry the failed recipients.',
    evidence: {},
  },
  MAIL_TEMPORARILY_REFUSED: {
    kind: 'failed',
    words: 'The SMTP server temporarily refused the message',
    remedy: `The service retries automatically with growing pauses: for at least 24 hours if the refusal is about the recipient, for at least five days if it is about the server. ${afterRetries}`,
    evidence: aTemporaryRefusal,
  },
  MAIL_SERVER_UNUSABLE: {
    kind: 'failed',
    words: 'The SMTP server cannot be used',
    remedy: `The service retries automatically with growing pauses, for at least five days. Check the server and the settings of the sender or SMTP_URL. ${afterRetries}`,
    evidence: aTemporaryRefusal,
  },
  MAIL_PROVIDER_UNUSABLE: {
    kind: 'failed',
    words: 'The provider of the sender cannot be used',
    remedy: `The service retries automatically with growing pauses: for at least 24 hours if the refusal is about the recipient, for at least five days if it is about the server. ${afterRetries}`,
    evidence: aTemporaryRefusal,
  },
  URL_OF_ANOTHER_HOST: {
    kind: 'failed',
    words: '"url" renders to a host other than the host of the template',
    remedy: 'Write the host into the URL of the step. A record may fill only the path and the query.',
    evidence: {},
  },
  HEADER_NOT_ONE_LINE: {
    kind: 'failed',
    words: 'A header renders to more than one line',
    remedy: 'Correct the cells that the header uses, then retry the failed recipients.',
    evidence: {},
  },
  BODY_NOT_JSON: {
    kind: 'failed',
    words: '"body" does not render to valid JSON',
    remedy: 'Quote values with the filter `json`: {{ name | json }}.',
    evidence: {},
  },
  REQUEST_NOT_SENDABLE: {
    kind: 'failed',
    words: 'The URL and headers do not form a valid request',
    remedy: 'Correct the URL and the headers of the step.',
    evidence: {},
  },
  RECEIVER_FORBIDDEN: {
    kind: 'failed',
    words: 'The receiver is not an address on the public internet',
    remedy: 'Use a public address. The operator can allow a private host with ALLOWED_PRIVATE_HOSTS.',
    evidence: {},
  },
  RECEIVER_REDIRECTED: {
    kind: 'failed',
    words: 'The receiver answered with a redirect, which is not followed',
    remedy: 'Enter the URL of the redirect in the step.',
    evidence: {},
  },
  RECEIVER_REFUSED: {
    kind: 'failed',
    words: 'The receiver refused the request',
    remedy:
      'The reason of each recipient contains the status of the response. Correct the URL or the request, then retry the failed recipients.',
    evidence: {},
  },
  RECEIVER_BUSY: {
    kind: 'failed',
    words: 'The receiver could not process the webhook',
    remedy: `The service retries automatically: up to five attempts in all, or at least 24 hours if the receiver answered 429, 503 or Retry-After. ${afterRetries}`,
    evidence: aTemporaryRefusal,
  },
  RECEIVER_UNREACHABLE: {
    kind: 'failed',
    words: 'The receiver cannot be reached',
    remedy: `The service retries automatically, up to five attempts in all. ${afterRetries}`,
    evidence: continuesAt,
  },
  RECEIVER_TIMED_OUT: {
    kind: 'failed',
    words: 'The receiver did not answer in time',
    remedy: `The service retries automatically, up to five attempts in all. ${afterRetries}`,
    evidence: continuesAt,
  },
  RUNTIME_STOPPED_REPEATEDLY: {
    kind: 'failed',
    words: 'Three worker processes stopped one after another while they processed this recipient',
    remedy: 'Report this to the operator of the service; the log of the workers shows the cause.',
    evidence: {},
  },
  RUNTIME_STOPPED: {
    kind: 'unconfirmed',
    words: 'The worker process stopped while this message was being sent',
    remedy:
      'Check with the person before you write again. The message may have been sent, so the service does not send it again.',
    evidence: {},
  },
  MAIL_UNCONFIRMED: {
    kind: 'unconfirmed',
    words: 'The mail server or provider did not confirm that it accepted the message',
    remedy:
      'Check with the person before you write again. The message may have been sent, so the service does not send it again.',
    evidence: {},
  },
  CHANNEL_FAILED: {
    kind: 'unconfirmed',
    words: 'The channel failed while the message was being sent',
    remedy: 'Report this to the operator of the service.',
    evidence: {},
  },
  RESTORED: {
    kind: 'unconfirmed',
    words:
      'The database was restored to a time before this message, which may have been sent after that time',
    remedy:
      'Check the log of your mail server. To send the message to recipients who did not receive it, retry the recipients with this code; other recipients are not retried.',
    evidence: { at: 'The time to which the database was restored.' },
  },
  REPLIED: {
    kind: 'stopped',
    words: 'The person has replied',
    remedy:
      'Answer the person. To continue after a reply to another spinner, set "reply" of the spinner to {"scope": "job"}; to continue after any reply, remove "reply" from "exits".',
    evidence: {
      ...anExit,
      spinnerId: 'The spinner whose message was answered.',
      jobId: 'The job whose message was answered.',
      request: 'The word "unsubscribe" if the reply asks for no more mail; absent otherwise.',
    },
  },
  BOUNCED: {
    kind: 'stopped',
    words: 'The message bounced',
    remedy: 'The address is now suppressed. Correct the address in the record.',
    evidence: {
      ...anExit,
      words: 'The answer of the server that refused the message.',
      status: 'The status code of that answer.',
    },
  },
  UNSUBSCRIBED: {
    kind: 'stopped',
    words: 'The person has unsubscribed',
    remedy: 'The address is suppressed. Lift the suppression only if the person asks for it.',
    evidence: {
      at: 'The time of the unsubscription.',
      messageId: 'The Message-ID of the reply that asked for it; absent if the person used the link.',
      answers: 'The Message-ID of the message that the reply answers; absent if the person used the link.',
      request: 'The word "unsubscribe" if a reply asked for it; absent if the person used the link.',
    },
  },
  COMPLAINED: {
    kind: 'stopped',
    words: 'The person has reported the message as spam',
    remedy: 'The address is now suppressed. Do not write to the person again.',
    evidence: anExit,
  },
  LEFT_SEGMENT: {
    kind: 'stopped',
    words: 'The record has entered or left a segment at which the spinner ends',
    remedy: 'Nothing to do: an exit of the spinner names the segment. Later jobs decide again.',
    evidence: {
      segmentId: 'The id of the segment.',
      change: '`entered` if the record belongs to the segment, `left` if it no longer belongs to it.',
    },
  },
  GOAL_REACHED: {
    kind: 'stopped',
    words: 'The record has reached the goal of the spinner, at which the spinner ends',
    remedy: 'Nothing to do: an exit of the spinner ends the messages to people who have reached its goal.',
    evidence: {},
  },
  STOPPED_BY_USER: {
    kind: 'stopped',
    words: 'A user or an API key stopped the recipient',
    remedy: 'To continue, retry the recipient, or move it to a step.',
    evidence: {
      ...anAction,
      jobId:
        'The id of the job in which the recipient continues, because its messages are sent again; otherwise absent.',
    },
  },
  JOB_CANCELLED: {
    kind: 'stopped',
    words: 'The job was cancelled before it processed this recipient',
    remedy: 'This job sends nothing more to the recipient. A job over all records includes the record again.',
    evidence: {},
  },
  RECORD_RELEASED: {
    kind: 'stopped',
    words: 'The job was cancelled before it sent anything, and the record was released',
    remedy:
      'The next job over new records includes the record. If the cancelled job was a retry, the job in which the recipient failed can retry it again.',
    evidence: {},
  },
} as const satisfies Record<string, CatalogueEntry>

export type ReasonCode = keyof typeof catalogue
export const reasonCatalogue: Readonly<Record<ReasonCode, CatalogueEntry>> = catalogue
export const reasonCodes = Object.keys(catalogue) as ReasonCode[]

/**
 * The text and the advice for reason codes that this process does not know, because a newer version of the
 * service stored them.
 */
const newerReason = {
  words: 'The reason is known only to a newer version of the service',
  remedy: 'Read the reason again after all processes of the service have been upgraded.',
}

/**
 * Returns the kind, words and remedy of a reason code. During a rolling upgrade a process reads codes of a
 * newer version; their kind is null and their words are general.
 */
export function catalogueEntryOf(
  code: string,
): Pick<CatalogueEntry, 'words' | 'remedy'> & { readonly kind: ReasonKind | null } {
  return Object.hasOwn(catalogue, code) ? reasonCatalogue[code as ReasonCode] : { kind: null, ...newerReason }
}

/** Facts on which the reason of a recipient rests: ids of records, jobs and spinners, limits, and times. */
export type Evidence = Readonly<Record<string, string | number>>

/** The cause of a recipient's outcome: a reason code with words and evidence. */
export interface ReasonCause {
  readonly code: ReasonCode
  /** The words of the server or provider that refused, or the general words for the reason code. */
  readonly reason: string
  readonly evidence?: Evidence
}

/**
 * Returns the cause of a recipient's outcome: the reason code with its words from the catalogue instead of a
 * server's words.
 */
export function causeOf(code: ReasonCode, evidence?: Evidence): ReasonCause {
  const reason = reasonCatalogue[code].words
  return evidence === undefined ? { code, reason } : { code, reason, evidence }
}

/** The reasons of waits that no sender can end: those of steps without a message, and holds. */
export const waitsForNoSender = [
  'WAIT_STEP',
  'WAITS_FOR_DATE',
  'WAITS_FOR_HOUR',
  'WAITS_FOR_CHANGE',
  'WAITS_FOR_CONDITION',
  'ON_HOLD',
  'HELD_BY_USER',
] as const satisfies readonly ReasonCode[]

/** The reason of waits for the pace of a spinner. */
export const waitsForPace: readonly ReasonCode[] = ['SPINNER_PACE']

/** The reasons of waits whose end depends on the time zone of the organization, if the person has none. */
export const waitsInZone: readonly ReasonCode[] = [
  'OUTSIDE_WINDOW',
  'WAITS_FOR_HOUR',
  'WAITS_FOR_DATE',
  ...waitsForPace,
]
