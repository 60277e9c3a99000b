import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import type { PersonExport } from '../../../domain/person/person-export.ts'
import type { PersonQuery } from '../../../domain/person/person-query.ts'
import type { JobStore } from '../../../ports/job/jobs.ts'
import { emailForm, smallBody } from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import { withStepPaths } from '../sender/message/step-paths.ts'
import type { Services } from '../services.ts'
import { exampleExport, exampleReceipt, exportSchema, receiptSchema } from './person-copy-presenter.ts'

interface Requested {
  readonly email?: string
  readonly column?: string
  readonly value?: string
}

const common = {
  method: 'POST',
  tag: 'People',
  auth: adminsOnly,
  body: {
    schema: Joi.object({
      email: emailForm
        .optional()
        .description('The e-mail address of the person. Give `email`, or `column` and `value`.'),
      column: Joi.string()
        .max(200)
        .description(
          'The name of a column that identifies the person, such as a phone number; requires `value`.',
        ),
      value: Joi.string()
        .max(1000)
        .description(
          'The value of the column in the records of the person. It is compared like a match column.',
        ),
    }),
    limit: smallBody,
    examples: {
      address: { summary: 'By address', value: { email: 'ada@example.com' } },
      value: { summary: 'By phone number', value: { column: 'phone', value: '+44 20 7946 0000' } },
    },
  },
  errors: ['CONFLICT'],
} as const

export function personCopyRoutes({ exportPerson, erasePerson, jobStore }: Services): Route[] {
  return [
    route<unknown, Requested>({
      ...common,
      path: '/people/export',
      operationId: 'people.export',
      idempotent: false,
      exports: true,
      // While the organization is to be deleted, its people may still ask for their data.
      allowsClosed: true,
      summary: 'Export everything about a person',
      description:
        'Returns everything that the organization stores about a person: records, deliveries, captured messages, contacts, changes, reasons and the suppression. Records in the bin are included. Use it to answer a request for access to personal data. Requires at least the role admin. Give `email`; for a person without an address, give `column` and `value`. If a held body names several people, only the part of this person is returned. A value whose records have different addresses is refused with 409 `CONFLICT`.',
      responses: {
        200: {
          description:
            'Everything that the organization stores about the person: records, deliveries, captured messages, contacts, changes, reasons and the suppression.',
          schema: exportSchema,
          example: exampleExport,
        },
      },
      handle: async ({ signedIn: { user }, body, by }) => {
        const { organizationId } = user
        const exported = await exportPerson.execute({ organizationId, sought: soughtBy(body), by: by() })
        return { status: 200, body: await withPathsOfSteps(exported, jobStore, organizationId) }
      },
    }),
    route<unknown, Requested>({
      ...common,
      path: '/people/erase',
      operationId: 'people.erase',
      idempotent: false,
      summary: 'Erase a person',
      description:
        'Deletes every copy of the data of a person, and stops queued messages. If the address is suppressed, a digest that does not reveal the address keeps it suppressed. The erasure cannot be undone. Requires at least the role admin. Use it to answer a request for erasure. Give `email`; for a person without an address, give `column` and `value`. A record of another person that names this person, such as a lead with its owner, loses only that cell; a held body loses the part of this person. A value whose records have different addresses is refused with 409 `CONFLICT`. The call is safe to repeat. After an interruption a repeated call completes the work; a second complete call finds nothing.',
      responses: {
        200: {
          description: 'The receipt of the erasure, with the number of erased entries in each place.',
          schema: receiptSchema,
          example: exampleReceipt,
        },
      },
      handle: async ({ signedIn: { user }, body, by }) => {
        const { organizationId } = user
        const receipt = await erasePerson.execute({ organizationId, sought: soughtBy(body), by: by() })
        return { status: 200, body: receipt }
      },
    }),
  ]
}

/** Returns an export with the path of each step that it names. */
async function withPathsOfSteps(
  exported: PersonExport,
  jobStore: JobStore,
  organizationId: string,
): Promise<object> {
  const { recipients, deliveries, messages, log, contacts } = exported
  const ofSteps = [...recipients, ...deliveries, ...messages, ...log, ...contacts]
  const present = await withStepPaths(jobStore, organizationId, ofSteps)
  return {
    ...exported,
    recipients: recipients.map(present),
    deliveries: deliveries.map(present),
    messages: messages.map(present),
    log: log.map(present),
    contacts: contacts.map(present),
  }
}

function soughtBy({ email, column, value }: Requested): PersonQuery {
  if (email !== undefined && column === undefined && value === undefined) return { email }
  if (email === undefined && column !== undefined && value !== undefined) return { column, value }
  throw new DomainError('VALIDATION_FAILED', {
    message: 'Name the person by `email` alone, or by `column` and `value` together',
    errors: [{ pointer: '/email', code: 'REQUIRED' }],
  })
}
