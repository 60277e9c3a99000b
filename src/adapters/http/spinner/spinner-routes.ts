import Joi from 'joi'
import { may } from '../../../domain/account/role.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { TriggerData } from '../../../domain/job/audience/audience-wish.ts'
import { audiences, sizeOf } from '../../../domain/spinner/audience.ts'
import { type ExistingChoice, existingChoices } from '../../../domain/spinner/existing.ts'
import { usualExits } from '../../../domain/spinner/exit.ts'
import type { SpinnerView } from '../../../domain/spinner/spinner.ts'
import { mostSteps, type Step } from '../../../domain/spinner/steps/step.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Crons } from '../../../ports/spinner/crons.ts'
import type { SpinnerQueries } from '../../../ports/spinner/spinner-queries.ts'
import type { ProjectQueries } from '../../../ports/table/project-queries.ts'
import type { PauseSpinner } from '../../../use-cases/job/pause/pause-spinner.ts'
import type { ResumeSpinner } from '../../../use-cases/job/pause/resume-spinner.ts'
import type { ChangeSpinner, ChangeSpinnerCommand } from '../../../use-cases/spinner/change-spinner.ts'
import type { CreateSpinner, CreateSpinnerCommand } from '../../../use-cases/spinner/create-spinner.ts'
import type { DeleteSpinner } from '../../../use-cases/spinner/delete-spinner.ts'
import type { DuplicateSpinner } from '../../../use-cases/spinner/duplicate-spinner.ts'
import type { FindFaults } from '../../../use-cases/spinner/find-faults.ts'
import type { ForeseeTakeAlong } from '../../../use-cases/spinner/foresee-take-along.ts'
import {
  mostLookedThrough,
  mostPreviewed,
  type PreviewSpinner,
} from '../../../use-cases/spinner/preview-spinner.ts'
import type { PublishSpinner } from '../../../use-cases/spinner/publish-spinner.ts'
import type { RestoreVersion } from '../../../use-cases/spinner/restore-version.ts'
import type { SendTest } from '../../../use-cases/spinner/send-test.ts'
import type { UnpublishSpinner } from '../../../use-cases/spinner/unpublish-spinner.ts'
import {
  emailInQuery,
  found,
  givenName,
  idInPath,
  listAnswer,
  listResponse,
  noContent,
  nothing,
  numberInPath,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { triggerDataSent } from '../job/trigger/trigger-form.ts'
import { entityTag } from '../request/revision.ts'
import { type Answer, everybody, type Route, route } from '../route.ts'
import { sendWindowForm } from './send-window-form.ts'
import {
  contactForm,
  exampleExisting,
  examplePreview,
  exampleSpinner,
  exampleSpinnerVersion,
  exampleSteps,
  exampleTakeAlong,
  exampleTest,
  exampleVersionEntry,
  exclusiveForm,
  existingSchema,
  exitsForm,
  foreseenSchema,
  presentSpinner,
  presentSpinnerVersion,
  presentVersionEntry,
  previewSchema,
  spinnerSchema,
  spinnerVersionSchema,
  takeAlongSchema,
  testSchema,
  triggerDataForm,
  versionEntrySchema,
} from './spinner-presenter.ts'
import { startsForm } from './starts-form.ts'
import { stepsForm } from './step-forms.ts'

export interface SpinnerOptions {
  readonly createSpinner: CreateSpinner
  readonly changeSpinner: ChangeSpinner
  readonly findFaults: FindFaults
  readonly publishSpinner: PublishSpinner
  readonly foreseeTakeAlong: ForeseeTakeAlong
  readonly unpublishSpinner: UnpublishSpinner
  readonly pauseSpinner: PauseSpinner
  readonly resumeSpinner: ResumeSpinner
  readonly deleteSpinner: DeleteSpinner
  readonly duplicateSpinner: DuplicateSpinner
  readonly restoreVersion: RestoreVersion
  readonly previewSpinner: PreviewSpinner
  readonly sendTest: SendTest
  readonly spinners: SpinnerQueries
  readonly projects: ProjectQueries
  readonly crons: Crons
  readonly clock: Clock
}

type NewSpinner = Omit<CreateSpinnerCommand, 'organizationId' | 'projectId'>

interface PublishRequest {
  readonly insist?: boolean
  readonly takeAlong?: boolean
  readonly existing?: ExistingChoice
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

const inProject = Joi.object({ projectId: idInPath('The project.') })
const params = Joi.object({ spinnerId: idInPath('The spinner.') })
const versionParams = Joi.object({
  spinnerId: idInPath('The spinner.'),
  version: numberInPath('The version, as in `publishedVersion`.'),
})
const response = { description: 'The spinner.', schema: spinnerSchema, example: exampleSpinner }
const publishedResponse = {
  ...response,
  schema: spinnerSchema
    .keys({ takenAlong: takeAlongSchema, existing: existingSchema })
    .meta({ named: 'PublishedSpinner' }),
}
const list = listResponse('A page of spinners.', spinnerSchema, exampleSpinner)
const common = { tag: 'Spinners', auth: { kind: 'session' } } as const
const limit = 5 * 1024 * 1024

const audience = Joi.valid(...audiences).description(
  '`new` takes the records that no earlier job of the spinner has taken, `all` takes every record.',
)

export function spinnerRoutes(options: SpinnerOptions): Route[] {
  const { createSpinner, changeSpinner, publishSpinner, unpublishSpinner, deleteSpinner } = options
  const { findFaults, foreseeTakeAlong, duplicateSpinner, restoreVersion, pauseSpinner, resumeSpinner } =
    options
  const { previewSpinner, sendTest, spinners, projects } = options
  const { crons, clock } = options
  const present = (spinner: SpinnerView) => presentSpinner(spinner, clock.now(), crons.next)
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/spinners',
      summary: 'List all spinners',
      description: 'The data tables or spinners of all projects, the oldest first.',
      query: Joi.object(pageQuery),
      responses: { 200: list },
      errors: [],
      handle: async ({ signedIn: { user }, query }) =>
        listAnswer(await spinners.list(user.organizationId, null, pageOfQuery(query)), present),
    }),
    route<{ projectId: string }, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/projects/{projectId}/spinners',
      summary: 'List the spinners of a project',
      description: 'The oldest first.',
      params: inProject,
      query: Joi.object(pageQuery),
      responses: { 200: list },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { projectId }, query }) => {
        found(await projects.find(user.organizationId, projectId), 'Project not found')
        const page = await spinners.list(user.organizationId, projectId, pageOfQuery(query))
        return listAnswer(page, present)
      },
    }),
    route<{ projectId: string }, NewSpinner>({
      ...common,
      method: 'POST',
      path: '/projects/{projectId}/spinners',
      summary: 'Create a spinner',
      description:
        'Creates a draft. It can be triggered once it is published. Steps may lack what they need for that: `faults` says what.',
      params: inProject,
      body: {
        schema: Joi.object({
          name: givenName.required(),
          dataTableId: uuid.required().description('The data table whose records it goes through.'),
          audience: audience.default('new'),
          contact: contactForm.default('oncePerPerson'),
          exclusive: exclusiveForm.default(false),
          exits: exitsForm.default(usualExits),
          sendWindow: sendWindowForm.default(null),
          starts: startsForm.default({ on: 'call' }),
          triggerData: triggerDataForm.default([]),
          steps: stepsForm.required(),
        }),
        limit,
        examples: {
          welcome: {
            summary: 'Two mails, three days apart',
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
      handle: async ({ signedIn: { user }, params: { projectId }, body }) => {
        const { organizationId } = user
        return shown(201, organizationId, await createSpinner.execute({ ...body, organizationId, projectId }))
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}',
      summary: 'See a spinner',
      description:
        'The draft, what it lacks to be published, and whether it differs from the published version.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: ({ signedIn, params: { spinnerId } }) => shown(200, signedIn.user.organizationId, spinnerId),
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}/audience',
      summary: 'See how many records a job would take',
      description:
        'The number of records that a job of the published version would take if it started now. Records that are deleted before the job reaches them are left out.',
      params,
      responses: {
        200: {
          description: 'The number of records.',
          schema: Joi.object({ records: Joi.number().integer().min(0).required() }),
          example: { records: 1200 },
        },
      },
      errors: ['SPINNER_NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId } }) => {
        const range = await spinners.audience(user.organizationId, spinnerId)
        if (range === null) throw new DomainError('SPINNER_NOT_FOUND')
        return { status: 200, body: { records: sizeOf(range) } }
      },
    }),
    route<{ spinnerId: string }, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}/versions',
      summary: 'List what was published',
      description: 'Every version, the latest first.',
      params,
      query: Joi.object(pageQuery),
      responses: { 200: listResponse('A page of versions.', versionEntrySchema, exampleVersionEntry) },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, query }) => {
        const { organizationId } = user
        found(await spinners.find(organizationId, spinnerId), 'Spinner not found')
        return listAnswer(
          await spinners.versions(organizationId, spinnerId, pageOfQuery(query)),
          presentVersionEntry,
        )
      },
    }),
    route<{ spinnerId: string; version: number }, undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/versions/{version}/restore',
      summary: 'Go back to a version',
      description:
        'Makes a version the draft again, in place of what the draft says. What runs stays as it was published, until the draft is published. The name stays.',
      params: versionParams,
      responses: { 200: response },
      conditional: true,
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId, version }, revision }) => {
        const { organizationId } = user
        await restoreVersion.execute({ organizationId, spinnerId, version, revision })
        return shown(200, organizationId, spinnerId)
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/duplicate',
      summary: 'Duplicate a spinner',
      description:
        'Creates a draft over the same data table that says what this draft says, named "Copy of …". Whom this spinner has taken or written to counts for nothing in it.',
      params,
      responses: { 201: response },
      errors: ['NOT_FOUND', 'PLAN_LIMIT'],
      handle: async ({ signedIn: { user }, params: { spinnerId } }) => {
        const { organizationId } = user
        return shown(201, organizationId, await duplicateSpinner.execute({ organizationId, spinnerId }))
      },
    }),
    route<{ spinnerId: string; version: number }, undefined>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}/versions/{version}',
      summary: 'See what was published',
      description: 'A version as it was published. Its jobs run it, also after the draft was changed.',
      params: versionParams,
      responses: {
        200: { description: 'The version.', schema: spinnerVersionSchema, example: exampleSpinnerVersion },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId, version } }) => {
        const frozen = await spinners.version(user.organizationId, spinnerId, version)
        return { status: 200, body: presentSpinnerVersion(found(frozen, 'Version not found')) }
      },
    }),
    route<{ spinnerId: string }, ChangeSpinnerCommand['changes']>({
      ...common,
      method: 'PATCH',
      path: '/spinners/{spinnerId}',
      summary: 'Edit the draft',
      description:
        'The published version runs unchanged until the draft is published. Steps are kept as they are sent, also where they lack what they need to be published: `faults` says what, and publishing is refused for it.',
      params,
      conditional: true,
      body: {
        schema: Joi.object({
          name: givenName,
          audience,
          contact: contactForm,
          exclusive: exclusiveForm,
          exits: exitsForm,
          sendWindow: sendWindowForm,
          starts: startsForm,
          triggerData: triggerDataForm,
          steps: stepsForm,
        }),
        limit,
        examples: { steps: { summary: 'Other steps', value: { steps: exampleSteps } } },
      },
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, body, revision }) => {
        const { organizationId } = user
        await changeSpinner.execute({ organizationId, spinnerId, changes: body, revision })
        return shown(200, organizationId, spinnerId)
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/spinners/{spinnerId}',
      summary: 'Delete a spinner',
      description:
        'Refused with CONFLICT while the spinner is published or one of its jobs still runs. Its jobs can still be read afterwards.',
      params,
      responses: { 204: nothing },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, by }) => {
        await deleteSpinner.execute({ organizationId: user.organizationId, spinnerId, by: by() })
        return noContent
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}/take-along',
      summary: 'See whom publishing could take along',
      description:
        'How many of those who are on the way in jobs of earlier versions could go on by the draft if it were published now with `takeAlong`, and why others could not. A job goes on by another version as a whole: where everybody in it stands at a step that has a counterpart, which is a step of the same type at the same place, after the same messages and in the same ways. `existing` tells of a draft that starts on records how many records no job has taken, and what becomes of them where `existing` of the publishing is left out.',
      params,
      responses: {
        200: {
          description: 'The recipients who could go on and those who could not, and the existing records.',
          schema: foreseenSchema,
          example: { ...exampleTakeAlong, existing: exampleExisting },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId } }) => {
        const query = { organizationId: user.organizationId, spinnerId }
        const { takeAlong, existing } = await foreseeTakeAlong.execute(query)
        return { status: 200, body: { ...takeAlong, ...(existing === null ? {} : { existing }) } }
      },
    }),
    route<{ spinnerId: string }, PublishRequest | undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/publish',
      summary: 'Publish the draft',
      description:
        'Freezes the draft as a new version, which jobs run from now on. Refused when a template or condition names a column that is not a metadata column of the data table, when a file is missing, and when the domain of a sender lacks SPF, DKIM or DMARC: `errors` says which record to add. An admin may publish all the same with `insist`.',
      params,
      body: {
        schema: Joi.object({
          insist: Joi.boolean().description(
            'For admins: publish although receivers cannot tell that mail of this domain is its own.',
          ),
          takeAlong: Joi.boolean().description(
            'Let those who are on the way in jobs of earlier versions go on by this one, where they can; `takenAlong` says how many do. Also where nothing else is new. What was sent keeps the number of its step, and a step that a runtime is at is finished as it was.',
          ),
          existing: Joi.valid(...existingChoices).description(
            'Of a spinner that starts on records: whether the records that no job has taken yet are written to (`include`) or count as taken (`exclude`). Where it is left out, a spinner that starts on records already keeps them, and any other leaves them out: it begins with what arrives after publishing. `existing` of the answer says how many they are.',
          ),
        }),
        limit: smallBody,
        optional: true,
        examples: {
          plain: { summary: 'Publish', value: {} },
          existing: { summary: 'Write to the records that are there, too', value: { existing: 'include' } },
          insist: { summary: 'Although a record is missing', value: { insist: true } },
          takeAlong: { summary: 'For those who wait, too', value: { takeAlong: true } },
        },
      },
      responses: { 200: publishedResponse },
      conditional: true,
      errors: ['NOT_FOUND', 'SPINNER_INVALID', 'FORBIDDEN'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, body, revision, by }) => {
        const { organizationId } = user
        const insists = body?.insist === true
        if (insists && !may(user.role, 'insistOnPublishing'))
          throw new DomainError('FORBIDDEN', { message: 'Only an admin of the organization may insist' })
        const takesAlong = body?.takeAlong === true
        const asked = { insists, takesAlong, existing: body?.existing ?? null }
        const command = { organizationId, spinnerId, revision, ...asked, by: by() }
        const { takeAlong: takenAlong, existing } = await publishSpinner.execute(command)
        const answer = await shown(200, organizationId, spinnerId)
        const told = {
          ...(takenAlong === null ? {} : { takenAlong }),
          ...(existing === null ? {} : { existing }),
        }
        return { ...answer, body: { ...(answer.body as object), ...told } }
      },
    }),
    route<{ spinnerId: string }, PreviewRequest | undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/preview',
      // Every role may call this route, because it stores nothing.
      auth: everybody,
      summary: 'See what the draft would send',
      description:
        'Renders the draft, or the `steps` that are sent in its place, for up to ten records: those named, or the first of the table. `errors` is what publishing would refuse; a step that lacks something fails with it. Nothing is sent, saved or metered.',
      params,
      body: {
        schema: Joi.object({
          recordIds: Joi.array().items(Joi.string().max(20)).min(1).max(mostPreviewed).unique(),
          reaching: Joi.number()
            .integer()
            .min(0)
            .max(mostSteps - 1)
            .description(
              `The index of a step, in place of \`recordIds\`: the first record that reaches it, of the first ${mostLookedThrough} of the table; none where none does.`,
            ),
          data: triggerDataSent.description(
            'What a trigger would say, as `triggerData` of the draft declares it; samples where it is left out.',
          ),
          steps: stepsForm,
        }).oxor('recordIds', 'reaching'),
        limit,
        optional: true,
        examples: {
          first: { summary: 'The first records', value: {} },
          some: { summary: 'Some records', value: { recordIds: ['5120'] } },
          reaching: { summary: 'A record that reaches the second step', value: { reaching: 1 } },
          unsaved: { summary: 'Steps that are not saved', value: { steps: exampleSteps } },
        },
      },
      responses: {
        200: { description: 'What would happen.', schema: previewSchema, example: examplePreview },
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
    }),
    route<{ spinnerId: string }, TestRequest>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/test-send',
      summary: 'Send a test to yourself',
      description:
        'Sends the message of an e-mail step of the draft, or of the `steps` that are sent in its place, rendered for a record, to your own address or that of another member. It is marked as a test (in its subject and by the header X-Spindle-Test), its link unsubscribes nobody, and it leaves no trace: no delivery, contact, log entry or meter. Up to 30 an hour.',
      params,
      body: {
        schema: Joi.object({
          recordId: Joi.string().max(20).required(),
          step: Joi.number().integer().min(0).required().description('The index of the step.'),
          to: emailInQuery.description('A member of your organization; you, unless told.'),
          steps: stepsForm,
        }),
        limit,
        examples: { first: { summary: 'The first step', value: { recordId: '5120', step: 0 } } },
      },
      responses: { 200: { description: 'What came of it.', schema: testSchema, example: exampleTest } },
      errors: ['NOT_FOUND', 'RATE_LIMITED', 'FORBIDDEN', 'SPINNER_INVALID'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, body }) => {
        const { recordId, step, to = null, steps = null } = body
        const test = await sendTest.execute({ user, spinnerId, recordId, step, to, steps })
        return { status: 200, body: test }
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/unpublish',
      summary: 'Stop a spinner from being triggered',
      description: 'Jobs that have started run to their end.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, by }) => {
        const { organizationId } = user
        await unpublishSpinner.execute({ organizationId, spinnerId, by: by() })
        return shown(200, organizationId, spinnerId)
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/pause',
      summary: 'Pause a spinner with all of its jobs',
      description:
        'After the answer nothing more of it is sent until it is resumed; only messages that were already being sent still arrive. Whoever waits keeps their times. Jobs that are started meanwhile are paused too, and it does not start by itself. Pausing a paused spinner changes nothing.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, by }) => {
        const { organizationId } = user
        await pauseSpinner.execute({ organizationId, spinnerId, by: by() })
        return shown(200, organizationId, spinnerId)
      },
    }),
    route<{ spinnerId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/resume',
      summary: 'Let a paused spinner go on',
      description:
        'With the jobs that were paused with it; those that were paused by themselves stay paused. Resuming a spinner that is not paused changes nothing.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, by }) => {
        const { organizationId } = user
        await resumeSpinner.execute({ organizationId, spinnerId, by: by() })
        return shown(200, organizationId, spinnerId)
      },
    }),
  ]

  async function shown(status: number, organizationId: string, spinnerId: string): Promise<Answer> {
    const spinner = found(await spinners.find(organizationId, spinnerId), 'Spinner not found')
    const faults = await findFaults.execute(spinner)
    return {
      status,
      body: presentSpinner(spinner, clock.now(), crons.next, faults),
      headers: entityTag(spinner),
    }
  }
}
