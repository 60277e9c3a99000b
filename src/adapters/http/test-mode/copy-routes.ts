import Joi from 'joi'
import { copiedKinds, copyChanges, type ProjectCopied } from '../../../domain/test-mode/test-copy.ts'
import { idInPath, smallBody } from '../forms.ts'
import { editorsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const params = Joi.object({ projectId: idInPath('The id of the project, a UUID.') })
const body = {
  schema: Joi.object({
    preview: Joi.boolean()
      .default(false)
      .description('Whether to list what would be copied without copying it.'),
  }),
  limit: smallBody,
  optional: true,
  examples: { preview: { summary: 'Preview the copy', value: { preview: true } } },
}

const response = {
  description:
    'The items (such as tables and spinners) that were copied; in a preview, the items that would be copied.',
  schema: Joi.object({
    projectId: Joi.string()
      .guid()
      .allow(null)
      .required()
      .description('The id of the copy of the project; null in a preview if there is no copy yet.'),
    preview: Joi.boolean()
      .required()
      .description('Whether the response is a preview, in which nothing was copied.'),
    items: Joi.array()
      .items(
        Joi.object({
          kind: Joi.valid(...copiedKinds)
            .required()
            .description(
              'The kind of the item that is copied into test mode or back: the project itself, or a table, mapping, sender, file or spinner of it.',
            ),
          name: Joi.string()
            .required()
            .description('The name of the copied item; for a file, its file name.'),
          change: Joi.valid(...copyChanges)
            .required()
            .description(
              'The change that copying the project makes to this item. An item with `conflict` is not changed; `message` says why.',
            ),
          message: Joi.string()
            .allow(null)
            .required()
            .description(
              'For an item with `conflict`: a sentence for people that says why it is not changed, and usually what to do; null for other items.',
            ),
        })
          .description(
            'An item of a project, such as a table or spinner, and the change that copying the project makes to it.',
          )
          .meta({ named: 'CopiedItem' }),
      )
      .required()
      .description(
        'The items of the project, such as tables and spinners, each with the change that copying the project makes to it.',
      ),
  })
    .description('The result of a copy between a project and its copy in test mode.')
    .meta({ named: 'ProjectCopied' }),
  example: {
    projectId: '01936f4f-3e90-7f65-8d33-70819203b4c5',
    preview: false,
    items: [
      { kind: 'project', name: 'Spring campaign', change: 'new', message: null },
      { kind: 'dataTable', name: 'Leads', change: 'new', message: null },
      { kind: 'spinner', name: 'Welcome', change: 'new', message: null },
    ],
  },
}

const common = { tag: 'Test mode', method: 'POST', auth: editorsOnly } as const

/** Returns the routes that copy projects into test mode and drafts back. */
export function copyRoutes({ copyToTest, copyFromTest }: Services): Route[] {
  return [
    route<{ projectId: string }, { preview: boolean }>({
      ...common,
      path: '/projects/{projectId}/copy-to-test',
      operationId: 'projects.copyToTest',
      summary: 'Copy a project into test mode',
      description:
        'Copies a project into the test organization, which is created if there is none. The copy contains tables with their columns, settings and mappings, and spinners with draft and published version. It also contains the senders and files that the spinners name. Records, tokens and secrets are not copied. An existing copy is updated. The session must not be in test mode.',
      params,
      body,
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT', 'CLOCK_ADVANCING'],
      handle: async ({ signedIn, params: { projectId }, body: requested, by }) => {
        const { organizationId } = signedIn.user
        const preview = requested?.preview ?? false
        const copied = await copyToTest.execute({ organizationId, projectId, preview, by: by() })
        return { status: 200, body: presented(copied, preview) }
      },
    }),
    route<{ projectId: string }, { preview: boolean }>({
      ...common,
      path: '/projects/{projectId}/copy-from-test',
      operationId: 'projects.copyFromTest',
      summary: 'Copy drafts back from test mode',
      description:
        'Updates the drafts of the real project’s spinners from their copies in test mode, as new revisions. Nothing is published. Tables, mappings, records and senders are not changed. A difference in them is a `conflict` in the response, and so is a draft that was edited in the real project since it was copied. The session must be in test mode; the id is the id of the copy.',
      params,
      body,
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT', 'CLOCK_ADVANCING'],
      handle: async ({ signedIn, params: { projectId }, body: requested, realNow, by }) => {
        const { organizationId } = signedIn.user
        const preview = requested?.preview ?? false
        const command = { organizationId, projectId, preview, now: realNow(), by: by() }
        const copied = await copyFromTest.execute(command)
        return { status: 200, body: presented(copied, preview) }
      },
    }),
  ]
}

function presented({ projectId, items }: ProjectCopied, preview: boolean): object {
  return { projectId, preview, items }
}
