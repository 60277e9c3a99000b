import Joi from 'joi'
import { may, type Role } from '../../../domain/account/role.ts'
import { badSignatureRules, signaturePresets } from '../../../domain/arrival/delivery/signature.ts'
import { intakes } from '../../../domain/arrival/intake.ts'
import { columnTypes } from '../../../domain/table/column-type.ts'
import { type DataTableView, missingColumnsRules } from '../../../domain/table/data-table.ts'
import { onMatchRules } from '../../../domain/table/match.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import { idForm, momentForm } from '../forms.ts'

/** Returns a table as the API shows it. The role decides whether the secret in the webhook URL is shown. */
export type PresentDataTable = (table: DataTableView, role: Role) => object

export function dataTablePresenter(secrets: Secrets, urls: PublicUrls): PresentDataTable {
  return (
    {
      id,
      projectId,
      name,
      columns,
      missingColumns,
      match,
      defaultCountry,
      intake,
      duplicateWindowSeconds,
      previousTokenUntil,
      autoMap,
      signature,
      onBadSignature,
      recordCount,
      ingestTokenCiphertext,
      createdAt,
    },
    role,
  ) => {
    const token = may(role, 'seeIngestTokens') ? secrets.revealIngestToken(ingestTokenCiphertext, id) : null
    return {
      id,
      projectId,
      name,
      columns,
      missingColumns,
      match: match && { columns: match.columns, onMatch: match.onMatch, newerBy: match.newerBy },
      defaultCountry,
      intake,
      duplicateWindowSeconds,
      autoMap,
      signature: signature && { preset: signature.preset },
      onBadSignature,
      recordCount,
      webhookUrl: token === null ? null : urls.webhook(token),
      previousWebhookUrlUntil: previousTokenUntil,
      createdAt,
    }
  }
}

const columnSchema = Joi.object({
  name: Joi.string().required(),
  metadata: Joi.boolean().required(),
  type: Joi.valid(...columnTypes).description('What its cells are meant to be; absent for text.'),
  options: Joi.array().items(Joi.string()).description('What a choice may be.'),
}).meta({ named: 'Column' })

export const dataTableSchema = Joi.object({
  id: idForm,
  projectId: idForm,
  name: Joi.string().required(),
  columns: Joi.array()
    .items(columnSchema)
    .required()
    .description('In their order. Empty until one is added, or the header of a first CSV names them.'),
  missingColumns: Joi.valid(...missingColumnsRules)
    .required()
    .description('What happens to a record that lacks a column: `reject` refuses it, `fill` stores null.'),
  match: Joi.object({
    columns: Joi.array().items(Joi.string()).required(),
    onMatch: Joi.valid(...onMatchRules).required(),
    newerBy: Joi.string().allow(null).required(),
  })
    .allow(null)
    .required()
    .description(
      'What identifies a record: all of these columns together. `null` where every record that arrives is a new one.',
    )
    .meta({ named: 'Match' }),
  defaultCountry: Joi.string()
    .allow(null)
    .required()
    .description('The country that phone numbers without a prefix belong to.'),
  intake: Joi.valid(...intakes)
    .required()
    .description(
      'What becomes of an arrival that the table cannot take as it is: `strict` refuses it, `open` holds it.',
    ),
  duplicateWindowSeconds: Joi.number()
    .integer()
    .required()
    .description(
      'Of an open table: for how long the same bytes count as a repeat, where their sender does not name the delivery.',
    ),
  autoMap: Joi.boolean()
    .required()
    .description('Whether a mapping is applied that nobody looked at, where there is no doubt about it.'),
  signature: Joi.object({ preset: Joi.valid(...signaturePresets).required() })
    .allow(null)
    .required()
    .description('How deliveries to the webhook URL are signed; the secret is not shown.'),
  onBadSignature: Joi.valid(...badSignatureRules)
    .required()
    .description('What becomes of a delivery that is not signed so: refused with 401, or held.'),
  recordCount: Joi.number().integer().required(),
  webhookUrl: Joi.string()
    .allow(null)
    .required()
    .description(
      'The URL contains a secret: treat it like a password. `null` if the key that it was sealed under is no longer among SECRETS, or SESSION_SECRET was changed; it still works, but only a new one can be shown.',
    ),
  previousWebhookUrlUntil: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('Until when the URL before works too, where it was rotated with a grace.'),
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
  match: { columns: ['email'], onMatch: 'update', newerBy: null },
  defaultCountry: null,
  intake: 'strict',
  duplicateWindowSeconds: 600,
  autoMap: false,
  signature: null,
  onBadSignature: 'refuse',
  recordCount: 1200,
  webhookUrl: 'https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…',
  previousWebhookUrlUntil: null,
  createdAt: '2026-11-20T09:00:00.000Z',
}
