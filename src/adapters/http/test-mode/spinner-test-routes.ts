import Joi from 'joi'
import type { Where } from '../../../domain/spinner/where/where.ts'
import { copyChanges } from '../../../domain/test-mode/test-copy.ts'
import {
  maxTestPeople,
  type RequestedPeople,
  testPeopleSources,
} from '../../../domain/test-mode/test-people.ts'
import { idInPath, listResponse, momentForm, smallBody, uuid } from '../forms.ts'
import { editorsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { whereForm } from '../spinner/where-form.ts'

const tag = 'Test mode'
const params = Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') })
const exampleId = '01936f4f-3e90-7f65-8d33-70819203b4c6'
const exampleTableId = '01936f4f-3e90-7f65-8d33-70819203b4c8'
const exampleJobId = '01936f4f-3e90-7f65-8d33-70819203b4c7'
const copyId = uuid.required().description('The id of the copy of the spinner in the test organization.')
const tableId = uuid
  .required()
  .description('The id of the copied data table, which the copy of the spinner uses.')

const testSchema = Joi.object({
  spinnerId: copyId,
  dataTableId: tableId,
  jobId: uuid.required().description('The id of the started job in the test organization.'),
  people: Joi.object({
    count: Joi.number()
      .integer()
      .required()
      .description(`The number of people in the test, at most ${maxTestPeople}.`),
    source: Joi.valid(...testPeopleSources)
      .required()
      .description(
        'The origin of the people. `audience`: records that a run of the spinner would take now. `records`: chosen records, or other records of the table because a run would take none. `samples`: made-up people.',
      ),
  })
    .required()
    .description('The people who were copied into the test organization.'),
})
  .description('A test of a spinner that has begun in the test organization.')
  .meta({ named: 'SpinnerTest' })

const runningSchema = Joi.object({
  spinnerId: copyId,
  originalSpinnerId: uuid.required().description('The id of the real spinner that is tested.'),
  dataTableId: tableId,
  name: Joi.string().required().description('The name of the copied spinner.'),
  jobId: uuid
    .allow(null)
    .required()
    .description('The id of the first job of the test; null if it could not be started.'),
  createdAt: momentForm.description('The time on the test clock at which the test began.'),
})
  .description('A tested spinner of the test organization. The next test of the same spinner replaces it.')
  .meta({ named: 'RunningSpinnerTest' })

interface TestBody {
  readonly recordIds?: readonly string[]
  readonly where?: Where
  readonly people: 'audience' | 'samples'
}

const body = {
  schema: Joi.object<TestBody>({
    recordIds: Joi.array()
      .items(Joi.string().max(100).description('The id of a record of the data table.'))
      .min(1)
      .max(maxTestPeople)
      .description(`The ids of the records to test with, 1 to ${maxTestPeople}.`),
    where: whereForm.description(
      `A condition on metadata columns. The test takes up to ${maxTestPeople} records that meet it.`,
    ),
    people: Joi.valid('audience', 'samples')
      .default('audience')
      .description(
        `The people of a test without \`recordIds\` and \`where\`. \`audience\`: records that a run would take now; if there are none, other records of the table; if the table is empty, made-up people. \`samples\`: ${maxTestPeople} made-up people whose addresses nobody has.`,
      ),
  })
    .oxor('recordIds', 'where')
    .description('The choice of the people to test with.'),
  limit: smallBody,
  optional: true,
  examples: {
    run: { summary: 'People whom a run would choose', value: {} },
    samples: { summary: 'Made-up people', value: { people: 'samples' } },
  },
}

/** Returns the routes that test one spinner in the test organization, and copy its changes back. */
export function spinnerTestRoutes(services: Services): Route[] {
  return [testSpinnerRoute(services), copySpinnerFromTestRoute(services), listTestsRoute(services)]
}

function testSpinnerRoute({ testSpinner }: Services): Route {
  return route<{ spinnerId: string }, TestBody | undefined>({
    method: 'POST',
    path: '/spinners/{spinnerId}/test',
    operationId: 'spinners.test',
    summary: 'Test a spinner',
    description: `Copies the draft of the spinner, the columns and settings of its data table, its senders and up to ${maxTestPeople} records into the test organization, and starts a job there. The copy replaces that of the last test of the spinner, with its messages and the suppressions from it; if nothing else has run in the test organization, its clock is set to the real time. Nothing is sent, no meter of the real organization counts, and the real organization does not change. \`SPINNER_INVALID\` lists the faults of a draft that cannot run. To follow the test, enter test mode and read \`GET /test-clock/timeline\`. The session must not be in test mode.`,
    tag,
    auth: editorsOnly,
    conditional: true,
    params,
    body,
    responses: {
      201: {
        description: 'The test has begun.',
        schema: testSchema,
        example: {
          spinnerId: exampleId,
          dataTableId: exampleTableId,
          jobId: exampleJobId,
          people: { count: maxTestPeople, source: 'audience' },
        },
      },
    },
    errors: [
      'NOT_FOUND',
      'CONFLICT',
      'SPINNER_INVALID',
      'TABLE_HAS_NO_SCHEMA',
      'AUDIENCE_INVALID',
      'PLAN_LIMIT',
      'CLOCK_ADVANCING',
    ],
    handle: async ({
      signedIn: { user },
      params: { spinnerId },
      body: requested,
      revision,
      requestId,
      by,
    }) => {
      const { organizationId, id: userId } = user
      const people = peopleOf(requested)
      const command = { organizationId, userId, spinnerId, revision, people, requestId, by: by() }
      return { status: 201, body: await testSpinner.execute(command) }
    },
  })
}

function peopleOf(requested: TestBody | undefined): RequestedPeople {
  const { recordIds, where, people = 'audience' } = requested ?? {}
  if (recordIds !== undefined) return { kind: 'recordIds', ids: recordIds }
  return where === undefined ? { kind: people } : { kind: 'where', where }
}

function copySpinnerFromTestRoute({ copySpinnerFromTest }: Services): Route {
  return route<{ spinnerId: string }, { overwrite: boolean } | undefined>({
    method: 'POST',
    path: '/spinners/{spinnerId}/copy-from-test',
    operationId: 'spinners.copyFromTest',
    summary: 'Copy the draft of a tested spinner back',
    description:
      'Copies the changes that were made to a tested spinner in test mode to the draft of the real spinner, as a new revision. Nothing is published. If the real draft was changed, too, since the test began, nothing is copied and `change` is `conflict`; with `"overwrite": true` the draft of the test replaces it. The session must be in test mode; the id is the id of the copy.',
    tag,
    auth: editorsOnly,
    params,
    body: {
      schema: Joi.object({
        overwrite: Joi.boolean()
          .default(false)
          .description(
            'Whether the draft of the test replaces the real draft even if the real draft was changed since the test began.',
          ),
      }),
      limit: smallBody,
      optional: true,
      examples: { overwrite: { summary: 'Replace the real draft', value: { overwrite: true } } },
    },
    responses: {
      200: {
        description: 'The real spinner, and whether its draft has the changes of the test now.',
        schema: Joi.object({
          spinnerId: uuid.required().description('The id of the real spinner.'),
          change: Joi.valid(...copyChanges.filter((change) => change !== 'new'))
            .required()
            .description(
              'The change of the real draft. `same`: the test has no changes that the real draft lacks. `changed`: the real draft has the changes of the test now. `conflict`: both were changed, and nothing was copied.',
            ),
          message: Joi.string()
            .allow(null)
            .required()
            .description(
              'For a `conflict`: a sentence for people that says what they can do; null otherwise.',
            ),
        })
          .description('The result of copying the draft of a tested spinner back.')
          .meta({ named: 'SpinnerCopiedBack' }),
        example: { spinnerId: exampleId, change: 'changed', message: null },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { spinnerId }, body: requested, realNow, requester }) => {
      const command = {
        ...requester(),
        spinnerId,
        overwrites: requested?.overwrite ?? false,
        now: realNow(),
      }
      return { status: 200, body: await copySpinnerFromTest.execute(command) }
    },
  })
}

function listTestsRoute({ testClocks }: Services): Route {
  return route({
    method: 'GET',
    path: '/test-clock/tests',
    operationId: 'testClock.listTests',
    listsWhole: true,
    summary: 'List the tested spinners',
    description:
      'Returns the spinners that were tested with `POST /spinners/{spinnerId}/test` and are in the test organization, the latest test first.',
    tag,
    auth: { kind: 'session' },
    responses: {
      200: listResponse('A page of the tested spinners.', runningSchema, {
        spinnerId: exampleId,
        originalSpinnerId: '01936f4f-3e90-7f65-8d33-70819203b4c9',
        dataTableId: exampleTableId,
        name: 'Welcome',
        jobId: exampleJobId,
        createdAt: '2026-12-01T09:00:00.000Z',
      }),
    },
    handle: async ({ signedIn }) => {
      const tests = await testClocks.tests(signedIn.user.organizationId)
      const items = tests.map(({ projectId: _projectId, ...test }) => test)
      return { status: 200, body: { items } }
    },
  })
}
