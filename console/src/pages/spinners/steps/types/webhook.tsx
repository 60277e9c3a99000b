import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Code,
  Divider,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { Plus, Webhook, X } from 'lucide-react'
import type { WebhookPreview, WebhookStep } from '../../../../api/schema.ts'
import { newKey } from '../new-key.ts'
import { TemplateField } from '../template-field.tsx'
import { tagFor } from '../template-text.ts'
import { Variables } from '../variables.tsx'
import { type FieldFault, filledIn, notLonger } from './field-faults.ts'
import type { FieldsProps, PreviewedProps, StepTypeOf } from './step-type.ts'

interface WebhookDraft extends Pick<WebhookStep, 'type' | 'url' | 'body' | 'method'> {
  readonly headers: readonly HeaderDraft[]
}

interface HeaderDraft {
  readonly key: string
  readonly name: string
  readonly value: string
}

export const webhookStep: StepTypeOf<WebhookStep, WebhookDraft, WebhookPreview> = {
  label: 'Webhook',
  does: 'Posts JSON to a URL, signed.',
  icon: Webhook,
  color: 'grape',
  labels: { url: 'URL', method: 'Method', headers: 'Headers', body: 'Body' },
  entryLabels: { headers: 'Header' },
  blank: (columns) => ({ type: 'webhook', url: '', headers: [], body: bodyOf(columns) }),
  draftOf: ({ headers = {}, ...step }) => ({
    ...step,
    headers: Object.entries(headers).map(([name, value]) => ({ key: newKey(), name, value })),
  }),
  stepOf: ({ type, url, method, headers, body }) => {
    const named = headers.filter(({ name, value }) => name !== '' || value !== '')
    return {
      type,
      url,
      ...(method === undefined ? {} : { method }),
      ...(named.length === 0
        ? {}
        : { headers: Object.fromEntries(named.map(({ name, value }) => [name, value])) }),
      body,
    }
  },
  copyOf: (draft) => ({ ...draft, headers: draft.headers.map((header) => ({ ...header, key: newKey() })) }),
  faultsOf: ({ url, headers, body }) => [
    ...urlFaults(url),
    ...headerFaults(headers),
    ...filledIn('body', body, 'Give it a body, at least {}', 100_000),
  ],
  summaryOf: ({ method = 'POST', url }) => `${method} ${url === '' ? 'to no URL yet' : url}`,
  Fields,
  Previewed,
}

const methods = ['POST', 'PUT', 'PATCH'] as const

/** Every column, under its own name. */
function bodyOf(columns: readonly string[]): string {
  const fields = columns.map(
    (column) => `  ${JSON.stringify(column)}: ${tagFor(column, { fallback: '', filter: 'json' })}`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n}`
}

function urlFaults(url: string): FieldFault[] {
  if (url === '') return [['url', 'Say where it goes, as in https://example.com/hook']]
  if (!/^https?:\/\//i.test(url)) return [['url', 'Starts with https:// or http://']]
  const host = /^https?:\/\/([^\s/?#{}\\@]+)(?=[/?#]|$)/i.exec(url)
  return host === null
    ? [['url', 'Its host stands as it is, without a template']]
    : notLonger('url', url, 2_000)
}

function headerFaults(headers: readonly HeaderDraft[]): FieldFault[] {
  const names = headers.map(({ name }) => name.toLowerCase())
  return headers.flatMap(({ name, value }, index): FieldFault[] => {
    if (name === '') return value === '' ? [] : [['headers/', 'Name the header']]
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name))
      return [[`headers/${name}`, 'Letters, digits and hyphens, as in X-Source']]
    if (names.indexOf(name.toLowerCase()) < index) return [[`headers/${name}`, 'This header is there twice']]
    return notLonger(`headers/${name}`, value, 2_000)
  })
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<WebhookDraft>) {
  const setHeaders = (headers: readonly HeaderDraft[]) => onChange({ ...step, headers })
  const setHeader = (key: string, change: Partial<HeaderDraft>) =>
    setHeaders(step.headers.map((header) => (header.key === key ? { ...header, ...change } : header)))
  return (
    <Stack gap="sm">
      <Variables columns={columns} dataTableId={dataTableId} />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <NativeSelect
          label="Method"
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
      <Fieldset
        variant="unstyled"
        legend={
          <Text size="sm" fw={500}>
            Headers
          </Text>
        }
      >
        <Stack gap="xs" mt={4}>
          {step.headers.map(({ key, name, value }, index) => (
            <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                flex={1}
                aria-label={`Name of header ${index + 1}`}
                placeholder="X-Source"
                value={name}
                error={faults.get(`headers/${name}`)}
                onChange={(event) => setHeader(key, { name: event.currentTarget.value })}
              />
              <Box flex={1}>
                <TemplateField
                  label={`Value of header ${index + 1}`}
                  labelHidden
                  placeholder="spindle"
                  value={value}
                  onChange={(changed) => setHeader(key, { value: changed })}
                />
              </Box>
              <ActionIcon
                size="lg"
                variant="subtle"
                color="gray"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => setHeaders(step.headers.filter((header) => header.key !== key))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {step.headers.length < 20 && (
            <Button
              size="compact-sm"
              variant="subtle"
              w="fit-content"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => setHeaders([...step.headers, { key: newKey(), name: '', value: '' }])}
            >
              Add a header
            </Button>
          )}
        </Stack>
      </Fieldset>
      <TemplateField
        label="Body"
        rows={6}
        first
        monospace
        filter="json"
        description="JSON. Values that you insert are quoted by “json”."
        value={step.body}
        fault={faults.get('body')}
        onChange={(body) => onChange({ ...step, body })}
      />
    </Stack>
  )
}

function Previewed({ message }: PreviewedProps<WebhookStep, WebhookPreview>) {
  const headers = Object.entries(message.headers)
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="default" radius="sm" style={{ flex: 'none' }}>
          {message.method}
        </Badge>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message.url}
        </Text>
      </Group>
      {headers.map(([name, value]) => (
        <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <b>{name}:</b> {value}
        </Text>
      ))}
      <Divider />
      <Box>
        <Code block tabIndex={0} role="region" aria-label="Body of the webhook">
          {indented(message.body)}
        </Code>
      </Box>
    </Stack>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
