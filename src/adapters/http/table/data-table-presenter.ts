import Joi from 'joi'
import { type DataTableView, missingColumnsRules } from '../../../domain/table/data-table.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import { idForm, momentForm } from '../forms.ts'

export type PresentDataTable = (table: DataTableView) => object

export function dataTablePresenter(secrets: Secrets, urls: PublicUrls): PresentDataTable {
  return ({
    id,
    projectId,
    name,
    columns,
    missingColumns,
    recordCount,
    ingestTokenCiphertext,
    createdAt,
  }) => {
    const token = secrets.reveal(ingestTokenCiphertext)
    return {
      id,
      projectId,
      name,
      columns,
      missingColumns,
      recordCount,
      webhookUrl: token === null ? null : urls.webhook(token),
      createdAt,
    }
  }
}

const columnSchema = Joi.object({ name: Joi.string().required(), metadata: Joi.boolean().required() }).meta({
  named: 'Column',
})

export const dataTableSchema = Joi.object({
  id: idForm,
  projectId: idForm,
  name: Joi.string().required(),
  columns: Joi.array()
    .items(columnSchema)
    .required()
    .description('In the order of the first import. Empty before the first import.'),
  missingColumns: Joi.valid(...missingColumnsRules)
    .required()
    .description('What happens to a record that lacks a column: `reject` refuses it, `fill` stores null.'),
  recordCount: Joi.number().integer().required(),
  webhookUrl: Joi.string()
    .allow(null)
    .required()
    .description(
      'The URL contains a secret: treat it like a password. `null` if SESSION_SECRET was changed since it was made; it still works, but only a new one can be shown.',
    ),
  createdAt: momentForm,
}).meta({ named: 'DataTable' })

export const exampleDataTable = {
  id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  projectId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
  name: 'Leads',
  columns: [
    { name: 'name', metadata: true },
    { name: 'phone', metadata: false },
    { name: 'email', metadata: true },
  ],
  missingColumns: 'reject',
  recordCount: 1200,
  webhookUrl: 'https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…',
  createdAt: '2026-11-20T09:00:00.000Z',
}
