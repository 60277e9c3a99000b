import Joi from 'joi'
import { onlyOnCall } from '../../../../domain/spinner/starts.ts'
import type { Step } from '../../../../domain/spinner/steps/step.ts'
import {
  maxTemplates,
  type SpinnerTemplate,
  type TemplateKind,
  templateKinds,
} from '../../../../domain/spinner/template/spinner-template.ts'
import { type Language, languageCodes } from '../../../../domain/text/language.ts'
import type { ChosenReplacement } from '../../../../use-cases/spinner/template/column-choice.ts'
import type { TemplateWords } from '../../../../use-cases/spinner/template/spinner-templates.ts'
import { emptyResponse, idInPath, listResponse, noContent, smallBody, uuid } from '../../forms.ts'
import { entityTag } from '../../request/revision.ts'
import type { Answer } from '../../response.ts'
import { everyRole, type Route, route } from '../../route.ts'
import { stepIndexWords } from '../../sender/message/step-place-form.ts'
import type { Services } from '../../services.ts'
import { exampleSpinner, spinnerSchema } from '../spinner-presenter.ts'
import { shownSpinner } from '../spinner-routes.ts'
import { stepsForm } from '../step-forms.ts'
import {
  exampleEntry,
  exampleFilledTemplate,
  exampleTemplate,
  filledTemplateSchema,
  presentFilledTemplate,
  presentTemplate,
  presentTemplateEntry,
  templateDescription,
  templateEntrySchema,
  templateName,
  templateSchema,
} from './spinner-template-presenter.ts'

interface SaveRequest extends TemplateWords {
  readonly spinnerId: string
  readonly step?: number
  readonly steps?: readonly Step[]
}

interface FillRequest {
  readonly dataTableId: string
  readonly columns?: readonly ChosenReplacement[]
}

const common = { tag: 'Spinners', auth: { kind: 'session' } } as const
const params = Joi.object({ templateId: idInPath('The id of the template, a UUID.') })
const response = {
  description: 'The template with its content.',
  schema: templateSchema,
  example: exampleTemplate,
}
const limit = 5 * 1024 * 1024

/** The longest text that replaces a column, in characters. */
const maxTextLength = 200

const columnName = Joi.string()
  .max(200)
  .required()
  .description('The name of a column in `columns` of the template.')
const fillForm = {
  dataTableId: uuid
    .required()
    .description('The id of the data table whose columns replace the columns of the template, a UUID.'),
  columns: Joi.array()
    .items(
      Joi.object({
        name: columnName,
        column: Joi.string().max(200).description('The column of the data table that replaces it.'),
        text: Joi.string()
          .allow('')
          .max(maxTextLength)
          .pattern(/^[^{}%\\\p{Cc}\p{Zl}\p{Zp}]*$/u)
          .meta({ pattern: undefined })
          .description(
            `The text that replaces it for all recipients, at most ${maxTextLength} characters in one line, without braces, percent signs and backslashes.`,
          ),
      })
        .xor('column', 'text')
        .description('The replacement of a column of a template: either `column` or `text`.')
        .meta({ named: 'ColumnReplacement', examples: [{ name: 'First name', column: 'Vorname' }] }),
    )
    .max(200)
    .unique('name')
    .description(
      'Replacements of columns. For other columns of the template, a column of the data table with the same name or meaning is taken.',
    ),
}
const exampleFill = {
  dataTableId: exampleSpinner.dataTableId,
  columns: [{ name: 'First name', text: 'there' }],
}

export function spinnerTemplateRoutes(services: Services): Route[] {
  return [
    listTemplatesRoute(services),
    saveTemplateRoute(services),
    getTemplateRoute(services),
    changeTemplateRoute(services),
    deleteTemplateRoute(services),
    previewTemplateRoute(services),
    applyTemplateRoute(services),
  ]
}

function listTemplatesRoute({ spinnerTemplates }: Services): Route {
  return route<unknown, undefined, { readonly kind?: TemplateKind; readonly language?: Language }>({
    ...common,
    method: 'GET',
    path: '/spinner-templates',
    operationId: 'spinnerTemplates.list',
    listsWhole: true,
    listsReach: true,
    scope: 'spinners:read',
    summary: 'List the templates of spinners and e-mails',
    description: `Returns the templates that come with the service, in the language of the organization, and then the templates of the organization, oldest first, without their steps. A template that comes with the service has another \`id\` in each language. An API key that is limited to projects sees only the templates that come with the service. An organization has at most ${maxTemplates} of its own.`,
    query: Joi.object({
      kind: Joi.valid(...templateKinds).description('Returns only templates of this kind.'),
      language: Joi.valid(...languageCodes).description(
        'The language of the templates that come with the service: `en`, `de`, `fr` or `es`; that of the organization by default.',
      ),
    }),
    responses: { 200: listResponse('A page of the templates.', templateEntrySchema, exampleEntry) },
    handle: async ({ caller, query: { kind = null, language = null } }) => {
      const items = await spinnerTemplates.list(caller, { kind, language })
      return { status: 200, body: { items: items.map(presentTemplateEntry) } }
    },
  })
}

function saveTemplateRoute({ spinnerTemplates }: Services): Route {
  return route<unknown, SaveRequest>({
    ...common,
    method: 'POST',
    path: '/spinner-templates',
    operationId: 'spinnerTemplates.create',
    summary: 'Save a spinner or an e-mail as a template',
    description: `Saves the draft of a spinner, or one of its e-mail steps, as a template for all members. The data table, the senders and the values of headers are left out. Refused with CONFLICT if the organization already has ${maxTemplates} templates, and with SPINNER_INVALID if a step has an unreadable text, because its columns are then unknown.`,
    body: {
      schema: Joi.object({
        name: templateName.required(),
        description: templateDescription.default(''),
        spinnerId: uuid.required().description('The id of the spinner whose draft is saved, a UUID.'),
        step: Joi.number()
          .integer()
          .min(0)
          .description(
            `${stepIndexWords} It must be an e-mail step. Without it, the whole spinner is saved.`,
          ),
        steps: stepsForm.description(
          'The steps that are saved in place of the steps of the draft, for an editor with unsaved changes.',
        ),
      }),
      limit,
      examples: {
        email: {
          summary: 'The first e-mail of a spinner',
          value: { name: 'Welcome', spinnerId: exampleSpinner.id, step: 1 },
        },
        spinner: {
          summary: 'A whole spinner',
          value: { name: 'Welcome series', spinnerId: exampleSpinner.id },
        },
      },
    },
    responses: { 201: response },
    errors: ['NOT_FOUND', 'CONFLICT', 'SPINNER_INVALID'],
    handle: async ({ body: { step = null, steps = null, ...words }, requester }) =>
      shownTemplate(201, await spinnerTemplates.save(requester(), { ...words, step, steps })),
  })
}

function getTemplateRoute({ spinnerTemplates }: Services): Route {
  return route<{ templateId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/spinner-templates/{templateId}',
    operationId: 'spinnerTemplates.get',
    scope: 'spinners:read',
    listsReach: true,
    summary: 'See a template',
    description: 'Returns a template with its settings and steps, as they were saved.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { templateId } }) =>
      shownTemplate(200, await spinnerTemplates.find(caller, templateId)),
  })
}

function changeTemplateRoute({ spinnerTemplates }: Services): Route {
  return route<{ templateId: string }, Partial<TemplateWords>>({
    ...common,
    method: 'PATCH',
    path: '/spinner-templates/{templateId}',
    operationId: 'spinnerTemplates.update',
    summary: 'Rename a template',
    description:
      'Changes the name or the description of a template. Omitted fields stay as they are. Refused with CONFLICT for a template that comes with the service.',
    params,
    body: {
      schema: Joi.object({ name: templateName, description: templateDescription }),
      limit: smallBody,
      examples: { name: { summary: 'Another name', value: { name: 'Welcome of partners' } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { templateId: id }, body: words, revision, requester }) =>
      shownTemplate(200, await spinnerTemplates.change(requester(), { id, words, revision })),
  })
}

function deleteTemplateRoute({ spinnerTemplates }: Services): Route {
  return route<{ templateId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/spinner-templates/{templateId}',
    operationId: 'spinnerTemplates.delete',
    summary: 'Delete a template',
    description:
      'Deletes a template permanently. Spinners that were made from it stay. Refused with CONFLICT for a template that comes with the service.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { templateId }, requester }) => {
      await spinnerTemplates.delete(requester(), templateId)
      return noContent
    },
  })
}

function previewTemplateRoute({ spinnerTemplates, findFaults }: Services): Route {
  return route<{ templateId: string }, FillRequest>({
    ...common,
    auth: everyRole,
    method: 'POST',
    path: '/spinner-templates/{templateId}/preview',
    operationId: 'spinnerTemplates.preview',
    idempotent: false,
    scope: 'spinners:read',
    summary: 'See a template with the columns of a data table',
    description:
      'Returns the content of a template for a data table: its steps with the columns replaced, the replacements, and the faults that remain, such as a column for which the table has none. Stores nothing. An editor inserts the returned e-mail step into a draft with `PATCH /spinners/{spinnerId}`.',
    params,
    body: {
      schema: Joi.object(fillForm),
      limit: smallBody,
      examples: {
        table: { summary: 'Columns by their names', value: { dataTableId: exampleSpinner.dataTableId } },
        text: { summary: 'A text in place of one column', value: exampleFill },
      },
    },
    responses: {
      200: {
        description: 'The content of the template for the data table.',
        schema: filledTemplateSchema,
        example: exampleFilledTemplate,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { templateId }, body: { dataTableId, columns = [] } }) => {
      const filled = await spinnerTemplates.fill(caller, { templateId, dataTableId, columns })
      const { settings, steps } = filled
      const { organizationId } = caller
      const {
        audience = 'new',
        exits = [],
        goal = null,
        sendWindow = null,
        triggerData = [],
      } = settings ?? {}
      const choices = { audience, exclude: null, exits, goal, starts: onlyOnCall, sendWindow, triggerData }
      const draft = { organizationId, dataTableId, ...choices, steps }
      const faults = await findFaults.execute(draft)
      // An e-mail may use data of the trigger that the spinner declares into which it is inserted.
      const shown = settings === null ? faults.filter(({ code }) => code !== 'UNKNOWN_TRIGGER_FIELD') : faults
      return { status: 200, body: presentFilledTemplate(filled, shown) }
    },
  })
}

function applyTemplateRoute(services: Services): Route {
  const { spinnerTemplates } = services
  return route<{ templateId: string }, FillRequest & { readonly name: string }>({
    ...common,
    method: 'POST',
    path: '/spinner-templates/{templateId}/use',
    operationId: 'spinnerTemplates.use',
    scope: 'spinners:write',
    summary: 'Create a spinner from a template',
    description:
      'Creates a spinner with the draft of a template over a data table, in the project of the table. A template of one e-mail becomes a spinner with this step. Columns of the template are replaced as `POST /spinner-templates/{templateId}/preview` shows; a column without a replacement stays, and `faults` of the spinner names it. `PLAN_LIMIT` if the plan allows no more spinners.',
    params,
    body: {
      schema: Joi.object({
        name: templateName
          .required()
          .description('The name of the new spinner, 1 to 200 characters in one line.'),
        ...fillForm,
      }),
      limit: smallBody,
      examples: {
        leads: {
          summary: 'A spinner over a table of leads',
          value: { name: 'Welcome', dataTableId: exampleSpinner.dataTableId },
        },
        text: { summary: 'A text in place of one column', value: { name: 'Welcome', ...exampleFill } },
      },
    },
    responses: {
      201: {
        description: 'The new spinner with its draft and its faults.',
        schema: spinnerSchema,
        example: exampleSpinner,
      },
    },
    errors: ['NOT_FOUND', 'PLAN_LIMIT'],
    handle: async ({ caller, params: { templateId }, body: { columns = [], ...body }, requester }) => {
      const spinnerId = await spinnerTemplates.use(requester(), caller, { ...body, templateId, columns })
      return shownSpinner(services, 201, caller, spinnerId)
    },
  })
}

function shownTemplate(status: number, template: SpinnerTemplate): Answer {
  return { status, body: presentTemplate(template), headers: entityTag(template) }
}
