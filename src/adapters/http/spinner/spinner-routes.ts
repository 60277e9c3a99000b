import Joi from 'joi'
import { isAllowed } from '../../../domain/account/role.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type ExistingChoice, existingChoices } from '../../../domain/spinner/existing.ts'
import type { SpinnerView } from '../../../domain/spinner/spinner.ts'
import { maxSteps, type Step } from '../../../domain/spinner/steps/step.ts'
import type { TriggerData } from '../../../domain/spinner/trigger-data.ts'
import type { CreateSpinnerCommand } from '../../../use-cases/spinner/create-spinner.ts'
import { maxPreviewed, maxScannedForPreview } from '../../../use-cases/spinner/preview-spinner.ts'
import type { DraftChanges } from '../../../use-cases/spinner/spinners.ts'
import {
  emailInQuery,
  emptyResponse,
  givenName,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  numberInPath,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { everyRole, type Route, type RouteCaller, route } from '../route.ts'
import { stepIndexWords } from '../sender/message/step-place-form.ts'
import type { Services } from '../services.ts'
import { countBranchesRoute } from './branch-counts-route.ts'
import { excludedForm } from './exclusion-form.ts'
import {
  contentForms,
  exampleForeseen,
  examplePreview,
  exampleSpinner,
  exampleSpinnerVersion,
  exampleSteps,
  exampleTest,
  exampleVersionEntry,
  existingSchema,
  foreseenSchema,
  newContentForms,
  presentSpinner,
  presentSpinnerVersion,
  previewSchema,
  recipientMoveSchema,
  spinnerSchema,
  spinnerVersionSchema,
  testSchema,
  versionEntrySchema,
} from './spinner-presenter.ts'
import { stepsForm } from './step-forms.ts'
import { triggerDataSent } from './trigger-data-form.ts'

type NewSpinner = Omit<CreateSpinnerCommand, 'organizationId' | 'projectId'>

interface PublishRequest {
  readonly ignoreWarnings?: boolean
  readonly moveRecipients?: boolean
  readonly existingRecords?: ExistingChoice
}

interface PreviewRequest {
  readonly recordIds?: readonly string[]
  readonly reaching?: number
  readonly data?: TriggerData
  readonly steps?: readonly Step[]
}

interface TestRequest {
  readonly recordId: string
  readonly step: number
  readonly to?: string
  readonly steps?: readonly Step[]
}

const nameForm = givenName.description(
  'The name of the spinner, 1 to 200 characters in one line. Several spinners may have the same name.',
)
const inProject = Joi.object({ projectId: idInPath('The id of the project, a UUID.') })
const params = Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') })
const versionParams = Joi.object({
  spinnerId: idInPath('The id of the spinner, a UUID.'),
  version: numberInPath('The number of the version, as in `publishedVersion`.'),
})
const response = {
  description: 'The spinner with its draft and its status.',
  schema: spinnerSchema,
  example: exampleSpinner,
}
const publishedResponse = {
  ...response,
  schema: spinnerSchema
    .keys({ movedRecipients: recipientMoveSchema, existingRecords: existingSchema })
    .description(
      'A spinner after publishing, with the effects of the publication on recipients and existing records.',
    )
    .meta({ named: 'PublishedSpinner' }),
}
const list = listResponse('A page of spinners.', spinnerSchema, exampleSpinner)
const common = { tag: 'Spinners', auth: { kind: 'session' } } as const
const limit = 5 * 1024 * 1024

export function spinnerRoutes(services: Services): Route[] {
  return [
    listSpinnersRoute(services),
    listSpinnersOfProjectRoute(services),
    createSpinnerRoute(services),
    getSpinnerRoute(services),
    countAudienceRoute(services),
    listVersionsRoute(services),
    restoreVersionRoute(services),
    duplicateSpinnerRoute(services),
    getVersionRoute(services),
    changeSpinnerRoute(services),
    deleteSpinnerRoute(services),
    previewPublishingRoute(services),
    publishSpinnerRoute(services),
    previewSpinnerRoute(services),
    countBranchesRoute(services),
    sendTestRoute(services),
    unpublishSpinnerRoute(services),
    pauseSpinnerRoute(services),
    resumeSpinnerRoute(services),
  ]
}

function listSpinnersRoute(services: Services): Route {
  const { spinnerStore } = services
  return route<unknown, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/spinners',
    operationId: 'spinners.list',
    scope: 'spinners:read',
    listsReach: true,
    summary: 'List all spinners',
    description:
      'Returns the spinners of all projects of the organization, oldest first. `faults` is absent; `GET /spinners/{spinnerId}` returns it.',
    query: Joi.object(pageQuery),
    responses: { 200: list },
    handle: async ({ caller, query }) =>
      listAnswer(await spinnerStore.list(caller, pageOfQuery(query)), (spinner) =>
        present(services, spinner),
      ),
  })
}

function listSpinnersOfProjectRoute(services: Services): Route {
  const { spinnerStore, projectStore } = services
  return route<{ projectId: string }, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/projects/{projectId}/spinners',
    operationId: 'projects.listSpinners',
    scope: 'spinners:read',
    summary: 'List the spinners of a project',
    description:
      'Returns the spinners of a project, oldest first. `faults` is absent; `GET /spinners/{spinnerId}` returns it.',
    params: inProject,
    query: Joi.object(pageQuery),
    responses: { 200: list },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { projectId }, query }) => {
      orNotFound(await projectStore.find(caller.organizationId, projectId), 'Project not found')
      const page = await spinnerStore.list(caller, pageOfQuery(query), projectId)
      return listAnswer(page, (spinner) => present(services, spinner))
    },
  })
}

function createSpinnerRoute(services: Services): Route {
  const { createSpinner } = services
  return route<{ projectId: string }, NewSpinner>({
    ...common,
    method: 'POST',
    path: '/projects/{projectId}/spinners',
    operationId: 'spinners.create',
    scope: 'spinners:write',
    summary: 'Create a spinner',
    description:
      'Creates a spinner as a draft: an outreach pipeline over a data table. It can be triggered after `POST /spinners/{spinnerId}/publish`. Steps may be incomplete; `faults` lists what is missing for publishing. `NOT_FOUND` if the project or the data table does not exist, `VALIDATION_FAILED` with `OTHER_PROJECT` if the data table belongs to another project, `PLAN_LIMIT` if the plan allows no more spinners. No monthly meter is used.',
    params: inProject,
    body: {
      schema: Joi.object({
        name: nameForm.required(),
        dataTableId: uuid
          .required()
          .description(
            'The id of the data table whose records the spinner uses, a UUID. The table belongs to the same project. It cannot be changed later.',
          ),
        ...newContentForms,
      }),
      limit,
      examples: {
        welcome: {
          summary: 'Two e-mails, three days apart',
          value: {
            name: 'Welcome new leads',
            dataTableId: exampleSpinner.dataTableId,
            audience: 'new',
            contact: 'oncePerPerson',
            steps: exampleSteps,
          },
        },
      },
    },
    responses: { 201: response },
    errors: ['NOT_FOUND', 'PLAN_LIMIT'],
    handle: async ({ caller, params: { projectId }, body, by }) => {
      const { organizationId } = caller
      return shownSpinner(
        services,
        201,
        caller,
        await createSpinner.execute({ ...body, organizationId, projectId, by: by() }),
      )
    },
  })
}

function getSpinnerRoute(services: Services): Route {
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/spinners/{spinnerId}',
    operationId: 'spinners.get',
    scope: 'spinners:read',
    summary: 'See a spinner',
    description:
      'Returns the draft of a spinner, its faults, and whether the draft differs from the published version. The header `ETag` is for `If-Match` of later changes. `GET /spinners/{spinnerId}/versions/{version}` returns the published version.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { spinnerId } }) => shownSpinner(services, 200, caller, spinnerId),
  })
}

function countAudienceRoute({ countAudience }: Services): Route {
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/spinners/{spinnerId}/audience',
    operationId: 'spinners.getAudience',
    scope: 'spinners:read',
    summary: 'Count the records that a job would take',
    description:
      'Returns the number of records that a job of the published version would take if it started now without a body. Records that are deleted before the job reaches them do not become recipients. Nothing is started and no meter is used. `SPINNER_NOT_FOUND` if no version is published.',
    params,
    responses: {
      200: {
        description: 'The number of records in the audience.',
        schema: Joi.object({
          records: Joi.number()
            .integer()
            .min(0)
            .required()
            .description('The number of records that a job would take if it started now.'),
          isEstimate: Joi.boolean().description(
            'Whether `records` or a count in `excluded` is an estimate, because the records of a segment cannot be counted in the time of a request. Absent if the spinner names no segment.',
          ),
          excluded: Joi.array()
            .items(excludedForm)
            .description(
              'The counts of those among `records` to which the job would not write, one count for each reason. Absent if the spinner excludes no segment.',
            ),
        }),
        example: { records: 1200 },
      },
    },
    errors: ['SPINNER_NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId } }) => {
      return { status: 200, body: await countAudience.execute(caller.organizationId, spinnerId) }
    },
  })
}

function listVersionsRoute({ spinnerStore }: Services): Route {
  return route<{ spinnerId: string }, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/spinners/{spinnerId}/versions',
    operationId: 'versions.list',
    scope: 'spinners:read',
    summary: 'List the versions of a spinner',
    description:
      'Returns all versions of a spinner that were ever published, newest first. `NOT_FOUND` if the organization has no such spinner.',
    params,
    query: Joi.object(pageQuery),
    responses: {
      200: listResponse(
        'A page of the published versions of the spinner.',
        versionEntrySchema,
        exampleVersionEntry,
      ),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, query }) => {
      const { organizationId } = caller
      orNotFound(await spinnerStore.find(organizationId, spinnerId), 'Spinner not found')
      return listAnswer(await spinnerStore.versions(organizationId, spinnerId, pageOfQuery(query)))
    },
  })
}

function restoreVersionRoute(services: Services): Route {
  const { spinners } = services
  return route<{ spinnerId: string; version: number }, undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/versions/{version}/restore',
    operationId: 'versions.restore',
    scope: 'spinners:write',
    summary: 'Restore a version as the draft',
    description:
      'Replaces the draft by an earlier published version, for example to undo a change. Unpublished changes of the draft are lost; only the name stays. The version that is published now keeps running until the draft is published. `NOT_FOUND` if there is no such version, `CONFLICT` if the draft has changed since the `ETag` in `If-Match`.',
    params: versionParams,
    responses: { 200: response },
    conditional: true,
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId, version }, revision, requester }) => {
      await spinners.restoreVersion(requester(), { spinnerId, version, revision })
      return shownSpinner(services, 200, caller, spinnerId)
    },
  })
}

function duplicateSpinnerRoute(services: Services): Route {
  const { spinners } = services
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/duplicate',
    operationId: 'spinners.duplicate',
    scope: 'spinners:write',
    summary: 'Duplicate a spinner',
    description:
      'Creates a new draft with the same data table and content as this draft, named "Copy of …". The copy starts without a history: records and people that this spinner has taken count as new. `PLAN_LIMIT` if the plan allows no more spinners.',
    params,
    responses: { 201: response },
    errors: ['NOT_FOUND', 'PLAN_LIMIT'],
    handle: async ({ caller, params: { spinnerId }, requester }) => {
      return shownSpinner(services, 201, caller, await spinners.duplicate(requester(), spinnerId))
    },
  })
}

function getVersionRoute({ spinnerStore }: Services): Route {
  return route<{ spinnerId: string; version: number }, undefined>({
    ...common,
    method: 'GET',
    path: '/spinners/{spinnerId}/versions/{version}',
    operationId: 'versions.get',
    scope: 'spinners:read',
    summary: 'See a version of a spinner',
    description:
      'Returns a version as it was published. A version never changes, and its jobs keep running it after the draft changes.',
    params: versionParams,
    responses: {
      200: {
        description: 'The published version with its steps and settings.',
        schema: spinnerVersionSchema,
        example: exampleSpinnerVersion,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId, version } }) => {
      const frozen = await spinnerStore.version(caller.organizationId, spinnerId, version)
      return {
        status: 200,
        body: presentSpinnerVersion(orNotFound(frozen, 'Version not found')),
      }
    },
  })
}

function changeSpinnerRoute(services: Services): Route {
  const { spinners } = services
  return route<{ spinnerId: string }, DraftChanges>({
    ...common,
    method: 'PATCH',
    path: '/spinners/{spinnerId}',
    operationId: 'spinners.update',
    scope: 'spinners:write',
    summary: 'Edit the draft',
    description:
      'Changes the given fields of the draft; other fields stay. `steps` replaces all steps. The published version runs unchanged until the draft is published. Steps may be incomplete; `faults` lists what is missing, and publishing is refused until it is fixed. `CONFLICT` if the draft has changed since the `ETag` in `If-Match`.',
    params,
    body: {
      schema: Joi.object({
        name: nameForm,
        ...contentForms,
      }),
      limit,
      examples: { steps: { summary: 'Other steps', value: { steps: exampleSteps } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, body, revision, requester }) => {
      await spinners.change(requester(), { spinnerId, changes: body, revision })
      return shownSpinner(services, 200, caller, spinnerId)
    },
  })
}

function deleteSpinnerRoute({ spinners }: Services): Route {
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/spinners/{spinnerId}',
    operationId: 'spinners.delete',
    scope: 'spinners:write',
    summary: 'Delete a spinner',
    description:
      'Moves a spinner with its draft to the bin for 30 days. It is refused with `CONFLICT` while the spinner is published or one of its jobs has not ended; unpublish it and cancel its jobs first. Its jobs can still be read afterwards.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { spinnerId }, requester }) => {
      await spinners.delete(requester(), spinnerId)
      return noContent
    },
  })
}

function previewPublishingRoute({ previewPublishing }: Services): Route {
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/spinners/{spinnerId}/publish-preview',
    operationId: 'spinners.previewPublish',
    scope: 'spinners:read',
    summary: 'Preview publishing the draft',
    description:
      'Counts the recipients in jobs of earlier versions that could continue by the draft if it were published now with `moveRecipients`. It also returns why other recipients could not. A job moves to another version as a whole. Each recipient must be at a step with a counterpart in the draft: a step of the same type at the same position, after the same messages and in the same branches. For a draft that starts on records, `existingRecords` counts the records that no job has taken, and for one that starts on entries into a segment its members; it also shows what happens to them by default. `checks` is the check list of the messages: an unsubscribe line, a plain text, a size that Gmail does not cut, links that answer, and images with text.',
    params,
    responses: {
      200: {
        description:
          'The number of recipients that could move, the obstacles of the others, the existing records, and the check list of the messages.',
        schema: foreseenSchema,
        example: exampleForeseen,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId } }) => {
      const query = { organizationId: caller.organizationId, spinnerId }
      const { moveRecipients, existingRecords, checks } = await previewPublishing.execute(query)
      return {
        status: 200,
        body: { ...moveRecipients, ...(existingRecords === null ? {} : { existingRecords }), checks },
      }
    },
  })
}

function publishSpinnerRoute(services: Services): Route {
  const { publishSpinner } = services
  return route<{ spinnerId: string }, PublishRequest | undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/publish',
    operationId: 'spinners.publish',
    scope: 'spinners:publish',
    summary: 'Publish the draft',
    description:
      'Publishes the draft as a new version, which new jobs run. Running jobs keep their version unless `moveRecipients` is set. Publishing a draft without changes creates no new version. No meter is used.\n\nA draft with faults is refused with `SPINNER_INVALID`, for example if a template or condition uses a column that is not a metadata column of the data table, or if a file is missing. It is also refused because of warnings, which an admin or owner accepts with `ignoreWarnings`: if the domain of a sender lacks SPF, DKIM or DMARC, or if its DKIM record is not known (`DKIM_UNKNOWN`), where `errors` names the DNS record to add; if the reader of an e-mail with HTML sees no unsubscribe link in its HTML or its plain text (`UNSUBSCRIBE_LINK_MISSING`), which laws on commercial e-mail require; and if its plain text has other words than its HTML (`TEXT_DIFFERS_FROM_HTML`). Test mode ignores warnings. `CONFLICT` if the draft has changed since the `ETag` in `If-Match`.',
    params,
    body: {
      schema: Joi.object({
        ignoreWarnings: Joi.boolean().description(
          'Whether to publish in spite of warnings about the domains of senders, about messages and about types of columns; `false` by default. It requires at least the role admin; people with a lower role and API keys get `FORBIDDEN`.',
        ),
        moveRecipients: Joi.boolean().description(
          'Whether recipients in jobs of earlier versions continue by this version, if they can; `false` by default. `movedRecipients` in the response counts them. This also works if the draft has no other changes. Sent messages keep the number of their step, and a step that a runtime works on is finished by the old version.',
        ),
        existingRecords: Joi.valid(...existingChoices).description(
          'For a spinner that starts on records: whether the records that no job has taken yet are written to (`include`) or count as taken (`exclude`). For a spinner that starts on entries into a segment: whether the records that belong to it already start (`include`) or not (`exclude`). The default is `include` if the published version already starts so, otherwise `exclude`. `existingRecords` in the response counts these records.',
        ),
      }),
      limit: smallBody,
      optional: true,
      examples: {
        plain: { summary: 'Publish', value: {} },
        existing: { summary: 'Include existing records', value: { existingRecords: 'include' } },
        ignoreWarnings: { summary: 'Publish in spite of warnings', value: { ignoreWarnings: true } },
        moveRecipients: { summary: 'Take recipients along', value: { moveRecipients: true } },
      },
    },
    responses: { 200: publishedResponse },
    conditional: true,
    errors: ['NOT_FOUND', 'SPINNER_INVALID', 'FORBIDDEN'],
    handle: async ({ caller, params: { spinnerId }, body, revision, by }) => {
      const { organizationId } = caller
      const ignoresWarnings = body?.ignoreWarnings === true
      if (ignoresWarnings && (caller.role === null || !isAllowed(caller.role, 'insistOnPublishing')))
        throw new DomainError('FORBIDDEN', {
          message: 'Only admins and owners of the organization may publish with "ignoreWarnings"',
        })
      const movesRecipients = body?.moveRecipients === true
      const choices = { ignoresWarnings, movesRecipients, existingRecords: body?.existingRecords ?? null }
      const command = { organizationId, spinnerId, revision, ...choices, by: by() }
      const { moveRecipients: movedRecipients, existingRecords } = await publishSpinner.execute(command)
      const answer = await shownSpinner(services, 200, caller, spinnerId)
      const effects = {
        ...(movedRecipients === null ? {} : { movedRecipients }),
        ...(existingRecords === null ? {} : { existingRecords }),
      }
      return { ...answer, body: { ...(answer.body as object), ...effects } }
    },
  })
}

function previewSpinnerRoute({ previewSpinner }: Services): Route {
  return route<{ spinnerId: string }, PreviewRequest | undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/preview',
    operationId: 'spinners.preview',
    idempotent: false,
    // Every role may preview a draft, because the route stores nothing.
    auth: everyRole,
    summary: 'Preview the draft',
    description:
      'Renders the draft, or the given `steps`, for up to ten records: the given records, or the first records of the table. `errors` lists the faults for which publishing would be refused; a step with a fault fails. Use it while editing; a rehearsal computes a whole audience. Nothing is sent or saved, and no meter is used. `VALIDATION_FAILED` if the templates take too long or render to too much for so many records.',
    params,
    body: {
      schema: Joi.object({
        recordIds: Joi.array()
          .items(Joi.string().max(20))
          .min(1)
          .max(maxPreviewed)
          .unique()
          .description(
            `The ids of 1 to ${maxPreviewed} records to preview; by default the first ${maxPreviewed} records of the table.`,
          ),
        reaching: Joi.number()
          .integer()
          .min(0)
          .max(maxSteps - 1)
          .description(
            `The index of a step, from 0, instead of \`recordIds\`: previews the first record that reaches this step. The first ${maxScannedForPreview} records of the table are searched; no record is returned if no record reaches it.`,
          ),
        data: triggerDataSent.description(
          'The data that a trigger would send, as `triggerData` of the draft declares it; sample values by default.',
        ),
        steps: stepsForm,
      }).oxor('recordIds', 'reaching'),
      limit,
      optional: true,
      examples: {
        first: { summary: 'The first records', value: {} },
        some: { summary: 'Some records', value: { recordIds: ['5120'] } },
        reaching: { summary: 'A record that reaches the second step', value: { reaching: 1 } },
        unsaved: { summary: 'Unsaved steps', value: { steps: exampleSteps } },
      },
    },
    responses: {
      200: {
        description: 'The steps of each record and the messages that they would send.',
        schema: previewSchema,
        example: examplePreview,
      },
    },
    errors: ['NOT_FOUND', 'TRIGGER_DATA_MISMATCH'],
    handle: async ({ signedIn: { user }, params: { spinnerId }, body }) => {
      const { organizationId } = user
      const { recordIds = null, reaching = null, steps = null, data = null } = body ?? {}
      const preview = await previewSpinner.execute({
        organizationId,
        spinnerId,
        recordIds,
        reaching,
        steps,
        data,
      })
      return { status: 200, body: preview }
    },
  })
}

function sendTestRoute({ sendTest }: Services): Route {
  return route<{ spinnerId: string }, TestRequest>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/test-send',
    operationId: 'spinners.testSend',
    summary: 'Send a test to a member',
    description:
      'Sends the message of an e-mail step of the draft, or of the given `steps`, rendered for a record, to you or another member. The message is marked as a test in its subject and by the header X-Spindle-Test, and its link unsubscribes nobody. A test is not stored in the history of the person or the log of messages, and uses no meter. Each user can send 30 tests an hour; then `RATE_LIMITED`. `VALIDATION_FAILED` if the step is not an e-mail step, the record does not exist or the address is not a member. A mail server that refuses the test is no error; see `status`.',
    params,
    body: {
      schema: Joi.object({
        recordId: Joi.string()
          .max(20)
          .required()
          .description('The id of the record for which the message is rendered.'),
        step: Joi.number()
          .integer()
          .min(0)
          .required()
          .description(`${stepIndexWords} It must be an e-mail step.`),
        to: emailInQuery.description(
          'The address to which the test is sent: that of a member of your organization; your own by default.',
        ),
        steps: stepsForm,
      }),
      limit,
      examples: { first: { summary: 'The first step', value: { recordId: '5120', step: 0 } } },
    },
    responses: {
      200: {
        description: 'The outcome of the test and the message.',
        schema: testSchema,
        example: exampleTest,
      },
    },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'FORBIDDEN', 'SPINNER_INVALID'],
    handle: async ({ signedIn: { user }, params: { spinnerId }, body }) => {
      const { recordId, step, to = null, steps = null } = body
      const test = await sendTest.execute({ user, spinnerId, recordId, step, to, steps })
      return { status: 200, body: test }
    },
  })
}

function unpublishSpinnerRoute(services: Services): Route {
  const { spinners } = services
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/unpublish',
    operationId: 'spinners.unpublish',
    scope: 'spinners:publish',
    summary: 'Unpublish a spinner',
    description:
      'Ends the automatic starts of the spinner and refuses triggers with `SPINNER_NOT_FOUND`. Jobs that have started run to their end; to stop them too, cancel them or pause the spinner. The versions stay, and publishing again creates the next one. Unpublishing an unpublished spinner changes nothing.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, requester }) => {
      await spinners.unpublish(requester(), spinnerId)
      return shownSpinner(services, 200, caller, spinnerId)
    },
  })
}

function pauseSpinnerRoute(services: Services): Route {
  const { spinnerPauses } = services
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/pause',
    operationId: 'spinners.pause',
    scope: 'jobs:control',
    summary: 'Pause a spinner with all of its jobs',
    description:
      'Pauses a spinner with all its jobs. After the response nothing is sent until the spinner is resumed, except messages that were already being sent. Waiting recipients keep their due times. New jobs are paused too, but count on the `jobs` meter; automatic starts stop. Pausing a paused spinner changes nothing.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, requester }) => {
      await spinnerPauses.pause(requester(), spinnerId)
      return shownSpinner(services, 200, caller, spinnerId)
    },
  })
}

function resumeSpinnerRoute(services: Services): Route {
  const { spinnerPauses } = services
  return route<{ spinnerId: string }, undefined>({
    ...common,
    method: 'POST',
    path: '/spinners/{spinnerId}/resume',
    operationId: 'spinners.resume',
    scope: 'jobs:control',
    summary: 'Resume a spinner',
    description:
      'Resumes a spinner and the jobs that were paused with it. A job that was paused on its own stays paused. Resuming a spinner that is not paused changes nothing.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, requester }) => {
      await spinnerPauses.resume(requester(), spinnerId)
      return shownSpinner(services, 200, caller, spinnerId)
    },
  })
}

function present({ clock }: Services, spinner: SpinnerView) {
  return presentSpinner(spinner, clock.now())
}

export async function shownSpinner(
  { findFaults, spinnerStore, clock }: Services,
  status: number,
  caller: RouteCaller,
  spinnerId: string,
): Promise<Answer> {
  const spinner = orNotFound(await spinnerStore.find(caller.organizationId, spinnerId), 'Spinner not found')
  const faults = await findFaults.execute(spinner)
  return {
    status,
    body: presentSpinner(spinner, clock.now(), faults),
    headers: entityTag(spinner),
  }
}
