import Joi from 'joi'
import { isAllowed, type Role } from '../../../domain/account/role.ts'
import { columnTypes } from '../../../domain/table/column/column-type.ts'
import { type DataTableView, missingColumnsRules } from '../../../domain/table/data-table.ts'
import { defaultDuplicateWindowSeconds } from '../../../domain/table/duplicate-window.ts'
import { maxMatchColumns, onMatchRules } from '../../../domain/table/match.ts'
import { badSignatureRules, signaturePresets } from '../../../domain/table/signature.ts'
import { createdAtOf, idOf } from '../forms.ts'
import { documented } from '../request/documented.ts'
import type { Services } from '../services.ts'

/**
 * Returns a data table as the API shows it. The role decides whether the secret in the webhook URL is shown; it
 * is null for an API key, which never sees the URL.
 */
export type PresentDataTable = (table: DataTableView, role: Role | null) => object

export function dataTablePresenter({ secrets, urls }: Services): PresentDataTable {
  return (table, role) => {
    const { id, ingestTokenCiphertext, previousTokenUntil } = table
    const token =
      role !== null && isAllowed(role, 'seeIngestTokens')
        ? secrets.revealIngestToken(ingestTokenCiphertext, id)
        : null
    const webhookUrl = token === null ? null : urls.webhook(token)
    return documented(dataTableSchema, { ...table, webhookUrl, previousWebhookUrlUntil: previousTokenUntil })
  }
}

/** The forms of the fields of a column, as responses contain them. */
export const columnFields = {
  name: Joi.string().required().description('The name of the column, unique within its table.'),
  isMetadata: Joi.boolean()
    .required()
    .description('Whether spinners may use the column, in templates and conditions.'),
  type: Joi.valid(...columnTypes).description('The type of the cells in the column; absent for `text`.'),
  options: Joi.array()
    .items(Joi.string())
    .description(
      'The allowed values of a column of type `choice`, in the order in which people see them; absent for other types.',
    ),
}

const exampleColumns = [
  { name: 'name', isMetadata: true },
  { name: 'phone', isMetadata: false },
  { name: 'email', isMetadata: true },
]

const columnSchema = Joi.object(columnFields)
  .description('A column of a data table: a named field of all its records.')
  .meta({ named: 'Column' })

/** The API descriptions of match columns, for requests and responses. */
export const matchTexts = {
  columns: `The names of the match columns, 1 to ${maxMatchColumns}. Records with equal values in all of these columns are the same record.`,
  onMatch:
    'The handling of a new record whose match is already in the table: `update` writes its values to the existing record, `ignore` leaves the existing record as it is.',
  newerBy:
    'The name of the column that says how new a record is, such as a time or a version number. A record that is older than the existing record changes nothing. `null` if every record counts as newer.',
}

export const missingColumnsText =
  'The handling of a record that lacks a column of the table: `reject` (the default) refuses it with SCHEMA_MISMATCH, `fill` stores null in the column.'

export const autoMapText =
  'Whether a proposed mapping is applied without a review by a person, if each column that must be filled has exactly one clear source.'

export const onBadSignatureText =
  'The handling of a delivery without a valid signature: `refuse` (the default) answers 401 with INVALID_SIGNATURE, `hold` answers 200 and holds the delivery.'

export const signatureText =
  'The product or the method that signs the deliveries, such as `hubspot` or `basic`. It decides which header contains the signature and how it is computed.'

const exampleMatch = { columns: ['email'], onMatch: 'update', newerBy: null }

export const exampleDataTable = {
  id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  projectId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
  name: 'Leads',
  columns: exampleColumns,
  missingColumns: 'reject',
  match: exampleMatch,
  defaultCountry: null,
  acceptsAnyFormat: false,
  duplicateWindowSeconds: defaultDuplicateWindowSeconds,
  mapsAutomatically: false,
  signature: null,
  onBadSignature: 'refuse',
  recordCount: 1200,
  webhookUrl: 'https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…',
  previousWebhookUrlUntil: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  revision: 1,
}

export const dataTableSchema = Joi.object({
  id: idOf('the data table'),
  projectId: idOf('the project that contains the data table'),
  name: Joi.string()
    .required()
    .description('The name of the data table, 1 to 200 characters. Several tables may have the same name.'),
  columns: Joi.array()
    .items(columnSchema)
    .required()
    .description(
      'The columns of the data table in their order. Empty until a column is added or the first file is imported.',
    ),
  missingColumns: Joi.valid(...missingColumnsRules)
    .required()
    .description(missingColumnsText),
  match: Joi.object({
    columns: Joi.array().items(Joi.string()).required().description(matchTexts.columns),
    onMatch: Joi.valid(...onMatchRules)
      .required()
      .description(matchTexts.onMatch),
    newerBy: Joi.string().allow(null).required().description(matchTexts.newerBy),
  })
    .allow(null)
    .required()
    .description(
      'The match columns of the table, by which the same record is recognized when it arrives again. `null` if every record that arrives is a new record.',
    )
    .meta({ named: 'Match' }),
  defaultCountry: Joi.string()
    .allow(null)
    .required()
    .description(
      'The country of phone numbers without a country prefix, as two letters such as `DE` (ISO 3166-1). `null` if it is unknown; such numbers are then compared as text.',
    ),
  acceptsAnyFormat: Joi.boolean()
    .required()
    .description(
      'Whether the table is open: it accepts bodies of any format and holds a body that does not fit until a person decides. If false, the table is strict and refuses them.',
    ),
  duplicateWindowSeconds: Joi.number()
    .integer()
    .required()
    .description(
      `For an open table (\`acceptsAnyFormat\` is true): the number of seconds in which a body with the same bytes counts as a repeat, if the source sends no delivery id; ${defaultDuplicateWindowSeconds} by default.`,
    ),
  mapsAutomatically: Joi.boolean().required().description(autoMapText),
  signature: Joi.object({
    preset: Joi.valid(...signaturePresets)
      .required()
      .description(signatureText),
  })
    .allow(null)
    .required()
    .description(
      'The method by which deliveries to the webhook URL are signed, without the secret; `null` if no signature is required.',
    ),
  onBadSignature: Joi.valid(...badSignatureRules)
    .required()
    .description(onBadSignatureText),
  recordCount: Joi.number()
    .integer()
    .required()
    .description('The number of records that are in the table now; deleted records do not count.'),
  webhookUrl: Joi.string()
    .allow(null)
    .required()
    .description(
      'The webhook URL of the table. The URL contains a secret, so treat it as a password. `null` for people with the role viewer, for API keys, and if the service can no longer decrypt the URL because its encryption key was removed. The URL still works then; rotate it to get a URL that can be shown.',
    ),
  previousWebhookUrlUntil: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('The time until which the previous webhook URL also works; `null` if it no longer works.'),
  createdAt: createdAtOf('the data table'),
  revision: Joi.number()
    .integer()
    .required()
    .description(
      'The revision of the data table, which each change of its settings or columns increases; also in the header `ETag`.',
    ),
})
  .description('A table of records with the same columns, with its settings and its webhook URL.')
  .meta({ named: 'DataTable' })
