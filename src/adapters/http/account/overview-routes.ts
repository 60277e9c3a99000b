import Joi from 'joi'
import {
  type Activity,
  activityKinds,
  beginningBefore,
  boundsOf,
  type Decision,
  noActivity,
  type OverviewRange,
  overviewRanges,
  type PendingWork,
  sumOfActivities,
} from '../../../domain/account/overview.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import { momentForm, orNotFound } from '../forms.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const count = Joi.number().integer().min(0).required()

const said: Readonly<Record<keyof Activity, string>> = {
  records: 'The number of records that were added to data tables in this time.',
  held: 'The number of records that were held when they arrived in this time, even if they were admitted later.',
  refused: 'The number of records that were refused in this time, as far as the service still stores them.',
  ignored: 'The number of records that a mapping ignored in this time.',
  sent: 'The number of e-mails that a mail server accepted in this time.',
  captured: 'The number of e-mails that were captured instead of sent, because no SMTP server is configured.',
  failed: 'The number of attempts to send an e-mail that failed in this time.',
  unconfirmed: 'The number of e-mails that may have been sent; the outcome is not known.',
  replies:
    'The number of e-mails that received their first reply in this time, as `GET /messages?reaction=reply` lists them.',
  bounces:
    'The number of e-mails that came back as undeliverable, for the first time, in this time (`reaction=bounce`).',
  complaints: 'The number of e-mails that recipients reported as spam in this time (`reaction=complaint`).',
}
const activityFields = Object.fromEntries(activityKinds.map((kind) => [kind, count.description(said[kind])]))

const jobCount = count.description('The number of jobs in this state, counted up to 1,000.')

const decisionSchema = Joi.object({
  kind: Joi.valid('held', 'sender', 'failures', 'start')
    .required()
    .description(
      'The kind of problem. `held`: a table holds arrivals. `sender`: a sender is paused or needs attention. `failures`: a job has failed recipients. `start`: the due start of a spinner is refused.',
    ),
  dataTableId: Joi.string()
    .guid()
    .allow(null)
    .description('For a problem of kind "held": the id of the data table that holds the arrivals.'),
  senderId: Joi.string().guid().description('For a problem of kind "sender": the id of the sender, a UUID.'),
  jobId: Joi.string().guid().description('For a problem of kind "failures": the id of the job, a UUID.'),
  spinnerId: Joi.string()
    .guid()
    .allow(null)
    .description(
      'For a problem of kind "sender": the id of the only spinner for which the sender is paused; `null` if it is paused for all spinners. For a problem of kind "start": the id of the spinner whose start was refused.',
    ),
  spinnerName: Joi.string()
    .allow(null)
    .description(
      'For a problem of kind "sender": the name of the only spinner for which the sender is paused; `null` if it is paused for all spinners.',
    ),
  name: Joi.string()
    .allow(null)
    .required()
    .description(
      'The name of the data table or sender with the problem; for a problem of kind "failures" or "start", the name of the spinner.',
    ),
  email: Joi.string().description('For a problem of kind "sender": the e-mail address of the sender.'),
  code: Joi.string()
    .allow(null)
    .description(
      'For a problem of kind "sender": the code of the reason, such as `BOUNCES_IN_DAY`; `null` if there is none.',
    ),
  message: Joi.string()
    .allow('', null)
    .description('The cause of the problem in words, such as the error of the sender or of the start.'),
  count: Joi.number()
    .integer()
    .description(
      'For a problem of kind "held": the number of held arrivals, counted up to 1,000. For a problem of kind "failures": the number of failed recipients that no later job has run again; 0 if the job failed as a whole.',
    ),
  createdAt: Joi.string()
    .isoDate()
    .description('For a problem of kind "failures": the time when the job was created.'),
  since: Joi.string()
    .isoDate()
    .description(
      'For a problem of kind "start": the time of the first refusal of the due start. The start is retried every minute.',
    ),
})
  .description('A problem that needs a decision of a person before work continues.')
  .meta({ named: 'Decision' })

const activitySchema = Joi.object(activityFields)
  .description('The counts of records, e-mails and reactions in a period.')
  .meta({ named: 'Activity' })

const overviewSchema = Joi.object({
  range: Joi.valid(...overviewRanges)
    .required()
    .description('The time range of the figures: the last 24 hours, 7 days or 30 days.'),
  timeZone: Joi.string()
    .allow('')
    .required()
    .description(
      'The time zone of the organization, such as `Europe/Vienna`. The hours and days of the figures begin in this time zone.',
    ),
  since: momentForm.description('The beginning of the time range (inclusive, UTC, ISO 8601).'),
  until: momentForm.description(
    'The end of the time range (exclusive, UTC, ISO 8601): the end of the current hour or day, so in the future.',
  ),
  isComplete: Joi.boolean()
    .required()
    .description(
      'Whether the figures contain all events of the time range. False if many records arrived in the last minutes and are not all counted yet.',
    ),
  totals: activitySchema.required(),
  totalsBefore: activitySchema.required(),
  parts: Joi.array()
    .items(
      Joi.object({
        at: momentForm.description('The beginning of the hour, quarter of a day, or day (UTC, ISO 8601).'),
        ...activityFields,
      })
        .description('The counts of records, e-mails and reactions in one hour, quarter of a day, or day.')
        .meta({ named: 'ActivityPeriod' }),
    )
    .required()
    .description(
      'The activity by hours (`24h`), quarters of a day (`7d`) or days (`30d`) in the time zone of the organization, oldest first.',
    ),
  jobs: Joi.object({ running: jobCount, queued: jobCount, scheduled: jobCount, paused: jobCount })
    .required()
    .description('The numbers of unfinished jobs of the organization, by state.'),
  decisions: Joi.array()
    .items(decisionSchema)
    .required()
    .description(
      'Problems that need a decision of a person, at most five of each kind. These are senders that are paused or need attention, held arrivals, and spinners whose due start is refused (retried every minute). Jobs of the last 30 days with failed recipients that are left to retry also count.',
    ),
})
  .description(
    'The figures of an organization in a time range, its unfinished jobs, and the decisions that are needed.',
  )
  .meta({ named: 'Overview' })

const exampleActivity = { ...noActivity, records: 412, held: 3, sent: 380, failed: 2, replies: 21 }
const exampleAt = '2026-11-20T09:00:00.000Z'

function presentDecision(decision: Decision): object {
  if (decision.kind !== 'sender') return decision
  const { kind, senderId, name, email, spinner, fault } = decision
  return {
    kind,
    senderId,
    name,
    email,
    spinnerId: spinner?.id ?? null,
    spinnerName: spinner?.name ?? null,
    code: fault?.code ?? null,
    message: fault?.serverResponse ?? null,
  }
}

/** Returns the route with the figures for the home page of an organization. */
export function overviewRoutes({ organizationStore, clock }: Services): Route[] {
  return [
    route<unknown, undefined, { range: OverviewRange }>({
      method: 'GET',
      path: '/overview',
      operationId: 'overview.get',
      summary: 'See the overview',
      description:
        'Returns the records that arrived, the messages that were sent and the reactions to them, in the last 24 hours, 7 days or 30 days. `totalsBefore` has the totals of the period before, which is as long as the time from `since` to the present. Counts the current jobs and lists what needs a decision of a person.',
      tag: 'Organization',
      auth: { kind: 'session' },
      query: Joi.object({
        range: Joi.valid(...overviewRanges)
          .default('24h')
          .description(
            'The time range: the last 24 hours, 7 days or 30 days, including the current hour or day.',
          ),
      }),
      responses: {
        200: {
          description: 'The activity, the current jobs, and the decisions that are needed.',
          schema: overviewSchema,
          example: {
            range: '24h',
            timeZone: 'Europe/Vienna',
            since: exampleAt,
            until: '2026-11-20T10:00:00.000Z',
            isComplete: true,
            totals: exampleActivity,
            totalsBefore: exampleActivity,
            parts: [{ at: exampleAt, ...exampleActivity }],
            jobs: { running: 1, queued: 0, scheduled: 2, paused: 0 },
            decisions: [
              {
                kind: 'held',
                dataTableId: '01936f4e-1f66-7d3c-b1a2-0c5d6e7f8091',
                name: 'Leads',
                count: 3,
              },
            ],
          },
        },
      },
      handle: async ({ signedIn: { user }, query: { range } }) => {
        const { organizationId } = user
        const organization = orNotFound(
          await organizationStore.find(organizationId),
          'Organization not found',
        )
        const { timeZone } = organization
        const now = clock.now()
        const bounds = boundsOf(range, now, timeZone)
        const before = beginningBefore(bounds, now)
        const [{ parts: counted, isComplete }, { jobs, decisions }]: [
          Awaited<ReturnType<OrganizationStore['activity']>>,
          PendingWork,
        ] = await Promise.all([
          organizationStore.activity(organizationId, [before, ...bounds]),
          organizationStore.pendingWork(organizationId, now),
        ])
        const [totalsBefore = noActivity, ...parts] = counted
        return {
          status: 200,
          body: {
            range,
            timeZone,
            since: bounds[0],
            until: bounds.at(-1),
            isComplete,
            totals: sumOfActivities(parts),
            totalsBefore,
            parts: parts.map((part, no) => ({ at: bounds[no], ...part })),
            jobs,
            decisions: decisions.map(presentDecision),
          },
        }
      },
    }),
  ]
}
