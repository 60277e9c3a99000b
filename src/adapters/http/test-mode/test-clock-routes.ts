import Joi from 'joi'
import { normalizedEmail } from '../../../domain/email-address.ts'
import { revisionOfContent } from '../../../domain/revision.ts'
import type { InboundKind } from '../../../domain/sender/inbound/inbound-fact.ts'
import { type Advance, maxDays, type TestClock } from '../../../domain/test-mode/test-clock.ts'
import type { TestRules } from '../../../domain/test-mode/test-rules.ts'
import {
  emailInQuery,
  emptyResponse,
  listAnswer,
  listResponse,
  momentIn,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import { withStepPaths } from '../sender/message/step-paths.ts'
import type { Services } from '../services.ts'
import {
  awayForm,
  clockSchema,
  entrySchema,
  exampleClock,
  exampleEntry,
  exampleRules,
  kindForm,
  presentClock,
  rulesSchema,
  textForm,
} from './test-clock-presenter.ts'

interface InboundBody {
  readonly messageId: string
  readonly kind: InboundKind
  readonly text: string | null
  readonly awaySeconds: number | null
}

interface TimelineQuery extends PageQuery {
  readonly spinnerId?: string
  readonly email?: string
}

const common = { tag: 'Test mode', auth: { kind: 'session' } } as const
const response = {
  description: 'The test clock with its time and state.',
  schema: clockSchema,
  example: exampleClock,
}
const rulesResponse = {
  description: 'The rules of test mode for outcomes, answers and replies.',
  schema: rulesSchema,
  example: exampleRules,
}

/** Returns the routes of the test clock: its time, its rules, the timeline, and reactions to messages. */
export function testClockRoutes(services: Services): Route[] {
  return [
    getTestClockRoute(services),
    advanceTestClockRoute(services),
    playInboundRoute(services),
    getTimelineRoute(services),
    getTestRulesRoute(services),
    setTestRulesRoute(services),
  ]
}

function getTestClockRoute(services: Services): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/test-clock',
    operationId: 'testClock.get',
    summary: 'See the test clock',
    description:
      'Returns the time in your test organization. The clock stands still until a member advances it.',
    responses: { 200: response },
    handle: async ({ signedIn }) => {
      const clock = await clockOf(services, signedIn.user.organizationId)
      return { status: 200, body: await answerOf(services, clock) }
    },
  })
}

function advanceTestClockRoute(services: Services): Route {
  const { testMode } = services
  return route<unknown, { to?: string; seconds?: number; stopAtMessage: boolean }>({
    ...common,
    method: 'POST',
    path: '/test-clock/advance',
    operationId: 'testClock.advance',
    summary: 'Advance the test clock',
    description: `Moves the test clock forward by at most ${maxDays} days. Everything that becomes due until then happens at its time: waits, send windows, daily limits, schedules, replies by rules. The response comes at once; the advance has ended when \`status\` is \`idle\`. A time in the past or too far ahead is refused with VALIDATION_FAILED; a clock that is advancing answers CLOCK_ADVANCING. Jobs that start meanwhile count on no meter of your real organization. An advance goes through at most 10,000 different moments, then stops with TOO_MANY_MOMENTS; another advance continues from there.`,
    body: {
      schema: Joi.object({
        to: momentIn.description(
          'The time to which the test clock moves, not before its current time. If it is the current time, work that is due now is done.',
        ),
        seconds: Joi.number()
          .integer()
          .min(0)
          .max(maxDays * 24 * 60 * 60)
          .description('The number of seconds by which the test clock is moved forward.'),
        stopAtMessage: Joi.boolean()
          .default(false)
          .description(
            'Whether the advance ends at the next message, an e-mail or a webhook, and at the latest at the target. If no message is due up to the target, the clock stays at the last event before it, and `error` has the code `NO_MESSAGE`.',
          ),
      })
        .xor('to', 'seconds')
        .description(
          'The target of the test clock: exactly one of `to` (a time) and `seconds` (from the present time of the clock).',
        ),
      limit: smallBody,
      examples: {
        month: { summary: 'By 30 days', value: { seconds: 2_592_000 } },
        message: { summary: 'To the next message', value: { seconds: 2_592_000, stopAtMessage: true } },
        moment: { summary: 'To a time', value: { to: '2026-12-24T08:00:00Z' } },
      },
    },
    responses: {
      202: {
        ...response,
        description: 'The advance has begun. It has ended when `status` in `GET /test-clock` is `idle`.',
      },
    },
    errors: ['CLOCK_ADVANCING'],
    handle: async ({ body: { to, seconds = 0, stopAtMessage }, requester }) => {
      const target = to === undefined ? { seconds } : { to: new Date(to) }
      const advance: Advance = { ...target, stopsAtMessage: stopAtMessage }
      const clock = await testMode.advance(requester(), advance)
      return { status: 202, body: await answerOf(services, clock) }
    },
  })
}

function playInboundRoute({ playInbound }: Services): Route {
  return route<unknown, InboundBody>({
    ...common,
    method: 'POST',
    path: '/test-clock/inbound',
    operationId: 'testClock.receive',
    summary: 'Simulate a reply',
    description:
      'Simulates a reaction to an e-mail of the test organization at the time on its clock. The reaction counts as if the recipient or a mail server had sent it. It is a reply, an automatic reply, a bounce, a complaint, or a click on the unsubscribe link. A message that was not delivered is refused with CONFLICT. So is a reaction that is the same as an earlier reaction at the same time on the clock; change its text or advance the clock.',
    body: {
      schema: Joi.object({
        messageId: uuid
          .required()
          .description('The id of the e-mail to which the reaction is simulated, as in the log of messages.'),
        kind: kindForm,
        text: textForm,
        awaySeconds: awayForm,
      }),
      limit: smallBody,
      examples: {
        reply: {
          summary: 'A reply',
          value: { messageId: exampleEntry.messageId, kind: 'reply', text: 'Yes, call me.' },
        },
      },
    },
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT', 'CLOCK_ADVANCING'],
    handle: async ({ signedIn, body: { messageId, ...inbound }, by }) => {
      const { organizationId } = signedIn.user
      await playInbound.execute({ organizationId, messageId, inbound, by: by() })
      return noContent
    },
  })
}

function getTimelineRoute({ testClocks, jobStore }: Services): Route {
  return route<unknown, undefined, TimelineQuery>({
    ...common,
    method: 'GET',
    path: '/test-clock/timeline',
    operationId: 'testClock.getTimeline',
    summary: 'List the events of the test organization',
    description:
      'Returns the events in the test organization by its clock, oldest first: e-mails, webhooks, guards, replies, starts and ends of jobs, and recipients that ended before the last step.',
    query: Joi.object({
      ...pageQuery,
      spinnerId: uuid.description('Returns only events of this spinner.'),
      email: emailInQuery.description('Returns only events about this e-mail address.'),
    }),
    responses: {
      200: listResponse(
        'A page of the events in the test organization, oldest first.',
        entrySchema,
        exampleEntry,
      ),
    },
    handle: async ({ signedIn, query }) => {
      const { spinnerId = null, email } = query
      const filter = { spinnerId, email: email === undefined ? null : normalizedEmail(email) }
      const { organizationId } = signedIn.user
      const page = await testClocks.timeline(organizationId, filter, pageOfQuery(query))
      return listAnswer(page, await withStepPaths(jobStore, organizationId, page.items))
    },
  })
}

function getTestRulesRoute(services: Services): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/test-clock/rules',
    operationId: 'testClock.getRules',
    summary: 'See the rules of test mode',
    description:
      'Returns the rules of test mode, which decide the outcomes of e-mails, the answers to webhooks and guards, and automatic replies. The header `ETag` is for `If-Match` of later changes.',
    responses: { 200: rulesResponse },
    handle: async ({ signedIn }) => {
      const { rules } = await clockOf(services, signedIn.user.organizationId)
      return answerWith(rules)
    },
  })
}

function setTestRulesRoute({ testMode }: Services): Route {
  return route<unknown, TestRules>({
    ...common,
    method: 'PUT',
    path: '/test-clock/rules',
    operationId: 'testClock.setRules',
    summary: 'Set the rules of test mode',
    description:
      'Replaces all rules of test mode. The new rules count from the next e-mail, webhook or guard on. `CONFLICT` if the rules have changed since the `ETag` in `If-Match`.',
    body: {
      schema: rulesSchema,
      limit: smallBody,
      examples: { some: { summary: 'A bounce and a reply', value: exampleRules } },
    },
    responses: { 200: rulesResponse },
    handle: async ({ body: rules, revision, requester }) => {
      await testMode.setRules(requester(), rules, revision)
      return answerWith(rules)
    },
  })
}

function answerWith(rules: TestRules): Answer {
  return {
    status: 200,
    headers: entityTag({ revision: revisionOfContent(rules) }),
    body: rules,
  }
}

async function clockOf({ testClocks }: Services, organizationId: string): Promise<TestClock> {
  return orNotFound(await testClocks.find(organizationId), 'The organization has no test clock')
}

async function answerOf({ testClocks }: Services, clock: TestClock): Promise<object> {
  const [next, pausedJobs] = await Promise.all([
    testClocks.nextEvent(clock.organizationId, clock.now),
    testClocks.pausedJobs(clock.organizationId),
  ])
  return presentClock(clock, next, pausedJobs)
}
