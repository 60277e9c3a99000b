import Joi from 'joi'
import { reasonCatalogue } from '../../../domain/reason.ts'
import { inboundKinds } from '../../../domain/sender/inbound/inbound-fact.ts'
import { type NextEvent, nextEventKinds } from '../../../domain/test-mode/next-event.ts'
import { maxDays, type TestClock } from '../../../domain/test-mode/test-clock.ts'
import {
  callAnswers,
  maxPatternLength,
  maxRules,
  messageOutcomes,
} from '../../../domain/test-mode/test-rules.ts'
import { testTimelineKinds } from '../../../domain/test-mode/timeline.ts'
import { momentForm } from '../forms.ts'
import { reasonCodeForm } from '../sender/message/reason-form.ts'

const dayInSeconds = 24 * 60 * 60
const moment = momentForm.allow(null)

export const clockSchema = Joi.object({
  now: momentForm.description('The time on the test clock.'),
  status: Joi.valid('idle', 'advancing')
    .required()
    .description('Whether the test clock stands still (`idle`) or is being moved to `target` (`advancing`).'),
  from: moment.description(
    'The time on the test clock at which its present advance began; while the clock is `idle`, the time at which its last advance began. Null if the clock was never advanced.',
  ),
  target: moment.description(
    'The time to which the test clock is being moved; null while the clock is `idle`.',
  ),
  next: moment.description(
    'The time on the test clock at which something is due next, such as a wait that ends, not before `now`; null if nothing is due. While the clock is `advancing` it may be out of date.',
  ),
  nextEvent: Joi.object({
    kind: Joi.valid(...nextEventKinds)
      .required()
      .description(
        'The kind of the next event. `job`: a job begins. `recipient`: a recipient continues. `reaction`: a simulated reaction to a message takes place. `start`: a spinner starts automatically, or looks whether it has to.',
      ),
    spinnerId: Joi.string()
      .guid()
      .allow(null)
      .required()
      .description('The id of the spinner of the next event; null if it is not known.'),
    reason: Joi.alternatives(reasonCodeForm, Joi.valid(null))
      .required()
      .description(
        'The reason code for which a recipient waits until the next event, such as `WAIT_STEP`, `OUTSIDE_WINDOW` or a limit of its sender; null if it does not wait.',
      ),
    message: Joi.string()
      .required()
      .description('A sentence for people that says what the test clock waits for.'),
  })
    .allow(null)
    .required()
    .description('The event that is due at `next`, from any source of work; null if nothing is due.')
    .meta({ named: 'NextTestEvent' }),
  pausedJobs: Joi.number()
    .integer()
    .min(0)
    .required()
    .description(
      'The number of paused jobs of the test organization. No recipient of them is due before the job is resumed, so they never appear in `next`.',
    ),
  error: Joi.object({
    code: Joi.valid('TOO_MANY_MOMENTS', 'NO_MESSAGE', 'FAILED')
      .required()
      .description(
        'The code of the reason why the advance stopped. `TOO_MANY_MOMENTS`: the advance reached 10,000 different moments. `NO_MESSAGE`: no message is due up to the target of an advance with `stopAtMessage`. `FAILED`: an error of the service.',
      ),
    message: Joi.string()
      .required()
      .description('A sentence for people that explains why the advance stopped.'),
  })
    .allow(null)
    .required()
    .description(
      'The reason why the last advance of the test clock stopped before its target; null if it did not. Another advance continues from there.',
    ),
})
  .description('The clock of a test organization, which moves only when a member advances it.')
  .meta({ named: 'TestClock' })

export const exampleClock = {
  now: '2026-12-01T09:00:00.000Z',
  status: 'idle',
  from: '2026-11-22T09:00:00.000Z',
  target: null,
  next: '2026-12-03T09:00:00.000Z',
  nextEvent: {
    kind: 'recipient',
    spinnerId: '01936f4f-3e90-7f65-8d33-70819203b4c6',
    reason: 'WAIT_STEP',
    message: reasonCatalogue.WAIT_STEP.words,
  },
  pausedJobs: 0,
  error: null,
}

/** The texts of the kinds of next events, for events without a reason. */
const wordsOfKind: Readonly<Record<NextEvent['kind'], string>> = {
  job: 'A job begins',
  recipient: 'A recipient continues',
  reaction: 'A simulated reaction takes place',
  start: 'A spinner starts automatically',
}

export function presentClock(clock: TestClock, event: NextEvent | null, pausedJobs: number): object {
  const { now, from, target, error } = clock
  const status = target === null ? 'idle' : 'advancing'
  const next = event?.at ?? null
  const nextEvent = event && {
    kind: event.kind,
    spinnerId: event.spinnerId,
    reason: event.reason,
    message: event.reason === null ? wordsOfKind[event.kind] : reasonCatalogue[event.reason].words,
  }
  return { now, status, from, target, next, nextEvent, pausedJobs, error }
}

const pattern = (says: string) => Joi.string().min(1).max(maxPatternLength).required().description(says)
const toForm = pattern(
  'The e-mail addresses to which the rule applies, such as `*@bounce.test`; `*` stands for any text.',
)
export const textForm = Joi.string()
  .max(2_000)
  .allow(null)
  .default(null)
  .description(
    'The text of the simulated reply, or of the answer of the mail server that refused the message; null for none.',
  )
export const awayForm = Joi.number()
  .integer()
  .min(1)
  .max(maxDays * dayInSeconds)
  .allow(null)
  .default(null)
  .description(
    'The number of seconds for which an `autoReply` announces an absence; null if it announces no end.',
  )
export const kindForm = Joi.valid(...inboundKinds)
  .required()
  .description(
    'The kind of reaction: a reply, an automatic reply, a bounce because the mailbox does not exist, a spam complaint, or a click on the unsubscribe link.',
  )

const list = (item: Joi.Schema, says: string) =>
  Joi.array().items(item).max(maxRules).default([]).description(says)

export const rulesSchema = Joi.object({
  url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .max(2_000)
    .allow(null)
    .default(null)
    .description(
      'A URL of yours that gets all webhooks and guards, signed as always; the header `spindle-test-url` names the URL of the step. Headers of the step are not sent to it, except `Idempotency-Key`. It must be reachable from the internet, as for any webhook. null: `calls` decides the answers.',
    ),
  messages: list(
    Joi.object({
      to: toForm,
      response: Joi.valid(...messageOutcomes)
        .required()
        .description('The outcome that test mode gives to e-mails to the addresses in `to`.'),
    })
      .description('A rule of test mode for the outcome of e-mails to the addresses in `to`.')
      .meta({
        named: 'TestMessageRule',
      }),
    'The rules for the outcomes of e-mails. The first rule that matches counts; `deliver` if none does. `bounce`: the mailbox does not exist. `temporaryRefusal`: a temporary refusal. `refuse`: the server refuses the message.',
  ),
  calls: list(
    Joi.object({
      url: pattern('The URLs of webhooks and guards to which the rule applies; `*` stands for any text.'),
      answer: Joi.valid(...callAnswers)
        .required()
        .description('The answer that test mode gives to webhooks and guards with a matching URL.'),
    })
      .description('A rule of test mode that decides the answer to webhooks and guards with matching URLs.')
      .meta({ named: 'TestCallRule' }),
    'The rules for the answers to webhooks and guards, used while `url` is null. The first rule that matches counts; `ok` if none does. `deny`: a guard says no. `busy`: 503. `refuse`: 400. `timeout`: no answer in time.',
  ),
  replies: list(
    Joi.object({
      to: toForm,
      kind: kindForm,
      afterSeconds: Joi.number()
        .integer()
        .min(0)
        .max(maxDays * dayInSeconds)
        .required()
        .description('The number of seconds between the e-mail and the reaction, by the test clock.'),
      text: textForm,
      awaySeconds: awayForm,
    })
      .description('A rule of test mode that simulates a reaction to e-mails to the addresses in `to`.')
      .meta({ named: 'TestReplyRule' }),
    'The rules for automatic reactions to e-mails, such as replies. The first rule that matches counts; nobody reacts if none does.',
  ),
})
  .description('The rules by which servers, receivers and people answer a test organization.')
  .meta({ named: 'TestRules' })

export const exampleRules = {
  url: null,
  messages: [{ to: '*@bounce.test', response: 'bounce' }],
  calls: [{ url: 'https://crm.example.com/*', answer: 'ok' }],
  replies: [
    {
      to: 'grace@example.com',
      kind: 'reply',
      afterSeconds: 172_800,
      text: 'Yes, call me.',
      awaySeconds: null,
    },
  ],
}

const text = (says: string) => Joi.string().allow(null, '').required().description(says)
const id = (says: string) => Joi.string().guid().allow(null).required().description(says)

export const entrySchema = Joi.object({
  id: Joi.string()
    .required()
    .description('The id of the event, unique in the events of the test organization.'),
  at: momentForm.description('The time of the event on the test clock (UTC, ISO 8601).'),
  kind: Joi.valid(...testTimelineKinds)
    .required()
    .description(
      'The kind of event. `started` and `finished` are about jobs; `skipped`, `failed`, `stopped` and `unconfirmed` about recipients.',
    ),
  email: text('The e-mail address of the person; null if it is not known.'),
  recordId: text(
    'The id of the record in its data table; null for the start or end of a job and for an unsubscribe.',
  ),
  spinnerId: id('The id of the spinner of the job; null for an unsubscribe, which counts for all spinners.'),
  jobId: id(
    'The id of the job in which the event happened; null for an unsubscribe, which counts for all jobs.',
  ),
  step: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The index of the step at which the event happened, from 0; null for the start or end of a job and for an unsubscribe. Steps are counted in the order in which they are written, with the steps in branches.',
    ),
  path: text(
    'The position of the step in words, counted from 1, such as "1 › Yes › 2"; null without a step.',
  ),
  messageId: id(
    'The id in the log of messages of the e-mail that was sent, or to which a person or server reacted; null if the event is not about an e-mail.',
  ),
  subject: text('The subject of the e-mail; null if the event is not about an e-mail.'),
  sender: text(
    'The e-mail address of the sender; null if the event is not about an e-mail, or if the mail server of this service sent it.',
  ),
  url: text('The HTTP method and URL of a webhook or a guard; null for other events.'),
  status: text(
    'The outcome of the event: the state of a message, the origin or the status of a job, the result of a webhook or guard, or a reason code.',
  ),
  text: text(
    'The text of a reply, the answer of a mail server, webhook or guard, or the reason in words; for a webhook or guard without an answer, the body of its request.',
  ),
})
  .description('An event in a test organization, at a time on its clock.')
  .meta({ named: 'TestTimelineEntry' })

export const exampleEntry = {
  id: 'm-message-01936f4f-3e90-7f65-8d33-70819203b4c5',
  at: '2026-12-01T09:00:00.000Z',
  kind: 'message',
  email: 'grace@example.com',
  recordId: '42',
  spinnerId: '01936f4f-3e90-7f65-8d33-70819203b4c6',
  jobId: '01936f4f-3e90-7f65-8d33-70819203b4c7',
  step: 0,
  path: '1',
  messageId: '01936f4f-3e90-7f65-8d33-70819203b4c5',
  subject: 'Hello Grace',
  sender: 'ada@example.com',
  url: null,
  status: 'sent',
  text: 'Captured in test mode',
}
