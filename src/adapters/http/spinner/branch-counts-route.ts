import Joi from 'joi'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { maxCounted } from '../../../use-cases/spinner/count-branches.ts'
import { idInPath } from '../forms.ts'
import { everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { exampleSteps } from './spinner-presenter.ts'
import { stepsForm } from './step-forms.ts'

const branchCount = Joi.object({
  step: Joi.number()
    .integer()
    .required()
    .description('The index of the step, from 0, counted in the order in which the steps are written.'),
  path: Joi.string().required().description('The position of the step in words, such as "1 › Yes › 2".'),
  branch: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The index of the branch in `branches`; the number of branches stands for `else`. `null` for a condition step.',
    ),
  records: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The number of counted records that would take the branch, or pass the condition step; `null` if the condition uses trigger data.',
    ),
})
  .description('The number of records that would take one branch, or pass one condition step.')
  .meta({ named: 'BranchCount' })

const columnValues = Joi.object({
  column: Joi.string().required().description('The name of a column that a condition of the steps uses.'),
  values: Joi.array()
    .items(
      Joi.object({
        value: Joi.string().required().description('A value of the column as text, at most 100 characters.'),
        records: Joi.number()
          .integer()
          .required()
          .description('The number of counted records with this value.'),
      }),
    )
    .required()
    .description('Up to 30 values of the column, most frequent first.'),
})
  .description('The most frequent values of a column among the counted records.')
  .meta({ named: 'ColumnValues' })

const branchCounts = Joi.object({
  branches: Joi.array()
    .items(branchCount)
    .required()
    .description('The counts of each branch of the branch steps, and of the condition steps.'),
  columns: Joi.array()
    .items(columnValues)
    .required()
    .description('The values of the columns that the conditions use.'),
  counted: Joi.number().integer().required().description('The number of records that were counted.'),
  isComplete: Joi.boolean()
    .required()
    .description('Whether all records of the table were counted, and not only the newest ones.'),
})
  .description('How the records of a table would divide among the branches of a draft.')
  .meta({ named: 'BranchCounts' })

export function countBranchesRoute({ countBranches }: Services): Route {
  return route<{ spinnerId: string }, { steps?: readonly Step[] } | undefined>({
    tag: 'Spinners',
    method: 'POST',
    path: '/spinners/{spinnerId}/branch-counts',
    operationId: 'spinners.countBranches',
    idempotent: false,
    // Every role may count records, because the route stores nothing and every role may see the records.
    auth: everyRole,
    summary: 'Count the records of each branch',
    description: `Counts how many records of the spinner's data table would take each branch of the draft, or of the given \`steps\`, and returns the values of the columns that their conditions use. Counts at most the newest ${maxCounted.toLocaleString('en')} records, for about a second. A record counts at a step if it reaches it by the conditions before it; each branch of a split step counts all records that reach the split, and waits and guards let every record pass. \`CONFLICT\` if the columns or settings of the table are changed while the records are read; send the request again.`,
    params: Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') }),
    body: {
      schema: Joi.object({ steps: stepsForm }),
      limit: 5 * 1024 * 1024,
      optional: true,
      examples: {
        draft: { summary: 'The saved draft', value: {} },
        unsaved: { summary: 'Unsaved steps', value: { steps: exampleSteps } },
      },
    },
    responses: {
      200: {
        description: 'The number of records of each branch.',
        schema: branchCounts,
        example: {
          branches: [
            { step: 0, path: '1', branch: 0, records: 120 },
            { step: 0, path: '1', branch: 1, records: 80 },
          ],
          columns: [{ column: 'plan', values: [{ value: 'trial', records: 120 }] }],
          counted: 200,
          isComplete: true,
        },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn: { user }, params: { spinnerId }, body }) => ({
      status: 200,
      body: await countBranches.execute({
        organizationId: user.organizationId,
        spinnerId,
        steps: body?.steps ?? null,
      }),
    }),
  })
}
