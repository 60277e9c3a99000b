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
  type: Joi.valid(...columnTypes).description('The type of the cells; absent for `text`.'),
  options: Joi.array()
    .items(Joi.string())
    .description('The allowed values of a column of type `choice`, in their order.'),
}).meta({ named: 'Column' })

export const dataTableSchema = Joi.object({
  id: idForm,
  projectId: idForm,
  name: Joi.string().required(),
  columns: Joi.array()
    .items(columnSchema)
    .required()
    .description('The columns in their order. Empty until a column is added or the first file is imported.'),
  missingColumns: Joi.valid(...missingColumnsRules)
    .required()
    .description('The handling of a record that lacks a column: `reject` refuses it, `fill` stores null.'),
  match: Joi.object({
    columns: Joi.array().items(Joi.string()).required(),
    onMatch: Joi.valid(...onMatchRules).required(),
    newerBy: Joi.string().allow(null).required(),
  })
    .allow(null)
    .required()
    .description(
      'The match columns. Records with equal values in all of these columns are the same record. `null` if every record that arrives is a new record.',
    )
    .meta({ named: 'Match' }),
  defaultCountry: Joi.string()
    .allow(null)
    .required()
    .description(
      'The country of phone numbers without a prefix, as two letters such as `DE`; `null` for none.',
    ),
  intake: Joi.valid(...intakes)
    .required()
    .description(
      'The handling of an arrival that does not fit the table: `strict` refuses it, `open` holds it.',
    ),
  duplicateWindowSeconds: Joi.number()
    .integer()
    .required()
    .description(
      'For an open table: the number of seconds in which equal bytes count as a repeat, if the sender does not name the delivery.',
    ),
  autoMap: Joi.boolean()
    .required()
    .description('Whether an unambiguous proposed mapping is applied without a review by a person.'),
  signature: Joi.object({ preset: Joi.valid(...signaturePresets).required() })
    .allow(null)
    .required()
    .description(
      'The method by which deliveries to the webhook URL are signed, without the secret; `null` if no signature is required.',
    ),
  onBadSignature: Joi.valid(...badSignatureRules)
    .required()
    .description(
      'The handling of a delivery without a valid signature: `refuse` answers 401, `hold` holds the delivery.',
    ),
  recordCount: Joi.number().integer().required(),
  webhookUrl: Joi.string()
    .allow(null)
    .required()
    .description(
      'The webhook URL of the table. The URL contains a secret, so treat it as a password. `null` if the key that encrypts it is no longer in SECRETS, or SESSION_SECRET has changed. The URL still works then, but only a new URL can be shown.',
    ),
  previousWebhookUrlUntil: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('The time until which the previous webhook URL also works; `null` if it no longer works.'),
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
