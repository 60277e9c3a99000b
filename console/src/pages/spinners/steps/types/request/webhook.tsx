import { Box, Group, NativeSelect, Stack } from '@mantine/core'
import { Webhook } from 'lucide-react'
import type { WebhookPreview, WebhookStep } from '../../../../../api/schema.ts'
import { t } from '../../../../../languages/text.ts'
import { TemplateField } from '../../fields/template-field.tsx'
import { tagFor } from '../../fields/template-text.ts'
import { Variables } from '../../fields/variables.tsx'
import { filledIn } from '../field-faults.ts'
import type { FieldsProps, StepTypeOf } from '../step-type.ts'
import {
  copiedHeaders,
  type HeaderDraft,
  HeaderFields,
  headerFaults,
  headersFrom,
  headersOf,
} from './header-fields.tsx'
import { PreviewedRequest } from './previewed-request.tsx'
import { urlFaults } from './url-faults.ts'

interface WebhookDraft extends Pick<WebhookStep, 'type' | 'url' | 'body' | 'method'> {
  readonly headers: readonly HeaderDraft[]
}

export const webhookStep: StepTypeOf<WebhookStep, WebhookDraft, WebhookPreview> = {
  label: t('Webhook'),
  does: t('Posts signed JSON about the record to a URL of yours.'),
  icon: Webhook,
  color: 'grape',
  sends: true,
  canBeTested: false,
  branching: null,
  compares: false,
  labels: { url: 'URL', method: t('Method'), headers: t('Headers'), body: t('Body') },
  entryLabels: { headers: t('Header') },
  blank: (columns) => ({ type: 'webhook', url: '', headers: [], body: bodyOf(columns) }),
  draftOf: ({ headers = {}, ...step }) => ({
    ...step,
    headers: headersFrom(headers),
  }),
  stepOf: ({ type, url, method, headers, body }) => {
    const sent = headersOf(headers)
    return {
      type,
      url,
      ...(method === undefined ? {} : { method }),
      ...(sent === null ? {} : { headers: sent }),
      body,
    }
  },
  copyOf: (draft) => ({ ...draft, headers: copiedHeaders(draft.headers) }),
  faultsOf: ({ url, headers, body }) => [
    ...urlFaults(url),
    ...headerFaults(headers),
    ...filledIn('body', body, t('Enter the body of the request, at least {}'), 100_000),
  ],
  summaryOf: ({ method = 'POST', url }) =>
    url === '' ? t('{method} to no URL yet', { method }) : `${method} ${url}`,
  Fields,
  Previewed: PreviewedRequest,
}

const methods = ['POST', 'PUT', 'PATCH'] as const

/** Returns the template of a JSON body that contains every column under its own name. */
function bodyOf(columns: readonly string[]): string {
  const fields = columns.map(
    (column) => `  ${JSON.stringify(column)}: ${tagFor(column, { fallback: '', filter: 'json' })}`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n}`
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<WebhookDraft>) {
  return (
    <Stack gap="sm">
      <Variables columns={columns} dataTableId={dataTableId} />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <NativeSelect
          label={t('Method')}
          w={96}
          data={methods}
          value={step.method ?? 'POST'}
          onChange={(event) => {
            const method = methods.find((one) => one === event.currentTarget.value)
            if (method !== undefined) onChange({ ...step, method })
          }}
        />
        <Box flex={1}>
          <TemplateField
            label="URL"
            filter="url_encode"
            value={step.url}
            fault={faults.get('url')}
            placeholder="https://example.com/hook"
            onChange={(url) => onChange({ ...step, url })}
          />
        </Box>
      </Group>
      <HeaderFields
        headers={step.headers}
        faults={faults}
        onChange={(headers) => onChange({ ...step, headers })}
      />
      <TemplateField
        label={t('Body')}
        rows={6}
        first
        monospace
        filter="json"
        description={t(
          'The body of the request is JSON. The filter “json” quotes the values that you insert.',
        )}
        value={step.body}
        fault={faults.get('body')}
        onChange={(body) => onChange({ ...step, body })}
      />
    </Stack>
  )
}
