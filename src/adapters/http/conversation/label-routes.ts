import Joi from 'joi'
import { type Label, maxLabels, revisionOfLabel } from '../../../domain/conversation/label.ts'
import {
  type LabelRule,
  labelRuleKinds,
  maxLabelRules,
  maxRuleWords,
} from '../../../domain/conversation/label-rule.ts'
import type { LabelWords, NewLabelRule } from '../../../use-cases/conversation/labels.ts'
import {
  createdAtOf,
  emptyResponse,
  idInPath,
  idOf,
  listResponse,
  noContent,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { exampleLabel, labelColorForm, labelNameForm, labelSchema, presentLabel } from './label-presenter.ts'

const common = { tag: 'Conversations', auth: { kind: 'session' } } as const
const ofLabel = Joi.object({ labelId: idInPath('The id of the label, a UUID.') })
const ofRule = Joi.object({ labelRuleId: idInPath('The id of the rule, a UUID.') })
const ownLabel = {
  ...exampleLabel,
  id: '01983b5e-7c00-7000-8000-0000000000f5',
  name: 'Asks for a price',
  color: 'blue',
  kind: null,
  createdAt: '2026-11-20T09:30:00.000Z',
}
const response = { description: 'The label as it is stored.', schema: labelSchema, example: ownLabel }

const wordsForm = Joi.array()
  .items(Joi.string().trim().min(1).max(100))
  .max(maxRuleWords)
  .description(
    'The words or phrases of which the subject or the own text of a mail contains one. A rule of the kind `autoReply` has none. Case and accents do not matter, and quoted earlier mails do not count.',
  )
const kindForm = Joi.string()
  .valid(...labelRuleKinds)
  .description(
    'The kind of the rule. `words`: a reply or automatic answer contains one of `words`. `autoReply`: the mail is an automatic answer.',
  )
const ruleSchema = Joi.object({
  id: idOf('the rule'),
  labelId: idOf('the label that the rule sets'),
  kind: kindForm.required(),
  words: wordsForm.required(),
  createdAt: createdAtOf('the rule'),
})
  .description('A rule that sets a label when a reply or an automatic answer is stored.')
  .meta({ named: 'LabelRule' })
const exampleRule = {
  id: '01983b5e-7c00-7000-8000-0000000000f6',
  labelId: ownLabel.id,
  kind: 'words',
  words: ['price', 'pricing', 'how much'],
  createdAt: '2026-11-20T09:30:00.000Z',
}

export function labelRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    createRoute(services),
    getRoute(services),
    changeRoute(services),
    deleteRoute(services),
    listRulesRoute(services),
    addRuleRoute(services),
    deleteRuleRoute(services),
  ]
}

function listRoute({ labels }: Services): Route {
  return route<unknown, undefined>({
    ...common,
    method: 'GET',
    path: '/labels',
    operationId: 'labels.list',
    scope: 'messages:read',
    listsReach: true,
    listsWhole: true,
    summary: 'List labels',
    description:
      'Returns the labels of threads: first the labels of the service, which every organization has, then the labels that the organization has made, oldest first.',
    responses: { 200: listResponse('All labels of the organization.', labelSchema, exampleLabel) },
    handle: async ({ caller }) => {
      const items = await labels.list(caller.organizationId)
      return { status: 200, body: { items: items.map(presentLabel) } }
    },
  })
}

function createRoute({ labels }: Services): Route {
  return route<unknown, LabelWords>({
    ...common,
    method: 'POST',
    path: '/labels',
    operationId: 'labels.create',
    summary: 'Create a label',
    description: `Creates a label for threads. Refused with CONFLICT if the organization has ${maxLabels} labels of its own, or one with this name.`,
    body: {
      schema: Joi.object({ name: labelNameForm.required(), color: labelColorForm.required() }),
      limit: smallBody,
      examples: { price: { summary: 'A label', value: { name: 'Asks for a price', color: 'blue' } } },
    },
    responses: { 201: response },
    errors: ['CONFLICT'],
    handle: async ({ body, requester }) => labelAnswer(201, await labels.create(requester(), body)),
  })
}

function getRoute({ labels }: Services): Route {
  return route<{ labelId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/labels/{labelId}',
    operationId: 'labels.get',
    scope: 'messages:read',
    summary: 'See a label',
    description: 'Returns a label of the service or of the organization.',
    params: ofLabel,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { labelId } }) =>
      labelAnswer(200, await labels.find(caller.organizationId, labelId)),
  })
}

function changeRoute({ labels }: Services): Route {
  return route<{ labelId: string }, Partial<LabelWords>>({
    ...common,
    method: 'PATCH',
    path: '/labels/{labelId}',
    operationId: 'labels.update',
    summary: 'Change a label',
    description: 'Changes the name or the color of a label that the organization has made.',
    params: ofLabel,
    body: {
      schema: Joi.object({ name: labelNameForm, color: labelColorForm }).min(1),
      limit: smallBody,
      examples: { name: { summary: 'Another name', value: { name: 'Price' } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { labelId: id }, body: words, revision, requester }) =>
      labelAnswer(200, await labels.change(requester(), { id, words, revision })),
  })
}

function deleteRoute({ labels }: Services): Route {
  return route<{ labelId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/labels/{labelId}',
    operationId: 'labels.delete',
    summary: 'Delete a label',
    description:
      'Deletes a label that the organization has made, with its rules, and takes it from all threads. This writes no events of the threads.',
    params: ofLabel,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { labelId }, requester }) => {
      await labels.delete(requester(), labelId)
      return noContent
    },
  })
}

function listRulesRoute({ labels }: Services): Route {
  return route<unknown, undefined>({
    ...common,
    method: 'GET',
    path: '/label-rules',
    operationId: 'labelRules.list',
    scope: 'messages:read',
    listsReach: true,
    listsWhole: true,
    summary: 'List the rules of labels',
    description:
      'Returns the rules that set labels, oldest first. Automatic answers also get the label `outOfOffice` without a rule.',
    responses: { 200: listResponse('All rules of the organization.', ruleSchema, exampleRule) },
    handle: async ({ caller }) => {
      const items: readonly LabelRule[] = await labels.listRules(caller.organizationId)
      return { status: 200, body: { items } }
    },
  })
}

function addRuleRoute({ labels }: Services): Route {
  return route<unknown, Omit<NewLabelRule, 'words'> & Partial<Pick<NewLabelRule, 'words'>>>({
    ...common,
    method: 'POST',
    path: '/label-rules',
    operationId: 'labelRules.create',
    summary: 'Create a rule of a label',
    description: `Creates a rule that sets a label on the threads of replies and automatic answers that are stored from now on. Refused with CONFLICT if there are ${maxLabelRules} rules.`,
    body: {
      schema: Joi.object({
        labelId: uuid.required().description('The id of the label that the rule sets, a UUID.'),
        kind: kindForm.required(),
        words: wordsForm
          .min(1)
          .when('kind', { is: 'words', then: Joi.required(), otherwise: Joi.forbidden() }),
      }),
      limit: smallBody,
      examples: {
        words: {
          summary: 'Replies that ask for a price',
          value: { labelId: ownLabel.id, kind: 'words', words: ['price', 'how much'] },
        },
      },
    },
    responses: {
      201: { description: 'The rule as it is stored.', schema: ruleSchema, example: exampleRule },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ body: { words = [], ...rule }, requester }) => ({
      status: 201,
      body: await labels.addRule(requester(), { ...rule, words }),
    }),
  })
}

function deleteRuleRoute({ labels }: Services): Route {
  return route<{ labelRuleId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/label-rules/{labelRuleId}',
    operationId: 'labelRules.delete',
    summary: 'Delete a rule of a label',
    description: 'Deletes a rule. Threads keep the labels that they have.',
    params: ofRule,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { labelRuleId }, requester }) => {
      await labels.removeRule(requester(), labelRuleId)
      return noContent
    },
  })
}

function labelAnswer(status: number, label: Label): Answer {
  return { status, body: presentLabel(label), headers: entityTag({ revision: revisionOfLabel(label) }) }
}
