import Joi from 'joi'
import type { ErasePerson } from '../../../use-cases/person/erase-person.ts'
import type { ExportPerson } from '../../../use-cases/person/export-person.ts'
import { emailForm, smallBody } from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import {
  exampleExport,
  exampleReceipt,
  exportSchema,
  presentExport,
  presentReceipt,
  receiptSchema,
} from './person-copy-presenter.ts'

export interface PersonCopyOptions {
  readonly exportPerson: ExportPerson
  readonly erasePerson: ErasePerson
}

interface Asked {
  readonly email: string
}

const common = {
  method: 'POST',
  tag: 'People',
  auth: adminsOnly,
  body: {
    schema: Joi.object({ email: emailForm }),
    limit: smallBody,
    examples: { address: { summary: 'An address', value: { email: 'ada@example.com' } } },
  },
  errors: [],
} as const

export function personCopyRoutes({ exportPerson, erasePerson }: PersonCopyOptions): Route[] {
  return [
    route<unknown, Asked>({
      ...common,
      path: '/people/export',
      summary: 'Export everything about a person',
      description:
        'For admins. All that the organization keeps of whoever has the address: records, what was sent, captured messages, contacts, changes, reasons, the suppression.',
      responses: { 200: { description: 'The data.', schema: exportSchema, example: exampleExport } },
      handle: async ({ signedIn: { user }, body: { email }, by }) => {
        const { organizationId } = user
        const exported = await exportPerson.execute({ organizationId, email, by: by() })
        return { status: 200, body: presentExport(exported) }
      },
    }),
    route<unknown, Asked>({
      ...common,
      path: '/people/erase',
      summary: 'Erase a person',
      description:
        'For admins, and not to be undone. Every copy goes, mail that is queued is stopped, and a suppression stays as a digest that tells nobody the address. A record of somebody else in which the address stands, as that of a lead whose owner it is, only loses that cell. Safe to repeat: after an interruption it completes, and a second time it finds nothing.',
      responses: { 200: { description: 'The receipt.', schema: receiptSchema, example: exampleReceipt } },
      handle: async ({ signedIn: { user }, body: { email }, by }) => {
        const { organizationId } = user
        const receipt = await erasePerson.execute({ organizationId, email, by: by() })
        return { status: 200, body: presentReceipt(receipt) }
      },
    }),
  ]
}
